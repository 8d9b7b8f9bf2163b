"""What a seat or a spectator may know, by the declarations of the rule file alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from interpreter.ir.nodes import (
    Apply,
    Bind,
    Call,
    Expr,
    Game,
    Literal,
    Local,
    OptionRef,
    Owner,
    Per,
    VariableRef,
    ZoneRef,
)
from interpreter.ir.ops import Op
from interpreter.ir.types import Card, Seat, Value
from interpreter.ir.walk import inside, with_definitions
from interpreter.run.env import Context, Env, Meaning
from interpreter.run.evaluate import no_env
from interpreter.run.fault import Fault
from interpreter.run.protocol import ZoneView
from interpreter.run.state import Content, Held, Hidden, State

_Rule: TypeAlias = "Meaning | tuple[frozenset[int], ...]"
"""Who sees something: an expression, or by owner where that is the same in every position."""
_ASKING = frozenset({Op.ME, Op.MOVER, Op.PHASE, Op.IS_SET})
"""Operators that ask for who acts, the mover, the phase or variables."""
_MOMENT = _ASKING | {
    *(Op.NEXT, Op.OVER, Op.PLIES, Op.TURNS, Op.REPEATS, Op.ENDED, Op.WINS, Op.LOSES),
    *(Op.LAST_MOVE, Op.LAST_PLAYER, Op.LAID_BY),
}
"""All operators whose value is not that of their arguments alone."""
MOST_MARKS = 256
"""Findings about marks that are remembered."""


class Sight:
    """Who sees what. A spectator (None) sees what every seat sees."""

    def __init__(self, context: Context) -> None:
        game = context.game
        self._context = context
        self._everyone = frozenset(range(context.seats))
        self._seen = tuple(self._rule(z.seen, z.per) for z in game.zones)
        self._counted = tuple(self._rule(z.counted, z.per) for z in game.zones)
        self._variables = tuple(self._rule(v.seen, v.per) for v in game.variables)
        mark = game.table.mark
        self._mark = context.meaning(mark) if mark is not None else None
        self._plain_mark = mark is not None and asks_only([mark], game, {v.name for v in game.variables})
        self._marks: dict[object, frozenset[Card]] = {}

    def _rule(self, seen: Expr, per: Owner) -> _Rule:
        meaning = self._context.meaning(seen)
        if not is_timeless(seen):
            return meaning
        owners = range(self._context.copies(per))
        try:
            return tuple(frozenset(meaning(no_env({"owner": n}))) for n in owners)
        except Fault:
            return meaning

    @property
    def is_fixed(self) -> bool:
        """Whether who sees what is the same in every position, and marks follow from variables."""
        rules = (*self._seen, *self._counted, *self._variables)
        return all(isinstance(r, tuple) for r in rules) and (self._mark is None or self._plain_mark)

    @property
    def marks(self) -> bool:
        """Whether the table marks any cards."""
        return self._mark is not None

    def levels(self, zone: int, viewer: Seat | None) -> tuple[int, ...]:
        """By place, how much of a zone is seen, where that is fixed: 2 cards, 1 their number, 0 nothing."""
        seen, counted = (self._always(rules[zone], viewer) for rules in (self._seen, self._counted))
        return tuple(2 if s else int(c) for s, c in zip(seen, counted, strict=True))

    def shows(self, variable: int, viewer: Seat | None) -> tuple[bool, ...]:
        """By place, whether a variable is seen, where that is fixed."""
        return self._always(self._variables[variable], viewer)

    def _always(self, rule: _Rule, viewer: Seat | None) -> tuple[bool, ...]:
        assert isinstance(rule, tuple)
        return tuple(self._everyone <= seats if viewer is None else viewer in seats for seats in rule)

    def _allows(self, rule: _Rule, state: State, per: Owner, owner: int, viewer: Seat | None) -> bool:
        seats: Collection[int]
        if isinstance(rule, tuple):
            seats = rule[owner]
        else:
            names: dict[str, Value] = {"owner": owner} if per is Per.PLAYER else {}
            seats = rule(Env(state, state.mover, names))
        return self._everyone <= set(seats) if viewer is None else viewer in seats

    def masked(self, state: State, viewer: Seat | None) -> State:
        """The state with all that the viewer does not see replaced by `Hidden`."""
        zones = tuple(
            tuple(self._content(state, n, i, viewer) for i in range(len(row)))
            for n, row in enumerate(state.zones)
        )
        variables = tuple(
            tuple(self._value(state, n, i, viewer) for i in range(len(row)))
            for n, row in enumerate(state.variables)
        )
        phase, mover, outcome = state.phase, state.mover, state.outcome
        return State(zones, variables, phase, mover, state.step, state.done, outcome, state.past)

    def _content(self, state: State, number: int, index: int, viewer: Seat | None) -> Content:
        cards, per = state.zones[number][index], self._context.game.zones[number].per
        if self._allows(self._seen[number], state, per, index, viewer):
            return cards
        counted = self._allows(self._counted[number], state, per, index, viewer)
        return Hidden(len(cards) if counted and isinstance(cards, tuple) else None)

    def _value(self, state: State, number: int, index: int, viewer: Seat | None) -> Held:
        variable = self._context.game.variables[number]
        if not self._allows(self._variables[number], state, variable.per, index, viewer):
            return Hidden()
        return state.variables[number][index]

    def zones(self, masked: State) -> dict[str, tuple[ZoneView, ...]]:
        """By zone, what is left of it; who sees the cards also knows their number."""
        zones = zip(self._context.game.zones, masked.zones, strict=True)
        return {zone.name: tuple(_zone_view(content) for content in row) for zone, row in zones}

    def variables(self, masked: State) -> dict[str, tuple[Value | None, ...]]:
        """By variable, its values; None where unset or not seen."""
        variables = zip(self._context.game.variables, masked.variables, strict=True)
        return {v.name: tuple(None if isinstance(h, Hidden) else h for h in row) for v, row in variables}

    def marked(self, masked: State, viewer: Seat | None) -> frozenset[Card]:
        """The cards that the table marks for the viewer; none while the rules cannot tell yet."""
        if self._mark is None or viewer is None:
            return frozenset()
        if not self._plain_mark:
            return self._marked(self._mark, masked, viewer)
        key = (viewer, masked.variables, masked.phase, masked.mover)
        found = self._marks.get(key)
        if found is None:
            if len(self._marks) >= MOST_MARKS:
                self._marks.clear()
            found = self._marks[key] = self._marked(self._mark, masked, viewer)
        return found

    def _marked(self, mark: Meaning, masked: State, viewer: Seat) -> frozenset[Card]:
        try:
            return frozenset(c for c in self._context.cards if mark(Env(masked, viewer, {"card": c})))
        except Fault:
            return frozenset()


def is_timeless(e: Expr, asking: bool = False) -> bool:
    """Whether an expression has one value in all positions, its names (and, if `asking`, `me`) given."""
    barred = _MOMENT - {Op.ME} if asking else _MOMENT
    return all(
        isinstance(n, Literal | OptionRef | Local) or (isinstance(n, Apply) and n.op not in barred)
        for n in inside(e)
    )


def asks_only(roots: Iterable[Expr], game: Game, names: Collection[str]) -> bool:
    """Whether expressions depend on these zones and variables, phase, mover and their own names alone."""

    def known(n: Expr) -> bool:
        if isinstance(n, ZoneRef | VariableRef):
            return n.name in names
        plain = isinstance(n, Literal | OptionRef | Local | Bind | Call)
        return plain or (isinstance(n, Apply) and n.op not in _MOMENT - _ASKING)

    return all(map(known, with_definitions(game, roots)))


def _zone_view(content: Content) -> ZoneView:
    if isinstance(content, Hidden):
        return ZoneView(None, content.count)
    return ZoneView(content, len(content))
