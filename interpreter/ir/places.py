"""Whether an expression is well-formed where it stands: types, names, and what may be asked there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.signatures import BINDERS, SIGNATURES
from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    RANK,
    SEAT,
    STACK,
    SUIT,
    EnumType,
    IntType,
    SequenceType,
    SetType,
    Type,
    Value,
    describe,
    same_family,
)

_POSITION = frozenset((Op.MOVER, Op.NEXT, Op.PHASE, Op.IS_SET, Op.OVER))
_COUNTERS = frozenset((Op.PLIES, Op.TURNS, Op.REPEATS))
_HISTORY = frozenset((Op.ENDED, Op.WINS, Op.LOSES, Op.LAST_MOVE, Op.LAST_PLAYER, Op.LAID_BY))


@dataclass(frozen=True)
class Place:
    """Where an expression stands: which locals it may read, and what else it may ask."""

    names: Mapping[str, Type] = field(default_factory=dict)
    me: bool = False
    position: bool = True
    counters: bool = False
    history: bool = False
    old: bool = False

    def bind(self, name: str, kind: Type) -> Place:
        return replace(self, names={**self.names, name: kind})


STILL = Place(position=False)
RULE = Place()
ACTING = Place(me=True)
ENDING = Place(me=True, counters=True)
CHECK = Place(me=True, counters=True, history=True)
STEP = replace(CHECK, old=True)


class Expressions:
    """Looks at the expressions of one game."""

    def __init__(self, game: ir.Game) -> None:
        self._game = game
        self._options = {o.name: o for o in game.options}
        self._zones = {z.name: z for z in game.zones}
        self._variables = {v.name: v for v in game.variables}
        self._moves = {m.name: m for m in game.moves}
        self._definitions: dict[str, ir.Definition] = {}

    def define(self, definition: ir.Definition) -> None:
        """From now on it may be called."""
        self._definitions[definition.name] = definition

    def wanted(self, e: ir.Expr, kind: Type, place: Place) -> Iterator[str]:
        """What is wrong with an expression that has to be of this kind."""
        if not same_family(e.type, kind):
            wanted = "a number" if isinstance(kind, IntType) else describe(kind)
            yield f"{wanted} is wanted, not {describe(e.type)}"
        yield from self.problems(e, place)

    def maybe(self, e: ir.Expr | None, kind: Type, place: Place) -> Iterator[str]:
        """The same for one that may be left out."""
        if e is not None:
            yield from self.wanted(e, kind, place)

    def problems(self, e: ir.Expr, place: Place) -> Iterator[str]:
        """What is wrong with an expression, whatever it is wanted for."""
        match e:
            case ir.Literal():
                if not self.fits(e.value, e.type):
                    yield f"the value {e.value} is not {describe(e.type)}"
            case ir.OptionRef():
                option = self._options.get(e.name)
                yield from self._declared(f"option `{e.name}`", e.type, option.type if option else None)
            case ir.Local():
                yield from self._declared(f"name `{e.name}`", e.type, place.names.get(e.name))
            case ir.VariableRef() | ir.ZoneRef():
                yield from self._reference(e, place)
            case ir.Apply():
                yield from self._apply(e, place)
            case ir.Bind():
                yield from self._bind(e, place)
            case ir.Let():
                yield from self.problems(e.value, place)
                yield from self._inside(e.name, e.value.type, e.body, place)
                yield from self._same(e.type, e.body.type, "a `let`")
            case ir.Call():
                yield from self._call(e, place)
            case ir.Can():
                yield from self._can(e, place)
            case ir.For():
                yield from self.wanted(e.seat, SEAT, place)
                yield from self.problems(e.body, replace(place, me=True))
                yield from self._same(e.type, e.body.type, "a `for`")
            case ir.Old():
                yield from self._old(e, place)
            case _:
                assert_never(e)

    # names

    def _declared(self, what: str, kind: Type, known: Type | None) -> Iterator[str]:
        if known is None:
            yield f"there is no {what}"
        elif not same_family(kind, known):
            yield f"the {what} is {describe(known)}, not {describe(kind)}"

    def _reference(self, e: ir.VariableRef | ir.ZoneRef, place: Place) -> Iterator[str]:
        if not place.position:
            yield f"`{e.name}` stands where there is no position"
        kind: Type | None = None
        owner: ir.Owner = ir.Per.TABLE
        if isinstance(e, ir.ZoneRef) and e.name in self._zones:
            owner, kind = self._zones[e.name].per, STACK if self._zones[e.name].ordered else CARDS
        elif isinstance(e, ir.VariableRef) and e.name in self._variables:
            owner, kind = self._variables[e.name].per, self._variables[e.name].type
        yield from self._declared(f"zone or variable `{e.name}`", e.type, kind)
        if kind is not None:
            yield from self._index(e, owner, place)

    def _index(self, e: ir.VariableRef | ir.ZoneRef, owner: ir.Owner, place: Place) -> Iterator[str]:
        kind = owner.of if isinstance(owner, ir.Family) else SEAT if owner is ir.Per.PLAYER else None
        if kind is not None and e.index is not None:
            yield from self.wanted(e.index, kind, place)
        elif kind is not None or e.index is not None:
            yield f"`{e.name}` has {'an' if kind is None else 'no'} index"

    def _call(self, e: ir.Call, place: Place) -> Iterator[str]:
        definition = self._definitions.get(e.name)
        yield from self._declared(
            f"definition `{e.name}` before this", e.type, definition.type if definition else None
        )
        if definition is None:
            return
        if len(e.args) != len(definition.params):
            yield f"`{e.name}` is called with {len(e.args)} arguments"
        for arg, param in zip(e.args, definition.params, strict=False):
            yield from self.wanted(arg, param.type, place)

    def _can(self, e: ir.Can, place: Place) -> Iterator[str]:
        move = self._moves.get(e.move)
        if not place.me or not place.position:
            yield "`can` stands where nobody acts"
        if move is None or len(e.args) > len(move.picks):
            yield f"there is no move `{e.move}` with {len(e.args)} picks"
            return
        for arg, pick in zip(e.args, move.picks, strict=False):
            yield from self.wanted(arg, members(pick.domain.type), place)
        yield from self._same(e.type, BOOL, "`can`")

    # the rest

    def _apply(self, e: ir.Apply, place: Place) -> Iterator[str]:
        if not SIGNATURES[e.op](tuple(a.type for a in e.args), e.type):
            yield f"`{e.op.value}` does not go with its operands, or does not give {describe(e.type)}"
        allowed = (
            (e.op is not Op.ME or place.me)
            and (e.op not in _POSITION or place.position)
            and (e.op not in _COUNTERS or place.counters)
            and (e.op not in _HISTORY or place.history)
        )
        if not allowed:
            yield f"`{e.op.value}` may not be asked here"
        if e.op is Op.IS_SET and not isinstance(e.args[0], ir.VariableRef):
            yield "only a variable is set or unset"
        for arg in e.args:
            yield from self.problems(arg, place)

    def _bind(self, e: ir.Bind, place: Place) -> Iterator[str]:
        yield from self.problems(e.domain, place)
        if not isinstance(e.domain.type, SetType | SequenceType):
            yield f"`{e.var}` runs through no set"
        elif not BINDERS[e.op]((e.domain.type, e.body.type), e.type):
            yield f"`{e.op.value}` does not give {describe(e.type)}"
        yield from self._inside(e.var, members(e.domain.type), e.body, place)

    def _inside(self, name: str, kind: Type, body: ir.Expr, place: Place) -> Iterator[str]:
        if name in place.names:
            yield f"the name `{name}` hides another"
        yield from self.problems(body, place.bind(name, kind))

    def _old(self, e: ir.Old, place: Place) -> Iterator[str]:
        if not place.old:
            yield "`old` stands where there was no step"
        yield from self.problems(e.body, place)
        yield from self._same(e.type, e.body.type, "`old`")

    def _same(self, kind: Type, found: Type, what: str) -> Iterator[str]:
        if not same_family(kind, found):
            yield f"{what} is {describe(kind)}, and its body {describe(found)}"

    # values

    def fits(self, value: Value, kind: Type) -> bool:
        """Whether a value is one of the type's."""
        if isinstance(kind, SetType | SequenceType):
            return isinstance(value, tuple) and all(self.fits(v, kind.of) for v in value)
        if kind == BOOL:
            return isinstance(value, bool)
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        if isinstance(kind, IntType):
            return kind.lo <= value <= kind.hi
        return 0 <= value < self._count(kind)

    def _count(self, kind: Type) -> int:
        if isinstance(kind, EnumType):
            return len(kind.members)
        suits, ranks = len(self._game.deck.suits), len(self._game.deck.ranks)
        sizes = {SUIT: suits, RANK: ranks, CARD: suits * ranks, SEAT: self._game.seats}
        return next((size for known, size in sizes.items() if known == kind), 0)


def members(kind: Type) -> Type:
    """What a set or stack holds; anything else holds itself."""
    return kind.of if isinstance(kind, SetType | SequenceType) else kind
