"""Games and views made by hand: what is drawn and asked depends on nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from cli.ask import Asked
from cli.look import Look
from cli.menu import Menu, make_menu
from cli.spell import Speller
from cli.words import Vocabulary
from interpreter.ir.nodes import (
    Apply,
    Deck,
    Game,
    Move,
    Named,
    Per,
    Phase,
    Pick,
    Shown,
    Table,
    Template,
    Turn,
    Variable,
    Zone,
    ZoneRef,
)
from interpreter.ir.ops import Op
from interpreter.ir.types import CARD, CARDS, SEATS, SUIT, Card, Seat, SetType
from interpreter.run.protocol import Action, Sentence, View, ZoneView

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
LONG = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
PACK = Deck(
    tuple(Named(n, s) for n, s in zip(("clubs", "diamonds", "hearts", "spades"), SUITS, strict=True)),
    tuple(Named(LONG.get(r, r), r) for r in RANKS),
    None,
)
EVERYONE = Apply(Op.SEATS, (), SEATS)
ME, OTHER = Seat(0), Seat(1)


def text(words: str) -> Template:
    return Template((words,))


def duel(deck: Deck = PACK) -> Game:
    """Two seats, a set each, a stack between them."""
    own = Pick("card", ZoneRef("hand", None, CARDS), None)
    suits = Pick("suit", Apply(Op.SUITS, (), SetType(SUIT)), None)
    return Game(
        name="Duel",
        about="",
        seats=2,
        players=(2, 2),
        deck=deck,
        options=(),
        turn=Turn(None),
        zones=(
            Zone("deck", Per.TABLE, False, EVERYONE, EVERYONE),
            Zone("hand", Per.PLAYER, False, EVERYONE, EVERYONE, text("hand")),
            Zone("pile", Per.TABLE, True, EVERYONE, EVERYONE, text("pile")),
        ),
        variables=(Variable("trump", Per.PLAYER, SUIT, None, EVERYONE, text("trump suit")),),
        definitions=(),
        phases=(Phase("play", None),),
        setup=(),
        moves=(
            Move("name_trump", "setup", False, (), (suits,), ()),
            Move("beat", "play", False, (), (own,), ()),
            Move("take", "play", False, (), (), ()),
        ),
        endings=(),
        checks=(),
        table=Table((Shown("hand", "mine", True), Shown("pile", "centre", False)), None, text("trump")),
        printed=(),
    )


def card(name: str) -> Card:
    return Card(SUITS.index(name[-1]) * len(RANKS) + RANKS.index(name[:-1]))


def cards(names: str) -> tuple[Card, ...]:
    """Cards as listed: `6C 10H`."""
    return tuple(card(n) for n in names.split())


def lay(name: str, move: str = "beat") -> Action:
    return Action(ME, move, (("card", card(name)),))


def choose(suit: str) -> Action:
    return Action(ME, "name_trump", (("suit", SUITS.index(suit)),))


TAKE = Action(ME, "take")


def title(action: Action) -> Sentence:
    match action.move:
        case "name_trump":
            return ("trump suit ", (action.picks[0][1], SUIT))
        case "take":
            return ("take 3 of 7",)
        case _:
            return (f"{action.move} with ", (action.picks[0][1], CARD))


def menu(game: Game, actions: Iterable[Action], mine: Iterable[Card] = ()) -> Menu:
    return make_menu(game, tuple(actions), title, frozenset(mine))


def speller(game: Game, look: Look, names: tuple[str, ...] = ("Anna", "Greedy")) -> Speller:
    return Speller(game, names, look)


def asked(game: Game, actions: Iterable[Action]) -> Asked:
    """The question put to the first seat, with titles as people type them."""
    found = menu(game, actions)
    letters = speller(game, Look(ascii=True))
    titles = tuple(letters.sentence(t).plain for t in found.titles)
    return Asked(Vocabulary(game, ("Anna", "Greedy")), ME, found, titles)


def duel_view(
    mine: str, pile: str, others: int | str, legal: Iterable[Action] = (), acting: Seat = ME, marks: str = "S"
) -> View:
    """The first seat's view; `others` are the other's cards or their number, `marks` the suit marked."""
    own, stack = cards(mine), cards(pile)
    theirs = ZoneView(None, others) if isinstance(others, int) else _open(cards(others))
    marked = frozenset(Card(c) for c in range(52) if SUITS[c // 13] in marks)
    actions = tuple(legal)
    return View(
        viewer=ME,
        phase="play",
        mover=acting,
        actors=(acting,),
        zones={"hand": (_open(own), theirs), "pile": (_open(stack),), "deck": (_open(()),)},
        variables={"trump": (3, 1)},
        marked=marked,
        legal=actions,
        advice=tuple(0 for _ in actions),
    )


def _open(found: tuple[Card, ...]) -> ZoneView:
    return ZoneView(found, len(found))
