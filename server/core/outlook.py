"""What one viewer sees of the states of the compiled engine, where that is the same in every position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

from interpreter.fast.engine import Compiled, State
from interpreter.fast.runtime import gather
from interpreter.ir.types import CARD, Seat
from interpreter.run.state import State as Shown
from interpreter.run.views import Sight
from server.core.lines import patterned
from server.core.pieces import Pieces, content
from server.core.spelling import to_json

CARDS, COUNT, NOTHING = 2, 1, 0
"""How much of a zone is seen."""
MOST = 2048
"""Sets and values of variables of which the texts are remembered."""
MOST_STACKS = 512
"""The same of stacks, which are longer; all viewers of a position are told about it one after another."""
Write: TypeAlias = Callable[[Any], str]
Part: TypeAlias = "str | tuple[int, Write]"
"""A text, or a slot with what writes its content."""


class Writers:
    """What writes the contents of slots, for all viewers of a game."""

    def __init__(self, engine: Compiled, pieces: Pieces) -> None:
        self._layout, self._pieces = engine.layout, pieces
        self._types = {v.name: v.type for v in engine.game.variables}
        self._known = {name: self._variable(name) for name in self._types}
        self._set, self._stack = lru_cache(MOST)(self._of_set), lru_cache(MOST_STACKS)(self._of_stack)
        self.mask = lru_cache(MOST_STACKS)(gather)
        """The cards of a stack."""
        self.members = pieces.members

    def zone(self, slot: int, ordered: bool, level: int) -> Part:
        if level == NOTHING:
            return content(None, None)
        if level == CARDS:
            return slot, self._stack if ordered else self._set
        return slot, _number_of_stack if ordered else _number_of_set

    def variable(self, name: str, slot: int, shown: bool) -> Part:
        return (slot, self._known[name]) if shown else "null"

    def _of_set(self, mask: int) -> str:
        return content(f"[{self._pieces.members(mask)}]", mask.bit_count())

    def _of_stack(self, stack: tuple[int, ...]) -> str:
        return content(self._pieces.listed_cards(stack), len(stack))

    def _variable(self, name: str) -> Write:
        of, unset = self._types[name], self._layout.variables[name].unset

        def write(held: Any) -> str:
            value = None if held == unset else self._layout.decode(held, of)
            return self._pieces.value(name, value)

        return lru_cache(MOST)(write)


def _number_of_set(mask: int) -> str:
    return content(None, mask.bit_count())


def _number_of_stack(stack: tuple[int, ...]) -> str:
    return content(None, len(stack))


class Outlook:
    """A viewer is a seat or None. `open_names` are the zones and variables of which he sees everything."""

    def __init__(self, engine: Compiled, sight: Sight, viewer: Seat | None, writers: Writers) -> None:
        self._layout, self._sight, self._viewer, self._writers = engine.layout, sight, viewer, writers
        layout, game = engine.layout, engine.game
        zones = [
            (zone.name, zone.ordered, [(row.start + i, level) for i, level in enumerate(levels)])
            for n, (zone, row) in enumerate(zip(game.zones, layout.zones.values(), strict=True))
            for levels in (sight.levels(n, viewer),)
        ]
        variables = [
            (v.name, [(row.start + i, shown) for i, shown in enumerate(sight.shows(n, viewer))])
            for n, (v, row) in enumerate(zip(game.variables, layout.variables.values(), strict=True))
        ]
        self.open_names = frozenset(n for n, _, row in zones if all(level == CARDS for _, level in row))
        self.open_names |= {name for name, row in variables if all(shown for _, shown in row)}
        flat = [(at, ordered, level) for _, ordered, row in zones for at, level in row]
        shown = [(name, at) for name, row in variables for at, is_shown in row if is_shown]
        cards = {v.name for v in game.variables if v.type == CARD}
        self._sets = [at for at, ordered, level in flat if level == CARDS and not ordered]
        self._stacks = [at for at, ordered, level in flat if level == CARDS and ordered]
        self._counted = [(at, ordered) for at, ordered, level in flat if level == COUNT]
        self._named = [at for name, at in shown if name in cards]
        about = [at for _, at in shown]
        about += [layout.phase, layout.mover]
        self._whole = _getter([*self._sets, *self._stacks, *about, layout.result])
        self._deciding = _getter(about)
        self._marks: dict[object, int] = {}
        parts = list(self._parts(zones, variables))
        self._pattern = patterned(part if isinstance(part, str) else None for part in parts) + "%s]"
        self._slots = [part for part in parts if not isinstance(part, str)]

    def _parts(
        self, zones: list[tuple[str, bool, list[tuple[int, int]]]], variables: list[tuple[str, Any]]
    ) -> Iterator[Part]:
        """All of a view's text up to the cards that are marked."""
        write = self._writers
        yield '"zones":{'
        for n, (name, ordered, places) in enumerate(zones):
            row = [write.zone(at, ordered, level) for at, level in places]
            yield from _row(n, name, row)
        yield '},"variables":{'
        for n, (name, slots) in enumerate(variables):
            yield from _row(n, name, [write.variable(name, at, shown) for at, shown in slots])
        yield '},"marked":['

    def held(self, state: State) -> str:
        """`zones`, `variables` and `marked` of a view."""
        texts = [write(state[at]) for at, write in self._slots]
        return self._pattern % (*texts, self._marked_text(state))

    def _marked_text(self, state: State) -> str:
        if self._viewer is None or not self._sight.marks:
            return ""
        key = self._deciding(state)
        marked = self._marks.get(key)
        if marked is None:
            if len(self._marks) >= MOST:
                self._marks.clear()
            marked = self._marks[key] = self._marked(self._layout.state(state), self._viewer)
        return self._writers.members(marked & self._lying(state)) if marked else ""

    def _marked(self, state: Shown, viewer: Seat) -> int:
        return gather(self._sight.marked(self._sight.masked(state, viewer), viewer))

    def _lying(self, state: State) -> int:
        """The cards that lie open, as a mask."""
        found = 0
        for at in self._sets:
            found |= state[at]
        for at in self._stacks:
            found |= self._writers.mask(state[at])
        return found

    def notices(self, before: State, after: State) -> bool:
        """Whether the viewer sees another thing in one state than in the other."""
        if self._whole(before) != self._whole(after):
            return True
        return any(
            len(before[at]) != len(after[at]) if ordered else before[at].bit_count() != after[at].bit_count()
            for at, ordered in self._counted
        )

    def moves(self, card: int, before: State, after: State) -> bool:
        """Whether the viewer sees a card come or go; a variable that holds it is a place as well."""
        for at in self._sets:
            if (before[at] ^ after[at]) >> card & 1:
                return True
        if any((card in before[at]) != (card in after[at]) for at in self._stacks):
            return True
        return any((before[at] == card) != (after[at] == card) for at in self._named)


def _getter(slots: list[int]) -> Callable[[State], tuple[Any, ...]]:
    """What picks out these slots, two or more."""
    return itemgetter(*slots)


def _row(number: int, name: str, parts: list[Part]) -> Iterator[Part]:
    """What a view says of one zone or variable, by owner."""
    yield f"{',' if number else ''}{to_json(name)}:["
    for place, part in enumerate(parts):
        if place:
            yield ","
        yield part
    yield "]"
