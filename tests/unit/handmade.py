"""Games built without a rule file, for tests of what runs them."""

from __future__ import annotations

from interpreter.ir.nodes import (
    Apply,
    Bind,
    Branch,
    Can,
    Condition,
    Deal,
    Deck,
    Definition,
    Do,
    EachSeat,
    Ending,
    Expr,
    Game,
    GoTo,
    Literal,
    Local,
    Lot,
    Move,
    MoveCard,
    MoveMany,
    Named,
    Param,
    Per,
    Phase,
    Pick,
    SetMover,
    Table,
    Turn,
    Variable,
    VariableRef,
    Zone,
    ZoneRef,
)
from interpreter.ir.nodes import Assign as Become
from interpreter.ir.nodes import Call as Use
from interpreter.ir.ops import Binder, End, Op
from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    RANK,
    SEAT,
    SEATS,
    STACK,
    SUIT,
    IntType,
    SetType,
    Type,
    Value,
)
from interpreter.text.source import NOWHERE, Source, Span

SOURCE = Source("handmade.yaml", "the rule in question\n")
HERE = Span(SOURCE, 4, 8)
NUMBER = IntType(-1000, 1000)


def lit(value: Value, type_: Type) -> Literal:
    return Literal(value, type_, HERE)


def num(value: int) -> Literal:
    return lit(value, IntType(value, value))


def op(which: Op, *args: Expr, type_: Type = BOOL, span: Span = HERE) -> Apply:
    return Apply(which, args, type_, span)


def local(name: str, type_: Type = CARD) -> Local:
    return Local(name, type_, HERE)


def zone(name: str, index: Expr | None = None, type_: Type = CARDS) -> ZoneRef:
    return ZoneRef(name, index, type_, HERE)


def var(name: str, type_: Type, index: Expr | None = None) -> VariableRef:
    return VariableRef(name, index, type_, HERE)


ME = op(Op.ME, type_=SEAT)
MOVER = op(Op.MOVER, type_=SEAT)
EVERYONE = op(Op.SEATS, type_=SEATS)
NOBODY = op(Op.SET, type_=SEATS)
OWNER = op(Op.SET, local("owner", SEAT), type_=SEATS)
PILE = zone("pile", type_=STACK)
HAND = zone("hand", ME)
TOP = op(Op.TOP, PILE, type_=CARD)


def suits(letters: str) -> tuple[Named, ...]:
    names = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    return tuple(Named(names[s], s) for s in letters)


def ranks(symbols: str) -> tuple[Named, ...]:
    names = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    return tuple(Named(names.get(s, s), s) for s in symbols.split())


def suit_of(card: Expr) -> Expr:
    return op(Op.SUIT, card, type_=SUIT)


def rank_of(card: Expr) -> Expr:
    return op(Op.RANK, card, type_=RANK)


def trump_of(seat: Expr) -> VariableRef:
    return var("trump", SUIT, seat)


def pass_on() -> SetMover:
    return SetMover(op(Op.NEXT, ME, type_=SEAT), HERE)


def _beats() -> tuple[Definition, ...]:
    c, target = local("c"), local("target")
    own = Definition("own", (Param("c", CARD),), op(Op.EQ, suit_of(c), trump_of(ME)), BOOL, HERE)
    higher = op(Op.AND, op(Op.EQ, suit_of(c), suit_of(target)), op(Op.GT, rank_of(c), rank_of(target)))
    trumps = op(Op.AND, Use("own", (c,), BOOL), op(Op.NOT, Use("own", (target,), BOOL)))
    beats = Definition(
        "beats", (Param("c", CARD), Param("target", CARD)), op(Op.OR, higher, trumps), BOOL, HERE
    )
    return own, beats


def _moves(ranks_: int) -> tuple[Move, ...]:
    suit, card = local("suit", SUIT), local("card")
    lay = MoveCard(card, HAND, PILE, span=HERE)
    empty = op(Op.EMPTY, PILE)
    facing = Condition(op(Op.NOT, empty), None, HERE)
    beaten = Use("beats", (card, TOP), BOOL, HERE)
    taken = op(
        Op.IF,
        op(Op.NOT, Use("own", (TOP,), BOOL)),
        num(3),
        op(
            Op.IF,
            op(Op.NE, rank_of(TOP), lit(ranks_ - 1, RANK)),
            num(5),
            op(Op.SIZE, PILE, type_=NUMBER),
            type_=NUMBER,
        ),
        type_=NUMBER,
    )
    count = op(Op.MIN, taken, op(Op.SIZE, PILE, type_=NUMBER), type_=NUMBER)
    free = Bind(
        Binder.EVERY,
        "s",
        EVERYONE,
        op(
            Op.OR,
            op(Op.NOT, op(Op.IS_SET, trump_of(local("s", SEAT)))),
            op(Op.NE, trump_of(local("s", SEAT)), suit),
        ),
        BOOL,
        HERE,
    )
    return (
        Move(
            "name_trump",
            "setup",
            False,
            (),
            (Pick("suit", op(Op.SUITS, type_=SetType(SUIT)), free, None, HERE),),
            (Become(trump_of(ME), suit, HERE),),
        ),
        Move(
            "lead",
            "play",
            False,
            (Condition(empty, None, HERE),),
            (Pick("card", HAND, None),),
            (lay, pass_on()),
            advice=op(Op.NEG, op(Op.INDEX, rank_of(card), type_=NUMBER), type_=NUMBER),
        ),
        Move(
            "beat",
            "play",
            False,
            (facing,),
            (Pick("card", HAND, beaten),),
            (lay, Branch(op(Op.EMPTY, HAND), (pass_on(),), (GoTo("follow"),))),
        ),
        Move(
            "follow",
            "follow",
            False,
            (),
            (Pick("card", HAND, None),),
            (lay, GoTo("play"), pass_on()),
        ),
        Move(
            "take",
            "play",
            False,
            (facing, Condition(op(Op.NOT, Can("beat", (), BOOL)))),
            (),
            (MoveMany(count, End.TOP, PILE, HAND, span=HERE), pass_on()),
        ),
    )


def duel(suit_letters: str = "CDHS", rank_symbols: str = "6 7 8 9 10 J Q K A") -> Game:
    """Your Trumps with its default options, without texts: two seats, a stack, a lot, a deal."""
    deck = Deck(suits(suit_letters), ranks(rank_symbols), None, HERE)
    seat = local("s", SEAT)
    hand_of_seat = zone("hand", seat)
    draw = Bind(
        Binder.SOME,
        "s",
        EVERYONE,
        op(
            Op.AND,
            op(Op.EQ, op(Op.SIZE, hand_of_seat, type_=NUMBER), num(1)),
            Bind(
                Binder.SOME,
                "c",
                hand_of_seat,
                _for(seat, Use("beats", (local("c"), TOP), BOOL)),
                BOOL,
            ),
        ),
        BOOL,
    )
    out = op(Op.EMPTY, HAND)
    left = Bind(Binder.THOSE, "s", EVERYONE, op(Op.NOT, op(Op.EMPTY, hand_of_seat)), SEATS)
    dealer = var("dealer", SEAT)
    return Game(
        name="Duel",
        about="",
        seats=2,
        players=(2, 2),
        deck=deck,
        options=(),
        turn=Turn(None),
        zones=(
            Zone("deck", Per.TABLE, False, NOBODY, EVERYONE),
            Zone("hand", Per.PLAYER, False, OWNER, EVERYONE),
            Zone("pile", Per.TABLE, True, EVERYONE, EVERYONE),
        ),
        variables=(
            Variable("dealer", Per.TABLE, SEAT, None, EVERYONE),
            Variable("trump", Per.PLAYER, SUIT, None, EVERYONE),
        ),
        definitions=_beats(),
        phases=(Phase("play", None, None, HERE), Phase("follow", None, None, HERE)),
        setup=(
            Lot(dealer, EVERYONE, HERE),
            EachSeat(lit(0, SEAT), "name_trump", HERE),
            Deal(None, zone("deck"), "hand", op(Op.NEXT, dealer, type_=SEAT), HERE),
            Do(SetMover(op(Op.NEXT, dealer, type_=SEAT))),
            Do(Become(dealer, None)),
            Do(GoTo("play")),
        ),
        moves=_moves(len(deck.ranks)),
        endings=(
            Ending("draw", op(Op.AND, out, draw), NOBODY, NOBODY),
            Ending("out", out, op(Op.SET, ME, type_=SEATS), left),
        ),
        checks=(),
        table=Table((), op(Op.EQ, suit_of(local("card")), trump_of(ME)), None),
        printed=(),
        span=NOWHERE,
    )


def _for(seat: Expr, body: Expr) -> Expr:
    from interpreter.ir.nodes import For

    return For(seat, body, BOOL, HERE)
