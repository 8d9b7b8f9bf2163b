"""Views straight from the states of the compiled engine, for games in which who sees what never changes.

They say the same as those made by `interpreter/run/hearing.py`, which is asked about everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from interpreter.fast.engine import Compiled, State
from interpreter.fast.runtime import Undefined, members
from interpreter.fast.spoken import Find, sayings, titles
from interpreter.ir.nodes import Template
from interpreter.ir.types import CARD, Seat
from interpreter.run.hearing import Hearing
from interpreter.run.match import Step
from interpreter.run.protocol import Action
from interpreter.run.state import State as Shown
from interpreter.run.views import Sight, asks_only
from server.core.lines import Line
from server.core.outlook import Outlook, Writers
from server.core.pieces import Members, Pieces, chosen

MOST_ROWS = 64
"""Bundles of which the texts are remembered, those alike that differ in the last pick alone."""
Bundle: TypeAlias = tuple[int, ...]


class Plain:
    """One game. A viewer is a seat or None."""

    def __init__(self, engine: Compiled, hearing: Hearing, pieces: Pieces, sight: Sight) -> None:
        self._engine, self._hearing, self._pieces = engine, hearing, pieces
        writers, seats = Writers(engine, pieces), tuple(map(Seat, range(engine.game.seats)))
        self._outlooks = {v: Outlook(engine, sight, v, writers) for v in (None, *seats)}
        self._said = dict(self._sayings())
        self._titles = {seat: dict(self._asking(seat)) for seat in seats}
        self._fixed = frozenset(n for n, m in enumerate(engine.game.moves) if m.name in pieces.fixed)
        self._last: tuple[Step[State] | None, str | None] = None, None
        """What was said last, for it is told to several viewers."""
        self._row = lru_cache(MOST_ROWS)(self._made_row)

    @staticmethod
    def of(engine: Compiled, hearing: Hearing, pieces: Pieces) -> Plain | None:
        """None if somebody's sight depends on the position."""
        sight = hearing.sight
        return Plain(engine, hearing, pieces, sight) if sight.is_fixed else None

    # what a viewer sees

    def held(self, state: State, viewer: Seat | None) -> str:
        """`zones`, `variables` and `marked` of a view."""
        return self._outlooks[viewer].held(state)

    def notices(self, before: State, after: State, viewer: Seat | None) -> bool:
        """Whether the viewer sees another thing in one state than in the other."""
        return self._outlooks[viewer].notices(before, after)

    # what is said of moves

    def _line(self, template: Template | None, find: Find | None, viewer: Seat | None) -> Line | None:
        """A sentence of which the viewer may know every value; None if there is none."""
        if template is None or find is None:
            return None
        parts = [p for p in template.parts if not isinstance(p, str)]
        if not asks_only(parts, self._engine.game, self._outlooks[viewer].open_names):
            return None
        return Line(template, find, self._engine.layout, self._pieces)

    def _sayings(self) -> Iterator[tuple[str, Line]]:
        """What is said of moves to everybody who knows what was picked, where that is the same for all."""
        for n, move in enumerate(self._engine.game.moves):
            line = None if move.by_chance else self._line(move.said, sayings(self._engine, n), None)
            if line is not None:
                yield move.name, line

    def said(self, step: Step[State], viewer: Seat | None) -> str | None:
        """What is said of a seat's action; None if the viewer may not know all of it, or it takes longer."""
        action = step.action
        line = self._said.get(action.move)
        if line is None or action.player is None or not self._tells(step, action, viewer):
            return None
        if self._last[0] is not step:
            self._last = step, line(step.before, action.player, [value for _, value in action.picks])
        return self._last[1]

    def _tells(self, step: Step[State], action: Action, viewer: Seat | None) -> bool:
        """Whether the viewer knows what was picked: he did it, or sees the cards come or go."""
        if action.player == viewer:
            return True
        picked, outlook = self._hearing.picked[action.move], self._outlooks[viewer]
        return all(
            picked[name] == CARD and outlook.moves(value, step.before, step.after)
            for name, value in action.picks
        )

    # what a seat may do

    def _asking(self, seat: Seat) -> Iterator[tuple[int, Line]]:
        """Titles that depend on the position, of which the seat may know every value."""
        for n, move in enumerate(self._engine.game.moves):
            if move.by_chance or move.name in self._pieces.fixed:
                continue
            line = self._line(move.title, titles(self._engine, n), seat)
            if line is not None:
                yield n, line

    def legal(self, state: State, seat: Seat, shown: Callable[[State], Shown]) -> str | None:
        """The legal actions of a seat, in order, between commas; None where the rules do not tell."""
        try:
            bundles = [b for b in self._engine.bundles(state) if b[1] == seat]
            return ",".join([self._choice(state, seat, bundle, shown) for bundle in bundles])
        except Undefined:
            return None

    def _choice(self, state: State, seat: Seat, bundle: Bundle, shown: Callable[[State], Shown]) -> str:
        """The actions of a bundle; `Compiled` says what that is."""
        move, _, mask, *earlier = bundle
        if move in self._fixed:
            return self._row(move, seat, *earlier)(mask)
        line, texts = self._titles[seat].get(move), []
        for bit in members(mask):
            action = self._action(bundle, bit)
            title = None if line is None else line(state, seat, [value for _, value in action.picks])
            if title is None:
                texts.append(self._pieces.choice(lambda: shown(state), action))
            else:
                texts.append(chosen(self._pieces.action(action), title))
        return ",".join(texts)

    def _action(self, bundle: Bundle, bit: int) -> Action:
        """A seat's action asks for no state."""
        nowhere: State = ()
        return self._engine.action(nowhere, self._engine.chosen(nowhere, bundle, bit))

    def _made_row(self, move: int, seat: int, *earlier: int) -> Members:
        """What writes the actions of bundles that differ in the last pick alone."""

        def text(bit: int) -> str:
            return self._pieces.choice(_never, self._action((move, seat, 0, *earlier), bit))

        return Members(text)


def _never() -> Shown:
    raise AssertionError("a fixed title asks for no position")
