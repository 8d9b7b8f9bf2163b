"""What a seat or a spectator may know, by the declarations of the rule file alone."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.nodes import Owner, Per
from interpreter.ir.types import Card, Seat, Value
from interpreter.run.env import Context, Env, Meaning
from interpreter.run.fault import Fault
from interpreter.run.protocol import ZoneView
from interpreter.run.state import Content, Held, Hidden, State


class Sight:
    """Who sees what. A spectator (None) sees what every seat sees."""

    def __init__(self, context: Context) -> None:
        game = context.game
        self._context = context
        self._everyone = frozenset(range(context.seats))
        self._seen = tuple(context.meaning(z.seen) for z in game.zones)
        self._counted = tuple(context.meaning(z.counted) for z in game.zones)
        self._variables = tuple(context.meaning(v.seen) for v in game.variables)
        self._mark = context.meaning(game.table.mark) if game.table.mark is not None else None

    def _allows(self, rule: Meaning, state: State, per: Owner, owner: int, viewer: Seat | None) -> bool:
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
        return replace(state, zones=zones, variables=variables)

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
        try:
            return frozenset(c for c in self._context.cards if self._mark(Env(masked, viewer, {"card": c})))
        except Fault:
            return frozenset()


def _zone_view(content: Content) -> ZoneView:
    if isinstance(content, Hidden):
        return ZoneView(None, content.count)
    return ZoneView(content, len(content))
