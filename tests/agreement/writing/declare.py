"""Random declarations: the deck, players, options, zones, variables and definitions of a rule file."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.nodes import Family, Owner, Per
from interpreter.ir.types import BOOL, CARD, RANK, SEAT, SUIT, EnumType, IntType, SetType, Type
from tests.agreement.writing.trees import SENTENCE, Doc, Tree, boxed, number, tree
from tests.agreement.writing.world import Defined, Memory, Moment, Place, Scope, Setting, World
from tests.agreement.writing.writer import Writer
from tests.fuzz.dice import Dice

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("low", "six", "jack", "queen", "king", "ace")
DECKS = ((2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4), (4, 2), (4, 3), (3, 5), (1, 6))
MEMBERS = (("red", "green"), ("north", "east", "south"))
FAMILIES: tuple[Family, ...] = (Family(IntType(1, 3)), Family(IntType(-1, 1)), Family(SUIT), Family(RANK))


def world(dice: Dice) -> World:
    """Everything that has a name, but for definitions, routines and moves."""
    suits, ranks = dice.one(DECKS)
    return World(
        1 + dice.below(4),
        SUITS[:suits],
        RANKS[:ranks],
        _options(dice),
        _zones(dice),
        _variables(dice),
        tuple(f"part{n}" for n in range(1 + dice.below(3))),
        tuple(f"end{n}" for n in range(1 + dice.below(3))),
    )


def _options(dice: Dice) -> tuple[Setting, ...]:
    kinds: tuple[Type, ...] = (BOOL, IntType(0, 5), IntType(-2, 3), SUIT, RANK, EnumType("", MEMBERS[0]))
    return tuple(Setting(f"option{n}", dice.one(kinds)) for n in range(dice.below(3)))


def _owner(dice: Dice) -> Owner:
    owners: tuple[Owner, ...] = (Per.TABLE, Per.TABLE, Per.PLAYER, dice.one(FAMILIES))
    return dice.one(owners)


def _zones(dice: Dice) -> tuple[Place, ...]:
    """Every file has zones of players, and a stack."""
    zones = [Place("hand", Per.PLAYER, dice.chance(6)), Place("heap", Per.TABLE, True)]
    zones += [Place(f"zone{n}", _owner(dice), dice.chance(2)) for n in range(dice.below(4))]
    return tuple(zones)


def _variables(dice: Dice) -> tuple[Memory, ...]:
    kinds: tuple[Type, ...] = (
        BOOL,
        IntType(0, 9),
        IntType(-3, 4),
        SUIT,
        RANK,
        CARD,
        SEAT,
        SEAT,
        EnumType("", MEMBERS[1]),
    )
    found = []
    for n in range(1 + dice.below(5)):
        kind = dice.one(kinds)
        found.append(Memory(f"var{n}", _owner(dice), kind, kind != CARD and not dice.chance(3)))
    return tuple(found)


# as the file has them ---------------------------------------------------------------------------------------


def owner_text(per: Owner) -> str:
    if isinstance(per, Per):
        return per.value
    return type_text(per.of)


def type_text(kind: Type) -> str:
    match kind:
        case IntType(lo, hi):
            return f"{lo}..{hi}"
        case _ if kind == BOOL:
            return "flag"
    return {SUIT: "suit", RANK: "rank", CARD: "card", SEAT: "seat"}[kind]


def options_doc(w: Writer, of: World) -> Doc:
    return {o.name: _option_doc(w, o, of) for o in of.options}


def _option_doc(w: Writer, option: Setting, of: World) -> Doc:
    match option.type:
        case IntType(lo, hi):
            return {"range": f"{lo}..{hi}", "default": str(lo + w.dice.below(hi - lo + 1))}
        case EnumType(_, members):
            return {"from": f"[{', '.join(members)}]", "default": w.dice.one(members)}
    if option.type == BOOL:
        return {"default": w.dice.one(("yes", "no"))}
    names = of.suits if option.type == SUIT else of.ranks
    return {"type": type_text(option.type), "default": w.dice.one(names)}


def deck_doc(w: Writer, of: World) -> Doc:
    doc: dict[str, Doc] = {"suits": f"[{', '.join(of.suits)}]", "ranks": f"[{', '.join(of.ranks)}]"}
    if w.dice.chance(6):
        world = replace(of, zones=(), definitions=())
        scope = Scope(world, Moment.STILL, cards=False).knowing(tree(CARD, "card"))
        keeps = boxed(BOOL, tree(CARD, "card"), ".suit == ", of.suits[0])
        doc["where"] = boxed(BOOL, keeps, " or ", w.say(BOOL, scope, 5))
    return doc


def zones_doc(w: Writer, of: World) -> Doc:
    return {z.name: _zone_doc(w, z, of) for z in of.zones}


def _zone_doc(w: Writer, zone: Place, of: World) -> Doc:
    doc: dict[str, Doc] = {"of": owner_text(zone.per), "kind": "stack" if zone.ordered else "set"}
    doc["seen by"] = seen(w, zone.per, of)
    if w.dice.chance(4):
        doc["counted by"] = seen(w, zone.per, of)
    return doc


def seen(w: Writer, per: Owner, of: World) -> Tree:
    """A set of seats for `seen by`."""
    scope = Scope(of, me=False)
    if per is Per.PLAYER:
        scope = scope.knowing(tree(SEAT, "owner"))
    if w.dice.chance(3):
        return w.say(SetType(SEAT), scope, 5)
    words = ("everyone", "everyone", "nobody", *(("owner",) * (per is Per.PLAYER)))
    return tree(SetType(SEAT), w.dice.one(words))


def variables_doc(w: Writer, of: World) -> Doc:
    return {v.name: _variable_doc(w, v, of) for v in of.variables}


def _variable_doc(w: Writer, variable: Memory, of: World) -> Doc:
    doc: dict[str, Doc] = {"of": owner_text(variable.per)}
    if isinstance(variable.type, EnumType):
        doc["from"] = f"[{', '.join(variable.type.members)}]"
    else:
        doc["type"] = type_text(variable.type)
    if variable.sure:
        doc["starts"] = start(w, variable.type, of)
    doc["seen by"] = seen(w, variable.per, of)
    if w.dice.chance(4):
        doc["lasts"] = w.dice.one(("match", "deal"))
    return doc


def start(w: Writer, kind: Type, of: World) -> Tree:
    scope = Scope(replace(of, variables=(), zones=()), Moment.STILL)
    if isinstance(kind, IntType) and w.dice.chance(2):
        return number(kind.lo + w.dice.below(kind.hi - kind.lo + 1))
    return w.value_for(kind, scope, 3 if kind != SEAT else 1)


def require_doc(w: Writer, of: World) -> Doc:
    scope = Scope(replace(of, zones=()), Moment.STILL)
    return {"something": {"that": boxed(BOOL, "size(cards) > 0 or ", w.say(BOOL, scope, 4))}}


# definitions ------------------------------------------------------------------------------------------------


def definitions(w: Writer, of: World) -> tuple[World, dict[str, Doc]]:
    """The world with definitions, and their section."""
    doc: dict[str, Doc] = {}
    for n in range(w.dice.below(5)):
        defined, body = _definition(w, f"word{n}", of)
        params = ", ".join(f"{type_text(p.type)} {p.name}" for p in defined.params)
        doc[f"{defined.name}({params})" if params else defined.name] = body
        of = replace(of, definitions=(*of.definitions, defined))
    return of, doc


def _definition(w: Writer, name: str, of: World) -> tuple[Defined, Tree]:
    kinds: tuple[Type, ...] = (BOOL, BOOL, IntType(0, 0), SEAT, SUIT, RANK, SetType(CARD), SetType(SEAT))
    params = tuple(_parameter(w) for _ in range(w.dice.below(3)))
    me, position, turn = not w.dice.chance(4), not w.dice.chance(5), not w.dice.chance(3)
    scope = Scope(of, Moment.RULE if position else Moment.STILL, me and position, turn, guard=True)
    if not position:
        scope = replace(scope, world=replace(of, zones=(), variables=()))
    scope = scope.knowing(*(tree(p.type, p.name) for p in params))
    kind = w.one(kinds)
    if kind == SEAT and not position:
        kind = BOOL
    body = w.say(kind, scope, 6)
    assert not isinstance(body.kind, str)
    return Defined(name, params, body.kind, scope.me, position, turn, asks=False), body


def _parameter(w: Writer) -> Setting:
    return Setting(w.fresh("p"), w.kind(CARD, SEAT, SUIT, RANK, IntType(0, 9), BOOL))


def sentence(w: Writer, scope: Scope) -> Tree:
    """A text with values in it."""
    kinds: tuple[Type, ...] = (BOOL, IntType(0, 0), SUIT, RANK, SetType(CARD))
    shown = w.say(w.one(kinds), scope, 4)
    more = [t for t in scope.known if not isinstance(t.kind, str)]
    parts: list[str | Tree] = ["it is {", shown, "}"]
    if more:
        parts += [" with {", w.one(more), "}"]
    return Tree(SENTENCE, tuple(parts))
