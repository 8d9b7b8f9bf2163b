"""Views straight from the states of the compiled engine, for games in which who sees what never changes.

They say the same as those made by `interpreter/run/hearing.py`, which is asked about everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from interpreter.fast.engine import Compiled, State
from interpreter.fast.runtime import gather, members
from interpreter.ir.types import CARD, Card, Seat, Value
from interpreter.run.hearing import Hearing
from interpreter.run.match import Step
from interpreter.run.protocol import Action, ZoneView
from interpreter.run.state import State as Shown
from interpreter.run.telling import Told
from interpreter.run.views import Sight, asks_only
from server.core.pieces import Pieces

CARDS, COUNT, NOTHING = 2, 1, 0
"""How much of a zone is seen."""
MOST = 8192
"""Pieces of a kind that are remembered."""
MOST_SAID = 1024
"""Sentences about single actions that are remembered."""
Seen: TypeAlias = tuple[Any, ...]


class Plain:
    """One game. A viewer is a seat or None."""

    def __init__(self, engine: Compiled, hearing: Hearing, pieces: Pieces, sight: Sight) -> None:
        self._engine, self._hearing, self._pieces, self._sight = engine, hearing, pieces, sight
        self._layout, game = engine.layout, engine.game
        viewers = (None, *map(Seat, range(game.seats)))
        self._zones = {v: self._zone_slots(v) for v in viewers}
        self._variables = {v: self._variable_slots(v) for v in viewers}
        cards = {v.name for v in game.variables if v.type == CARD}
        self._named = {
            v: [at for name, slots in rows if name in cards for at in slots if at is not None]
            for v, rows in self._variables.items()
        }
        self._zone_text = lru_cache(MOST)(self._zone_said)
        self._variable_text = lru_cache(MOST)(self._variable_said)
        self._cards_text = lru_cache(MOST)(self._cards_said)
        self._marks: dict[object, int] = {}

        self._public = frozenset(self._told_to_all())
        self._said: dict[int, tuple[Step[State], Told]] = {}

    def _told_to_all(self) -> Iterator[str]:
        """The moves about which the same is said to everybody who knows what was picked."""
        game, anybody = self._engine.game, None
        open_zones = {name for name, _, slots in self._zones[anybody] if all(v == CARDS for _, v in slots)}
        open_variables = {name for name, slots in self._variables[anybody] if None not in slots}
        for move in game.moves:
            parts = [] if move.said is None else [p for p in move.said.parts if not isinstance(p, str)]
            if move.said is not None and asks_only(parts, game, open_zones | open_variables):
                yield move.name

    def said(self, step: Step[State], shown: Callable[[State], Shown]) -> Told | None:
        """What is said of a seat's action to all who know its picks; None if that is not the same for all."""
        action = step.action
        if action.move not in self._public:
            return None
        found = self._said.get(id(step))
        if found is None or found[0] is not step:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            before, after = shown(step.before), shown(step.after)
            told = self._hearing.words.move(before, action, after, action.player, dict(action.picks))
            found = self._said[id(step)] = (step, told)
        return found[1]

    @staticmethod
    def of(engine: Compiled, hearing: Hearing, pieces: Pieces) -> Plain | None:
        """None if somebody's sight depends on the position."""
        sight = hearing.sight
        return Plain(engine, hearing, pieces, sight) if sight.is_fixed else None

    # what a viewer sees

    def _zone_slots(self, viewer: Seat | None) -> list[tuple[str, bool, tuple[tuple[int, int], ...]]]:
        found = []
        for n, (zone, row) in enumerate(
            zip(self._engine.game.zones, self._layout.zones.values(), strict=True)
        ):
            levels = self._sight.levels(n, viewer)
            slots = tuple((row.start + i, level) for i, level in enumerate(levels))
            found.append((zone.name, zone.ordered, slots))
        return found

    def _variable_slots(self, viewer: Seat | None) -> list[tuple[str, tuple[int | None, ...]]]:
        found = []
        for n, variable in enumerate(self._engine.game.variables):
            row, shown = self._layout.variables[variable.name], self._sight.shows(n, viewer)
            found.append((variable.name, tuple(row.start + i if s else None for i, s in enumerate(shown))))
        return found

    def seen(self, state: State, viewer: Seat | None) -> Seen:
        """Equal for two states exactly if the viewer sees the same in both."""
        zones = tuple(
            tuple(_content(state[at], level, ordered) for at, level in slots)
            for _, ordered, slots in self._zones[viewer]
        )
        variables = tuple(
            tuple(None if at is None else state[at] for at in slots) for _, slots in self._variables[viewer]
        )
        layout = self._layout
        return zones, variables, state[layout.phase], state[layout.mover], state[layout.result]

    def held(self, state: State, seen: Seen, viewer: Seat | None) -> str:
        """`zones`, `variables` and `marked` of a view."""
        rows = zip(self._zones[viewer], seen[0], strict=True)
        zones = [self._zone_text(name, ordered, row) for (name, ordered, _), row in rows]
        pairs = zip(self._variables[viewer], seen[1], strict=True)
        variables = [self._variable_text(name, slots, row) for (name, slots), row in pairs]
        marked = self._cards_text(self._marked(state, seen, viewer) & self._open(state, viewer))
        return f'"zones":{{{",".join(zones)}}},"variables":{{{",".join(variables)}}},"marked":{marked}'

    def _open(self, state: State, viewer: Seat | None) -> int:
        """The cards that lie open to the viewer, as a mask."""
        found = 0
        for _, ordered, slots in self._zones[viewer]:
            for at, level in slots:
                if level == CARDS:
                    found |= gather(state[at]) if ordered else state[at]
        return found

    def _marked(self, state: State, seen: Seen, viewer: Seat | None) -> int:
        if viewer is None or not self._sight.marks:
            return 0
        key = (viewer, *seen[1:4])
        found = self._marks.get(key)
        if found is None:
            if len(self._marks) >= MOST:
                self._marks.clear()
            masked = self._sight.masked(self._layout.state(state), viewer)
            found = self._marks[key] = gather(self._sight.marked(masked, viewer))
        return found

    def tells(self, before: State, action: Action, after: State, viewer: Seat | None) -> bool:
        """Whether the viewer knows what was picked: he did it, or sees the cards come or go."""
        if action.player == viewer:
            return True
        picked = self._hearing.picked[action.move]
        for name, value in action.picks:
            if picked[name] != CARD or self._places(before, value, viewer) == self._places(
                after, value, viewer
            ):
                return False
        return True

    def _places(self, state: State, card: int, viewer: Seat | None) -> list[int]:
        """The slots in which the viewer sees a card; a variable that holds it is one as well."""
        named = [at for at in self._named[viewer] if state[at] == card]
        return named + [
            at
            for _, ordered, slots in self._zones[viewer]
            for at, level in slots
            if level == CARDS and (card in state[at] if ordered else state[at] >> card & 1)
        ]

    # texts

    def _zone_said(self, name: str, ordered: bool, row: tuple[tuple[int, Any], ...]) -> str:
        return self._pieces.zone(name, tuple(_zone_view(level, held, ordered) for level, held in row))

    def _variable_said(self, name: str, slots: tuple[int | None, ...], row: tuple[Any, ...]) -> str:
        about = self._layout.variables[name]
        kind = next(v.type for v in self._engine.game.variables if v.name == name)
        values: list[Value | None] = [
            None if at is None or held == about.unset else self._layout.decode(held, kind)
            for at, held in zip(slots, row, strict=True)
        ]
        return self._pieces.variable(name, tuple(values))

    def _cards_said(self, mask: int) -> str:
        return self._pieces.cards(tuple(members(mask)))


def _content(slot: Any, level: int, ordered: bool) -> tuple[int, Any]:
    if level == CARDS:
        return CARDS, slot
    if level == NOTHING:
        return NOTHING, None
    return COUNT, len(slot) if ordered else slot.bit_count()


def _zone_view(level: int, held: Any, ordered: bool) -> ZoneView:
    if level == CARDS:
        cards = tuple(Card(c) for c in (held if ordered else members(held)))
        return ZoneView(cards, len(cards))
    return ZoneView(None, held)
