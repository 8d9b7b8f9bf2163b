"""What a seat or a spectator may know, by the declarations of the rule file alone."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.nodes import Per
from interpreter.ir.types import Card, Seat, Value
from interpreter.run.env import Context, Env, Meaning
from interpreter.run.fault import Fault
from interpreter.run.protocol import ZoneView
from interpreter.run.state import Held, Hidden, State


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

    def _allows(self, rule: Meaning, state: State, per: Per, owner: int, viewer: Seat | None) -> bool:
        names: dict[str, Value] = {"owner": owner} if per is Per.PLAYER else {}
        seats = rule(Env(state, state.mover, names))
        return self._everyone <= set(seats) if viewer is None else viewer in seats

    def zone(self, state: State, number: int, index: int, viewer: Seat | None) -> ZoneView:
        """What the viewer knows of one zone; who sees the cards also knows their number."""
        cards, per = state.zones[number][index], self._context.game.zones[number].per
        assert isinstance(cards, tuple)
        if self._allows(self._seen[number], state, per, index, viewer):
            return ZoneView(cards, len(cards))
        counted = self._allows(self._counted[number], state, per, index, viewer)
        return ZoneView(None, len(cards) if counted else None)

    def zones(self, state: State, viewer: Seat | None) -> dict[str, tuple[ZoneView, ...]]:
        return {
            zone.name: tuple(self.zone(state, n, i, viewer) for i in range(len(state.zones[n])))
            for n, zone in enumerate(self._context.game.zones)
        }

    def _value(self, state: State, number: int, index: int, viewer: Seat | None) -> Held:
        variable = self._context.game.variables[number]
        if not self._allows(self._variables[number], state, variable.per, index, viewer):
            return Hidden()
        return state.variables[number][index]

    def variables(self, state: State, viewer: Seat | None) -> dict[str, tuple[Value | None, ...]]:
        """Values by variable; None where unset or not seen."""
        shown: dict[str, tuple[Value | None, ...]] = {}
        for n, variable in enumerate(self._context.game.variables):
            held = [self._value(state, n, i, viewer) for i in range(len(state.variables[n]))]
            shown[variable.name] = tuple(None if isinstance(h, Hidden) else h for h in held)
        return shown

    def masked(self, state: State, viewer: Seat) -> State:
        """The state with all that the viewer does not see replaced by `Hidden`."""
        zones = []
        for n, row in enumerate(state.zones):
            views = [self.zone(state, n, i, viewer) for i in range(len(row))]
            zones.append(tuple(v.cards if v.cards is not None else Hidden(v.count) for v in views))
        variables = tuple(
            tuple(self._value(state, n, i, viewer) for i in range(len(row)))
            for n, row in enumerate(state.variables)
        )
        return replace(state, zones=tuple(zones), variables=variables)

    def marked(self, masked: State, viewer: Seat) -> frozenset[Card]:
        """The cards that the table marks for the viewer; none while the rules cannot tell yet."""
        if self._mark is None:
            return frozenset()
        try:
            return frozenset(c for c in self._context.cards if self._mark(Env(masked, viewer, {"card": c})))
        except Fault:
            return frozenset()
