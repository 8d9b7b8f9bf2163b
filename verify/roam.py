"""Matches on compiled rules, many and long, each with players of another temper: for what is rarely seen.

A temper is how much more a seat likes one move than another, and which end of a choice it prefers; so matches
differ from each other more than random ones do. All of it is whole numbers from the seed: the same matches
everywhere. What the compiled rules show is shown again by the evaluator before it is believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.fast.checker import Watch
from interpreter.fast.engine import Code, Compiled, State
from interpreter.fast.playout import RandomMatch
from interpreter.fast.runtime import nth
from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run import rng
from interpreter.run.checks import Checker
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.match import Match
from interpreter.run.protocol import Action
from interpreter.run.state import State as Slow
from verify.trace import Trace, trace_of

LONGEST = 1500
"""Plies of a match at most."""
LIKINGS = (1, 1, 6, 36)
_TEMPERS = 1000
"""Where the streams of tempers begin: after those of chance and of all players."""


@dataclass(frozen=True)
class Seen:
    """What is new after a match: by name, the matches that show it; and how many steps it had."""

    found: Mapping[str, Trace]
    steps: int


class Tempered(RandomMatch):
    """A match of players of whom each likes some moves more than others."""

    def __init__(self, engine: Compiled, seed: int, index: int, cap: int) -> None:
        super().__init__(engine, seed, index, cap)
        moves = range(len(engine.game.moves))
        streams = [self._stream(_TEMPERS + seat) for seat in range(engine.game.seats)]
        self._likings = [[_liking(s, index) for _ in moves] for s in streams]
        self._ends = [s.below(4) if index else 0 for s in streams]

    def _plain(self) -> Iterator[tuple[State, Code, State]]:
        return iter(())

    def _choice(self, state: State) -> Code:
        if self.start is None or self.engine.chance(state):
            return super()._choice(state)
        bundles = self.engine.bundles(state)
        seat = bundles[0][1]
        ways: dict[int, list[tuple[int, ...]]] = {}
        for bundle in bundles:
            if bundle[1] == seat:
                ways.setdefault(bundle[0], []).append(bundle)
        purpose = rng.FIRST_PLAYER + seat
        some = ways[self._move(list(ways), seat)]
        bundle = some[self._below(purpose, len(some))]
        return self.engine.chosen(state, bundle, nth(bundle[2], self._place(bundle[2].bit_count(), seat)))

    def _move(self, moves: list[int], seat: int) -> int:
        """One of these moves, those that the seat likes more often."""
        likings = [self._likings[seat][m] for m in moves]
        place = self._below(rng.FIRST_PLAYER + seat, sum(likings))
        for move, liking in zip(moves, likings, strict=True):
            place -= liking
            if place < 0:
                return move
        raise AssertionError("a number below the sum")

    def _place(self, size: int, seat: int) -> int:
        """Which of so many values is picked: any, or often the first or the last."""
        purpose, end = rng.FIRST_PLAYER + seat, self._ends[seat]
        if end < 2 or self._below(purpose, 4) == 0:
            return self._below(purpose, size)
        return 0 if end == 2 else size - 1


def _liking(stream: rng.Stream, index: int) -> int:
    return LIKINGS[stream.below(len(LIKINGS))] if index else 1


class Roamer:
    """`game` has what is looked for as its checks, as things that can happen; `plain` has the same rules
    without what was written into them to see that.
    """

    def __init__(self, game: ir.Game, plain: ir.Game, options: Mapping[str, Value], seed: int) -> None:
        self._engine = Compiled(game, options)
        self._plain = plain
        self._seed = seed
        self._known: set[str] = set()

    def match(self, index: int, most: int) -> Seen:
        """One match of up to so many steps."""
        played = Tempered(self._engine, self._seed, index, LONGEST)
        watch, done = Watch(self._engine), list[tuple[State, Code]]()
        at: dict[str, int] = {}
        try:
            if played.start is not None:
                watch.begin(played.start)
            for before, code, after in played.steps():
                begun = played.start is not None and played.start is not after
                done.append((before, code))
                watch.observe(before, code, after) if begun else self._begin(watch, played.start)
                for name in watch.witnessed - at.keys():
                    at[name] = len(done)
                if len(done) >= most or len(watch.witnessed) == len(self._engine.game.checks):
                    break
        except Fault:
            pass  # which another question is about
        new = {name: n for name, n in at.items() if name not in self._known}
        return Seen(self._confirmed(index, done, new), len(done))

    def _begin(self, watch: Watch, start: State | None) -> None:
        if start is not None:
            watch.begin(start)

    def _confirmed(
        self, index: int, done: list[tuple[State, Code]], new: Mapping[str, int]
    ) -> dict[str, Trace]:
        """The matches to where the evaluator has seen these things, too."""
        if not new:
            return {}
        actions = [self._engine.action(state, code) for state, code in done[: max(new.values())]]
        found = self._watched(index, actions)
        self._known |= new.keys()
        return {name: trace for name, trace in found.items() if name in new}

    def _watched(self, index: int, actions: list[Action]) -> dict[str, Trace]:
        evaluator = self._engine.evaluator
        match: Match[Slow] = Match(evaluator, (), self._seed, index)
        plain: Match[Slow] = Match(Evaluator(self._plain, evaluator.options), (), self._seed, index)
        checker, found = Checker(evaluator), dict[str, Trace]()
        try:
            for action in actions:
                began = match.start is None
                step = match.make(action)
                plain.make(action)
                if match.start is not None:
                    checker.begin(match.start) if began else checker.observe(step)
                for name in checker.witnessed - found.keys():
                    found[name] = trace_of(match)
        except (Fault, IllegalAction):
            pass  # the rules without what was written into them count positions otherwise
        return found
