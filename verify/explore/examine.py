"""Checks evaluated on every state and step of a graph.

What a check may ask about the past is no part of a state. Such a check is evaluated on every step that leads
to a state and, where it looks back further, on every way of two steps and more, up to `LOOKBACK`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from interpreter.ir import nodes as ir
from interpreter.ir.types import Card, Seat
from interpreter.run.engine import Evaluator
from interpreter.run.env import Env, History, remembered
from interpreter.run.match import Match
from interpreter.run.protocol import Action
from interpreter.run.state import State
from verify.explore.adapters import CompiledAdapter
from verify.explore.claims import Finding, Further, Watched, Word
from verify.explore.graph import Backward, Graph, Kind
from verify.explore.matches import to_state
from verify.explore.quick import Quick
from verify.explore.search import EVERY, Progress, Watch, unwatched
from verify.explore.space import Adapter

LOOKBACK: Final = 6
"""Steps that a check may look back over."""

PATIENCE: Final = 16
"""States that are looked at slowly before the checks that are decided are left out of the quick look."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of play as checks see it; `state` is where it leads from."""

    state: int
    before: State
    action: Action
    seat: Seat
    move: str
    after: State


class Examiner:
    """Evaluates checks all over a graph."""

    def __init__(self, adapter: Adapter, graph: Graph, back: Backward) -> None:
        game, options = adapter.engine.game, adapter.engine.options
        self._adapter, self._graph, self._back = adapter, graph, back
        self._engine = Evaluator(game, options)
        self._again = any(e.again is not None for e in game.endings)
        self._quick: dict[bool, Quick] = {}
        self._dirty = {False: 0, True: 0}
        self._state: Callable[[int], State] = lru_cache(4096)(self._unpacked)
        self._legal: Callable[[int], tuple[Action, ...]] = lru_cache(4096)(self._actions)

    def _unpacked(self, number: int) -> State:
        return self._adapter.evaluated(self._graph.keys[number])

    def _actions(self, number: int) -> tuple[Action, ...]:
        return self._adapter.legal(self._graph.keys[number])

    def examine(self, checks: Iterable[ir.Check], watch: Watch = unwatched) -> list[Finding]:
        """A verdict on each check, in their order; those not decided when `watch` says no are unknown."""
        watched = [Watched(check, self._engine) for check in checks]
        every = range(len(self._graph) if watched else 0)
        stopped = not all(self._going_on(n, watched, watch) for n in every)
        for one in watched:
            if stopped and one.finding is None:
                how = "the search was stopped"
                one.finding = Finding(one.check.name, Word.UNKNOWN, one.check.span, how)
        return [one.conclude(self._graph) for one in watched]

    def _going_on(self, number: int, watched: list[Watched], watch: Watch) -> bool:
        open_ones = [one for one in watched if one.finding is None]
        if number not in self._graph.sinks and not self._preparing(number):
            for past in (False, True):
                asked = [one for one in open_ones if one.past is past and not one.counts]
                if past:
                    self._first(number, asked)
                if asked and not self._clean(number, asked):
                    self._slowly(number, asked)
            self._counting(number, [one for one in open_ones if one.counts])
        if number % EVERY:
            return True
        return watch(Progress("checking", number, len(self._graph), self._graph.depth[number]))

    def _counting(self, number: int, asked: list[Watched]) -> None:
        """Where play begins nothing was counted yet; afterwards only some of what is counted can be known."""
        if number < self._graph.starts:
            self._position(number, [o for o in asked if o.after is None], begins=True)
        later = [o for o in asked if o.finding is None and o.decided(begins=False)]
        if number >= self._graph.starts or len(self._back.into(number)):
            self._position(number, [o for o in later if o.after is None and not o.past])
        self._steps(number, [o for o in later if o.after is not None or o.past])

    def _clean(self, number: int, asked: list[Watched]) -> bool:
        """Whether compiled code says that nothing comes of these checks here; all ask the past or none."""
        if not isinstance(self._adapter, CompiledAdapter):
            return False
        past = asked[0].past
        quick = self._quick.get(past)
        if quick is None or (self._dirty[past] >= PATIENCE and quick.names != {o.check.name for o in asked}):
            checks = [one.check for one in asked]
            quick = self._quick[past] = Quick(self._adapter, self._graph, checks, past)
            self._dirty[past] = 0
        clean = quick.fits and quick.clean(number)
        self._dirty[past] += not clean
        return clean

    def _slowly(self, number: int, asked: list[Watched]) -> None:
        self._position(number, [o for o in asked if o.after is None and not o.past])
        self._steps(number, [o for o in asked if o.after is not None or o.past])

    def _position(self, number: int, asked: list[Watched], begins: bool = False) -> None:
        """What is asked of positions, whatever was before; where play `begins` counters are known."""
        if not asked:
            return
        state = self._state(number)
        for one in asked:
            trouble = one.trouble(Env(state, state.mover, {}), whole=True, begins=begins)
            one.note(trouble, lambda: to_state(self._adapter, self._graph, number))

    def _first(self, number: int, asked: list[Watched]) -> None:
        """The same where play begins and nothing was before."""
        if self._begins(number):
            self._position(number, [o for o in asked if o.after is None])

    def _begins(self, number: int) -> bool:
        return number < self._graph.starts or any(
            self._preparing(self._back.source[step]) for step in self._back.into(number)
        )

    def _preparing(self, number: int) -> bool:
        """Only between two deals of a match."""
        return self._again and number >= self._graph.starts and self._engine.preparing(self._state(number))

    def _steps(self, number: int, asked: list[Watched]) -> None:
        if not asked or self._graph.kind[number] != Kind.GOING:
            return
        for place in self._graph.steps(number):
            if self._graph.target[place] in self._graph.sinks:
                continue
            step = self._step(place)
            for one in asked:
                if one.finding is None and (one.after is None or step.move in one.after):
                    self._after(one, (step,))

    def _step(self, place: int) -> Step:
        state = self._back.source[place]
        before, after = self._state(state), self._state(self._graph.target[place])
        action = self._legal(state)[place - self._graph.first[state]]
        if action.player is not None:
            return Step(state, before, action, action.player, action.move, after)
        seat, move = self._engine.made_by(before, action)
        return Step(state, before, action, seat, move.name, after)

    def _after(self, one: Watched, way: tuple[Step, ...]) -> None:
        """Evaluate a check after the last step of a way, and of each longer one if it looks back further."""
        begin = way[0].state
        into = self._back.into(begin)
        try:
            self._ask(one, way, whole=begin < self._graph.starts and not into)
        except Further:
            if len(way) == LOOKBACK:
                how = f"it looks back over more than {LOOKBACK} steps"
                one.finding = Finding(one.check.name, Word.UNKNOWN, one.check.span, how)
                return
            if self._begins(begin):
                self._ask(one, way, whole=True)
            for earlier in into:
                if one.finding is None and not self._preparing(self._back.source[earlier]):
                    self._after(one, (self._step(earlier), *way))

    def _ask(self, one: Watched, way: tuple[Step, ...], whole: bool) -> None:
        last = way[-1]
        history = _history(way)
        if one.after is None:
            env = Env(last.after, last.after.mover, {}, history)
        else:
            env = Env(last.after, last.seat, dict(last.action.picks), history)
        trouble = one.trouble(env, whole)
        one.note(trouble, lambda: self._match(way))

    def _match(self, way: tuple[Step, ...]) -> Match[State]:
        match = to_state(self._adapter, self._graph, way[0].state)
        for step in way:
            match.make(step.action)
        return match


def _history(way: tuple[Step, ...]) -> History:
    """What checks may know after a way."""
    history: History | None = None
    for step in way:
        laid = dict(history.laid) if history is not None else {}
        was, now = dict(_places(step.before)), dict(_places(step.after))
        laid.update((card, step.seat) for card in now if now[card] != was.get(card))
        history = History(step.before, remembered(history), step.move, step.seat, laid)
    assert history is not None
    return history


def _places(state: State) -> Iterator[tuple[Card, tuple[int, int]]]:
    for zone, row in enumerate(state.zones):
        for index, cards in enumerate(row):
            assert isinstance(cards, tuple)
            yield from ((card, (zone, index)) for card in cards)
