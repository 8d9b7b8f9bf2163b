"""Many matches: the same results for the same seed, whatever the number of processes.

A `Plan` says everything about a simulation and can be sent to other processes, which build an engine from it
for each chunk of matches. Results come back in the order of the matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.fast.checker import Watch
from interpreter.fast.engine import Compiled
from interpreter.fast.kernel import CHUNK, Unfit
from interpreter.fast.kernel_source import Wanted
from interpreter.fast.playout import RandomMatch
from interpreter.fast.totals import Row
from interpreter.fast.unfit import COMPARED, compares
from interpreter.ir.nodes import Game
from interpreter.ir.types import Seat, Value
from interpreter.run.checks import Checker, Violation
from interpreter.run.fault import Fault
from interpreter.run.match import CAP, Match
from interpreter.run.protocol import Outcome
from interpreter.run.record import Heading, Result, record_match, result_of, to_line
from players.registry import make_player
from study.engines import (
    AUTO,
    EVALUATOR,
    NUMBA,
    PYTHON,
    CompiledWatcher,
    Playing,
    fastest,
    kernel,
    make,
    through,
    through_random,
    watcher,
)
from study.processes import shared

LARGEST_CHUNK = 32
"""Matches that a process plays between two reports."""


@dataclass(frozen=True)
class Plan:
    """`players` are names in the players' registry, one a seat; `first` is the index of the first match.

    With `heading` each match comes with its record, of which `legal` and `states` are parts; with `check` the
    checks of the rule file are evaluated on every position and step. `engine` is one of `ENGINES`.
    """

    game: Game
    options: Mapping[str, Value]
    players: tuple[str, ...]
    seed: int
    matches: int
    first: int = 0
    cap: int = CAP
    heading: Heading | None = None
    legal: bool = False
    states: bool = False
    check: bool = False
    engine: str = AUTO

    @property
    def playing(self) -> str:
        """The name of the engine that plays."""
        if self.engine != AUTO:
            return self.engine
        return fastest(self.game, self.options, self.players, self.matches, self.check)

    @property
    def in_place(self) -> bool:
        """Whether the matches are played without looking at them step by step."""
        plain = self.playing != EVALUATOR and self.heading is None and set(self.players) == {"random"}
        return plain and not (self.check and compares(self.game, self.options))


@dataclass(frozen=True)
class Played:
    """What came of one match. One that met a fault is unfinished; each check is named once, at its first."""

    index: int
    result: Result
    ending: str | None
    line: str | None = None
    fault: Fault | None = None
    violations: tuple[Violation, ...] = ()
    witnessed: frozenset[str] = frozenset()


def play_one(engine: Playing, plan: Plan, index: int) -> Played:
    """The match with this index."""
    if isinstance(engine, Compiled) and plan.heading is None and set(plan.players) == {"random"}:
        return _play_random(engine, plan, index)
    checks = watcher(engine) if plan.check else None
    match: Match[Any] | None = None
    violated: dict[str, Violation] = {}
    fault: Fault | None = None
    try:
        players = [make_player(name) for name in plan.players]
        match = Match(engine, players, plan.seed, index, plan.cap, keep=plan.heading is not None)
        for violation in through(match, checks):
            violated.setdefault(violation.check, violation)
    except Fault as met:
        fault = met
    line = None
    if match is not None and plan.heading is not None:
        line = to_line(record_match(match, plan.heading, plan.legal, plan.states))
    return _played(index, match, line, fault, violated, checks)


def _play_random(engine: Compiled, plan: Plan, index: int) -> Played:
    """The same for random players whose match is not recorded."""
    watch = Watch(engine) if plan.check else None
    match: RandomMatch | None = None
    violated: dict[str, Violation] = {}
    fault: Fault | None = None
    try:
        match = RandomMatch(engine, plan.seed, index, plan.cap)
        for violation in through_random(match, watch):
            violated.setdefault(violation.check, violation)
    except Fault as met:
        fault = met
    return _played(index, match, None, fault, violated, watch)


def _played(
    index: int,
    match: Match[Any] | RandomMatch | None,
    line: str | None,
    fault: Fault | None,
    violated: Mapping[str, Violation],
    checks: Checker | CompiledWatcher | Watch | None,
) -> Played:
    outcome = match.outcome if match is not None else None
    return Played(
        index,
        result_of(outcome, match.plies if match is not None else 0),
        outcome.ending if outcome is not None else None,
        line,
        fault,
        tuple(violated.values()),
        frozenset(checks.witnessed) if checks is not None else frozenset(),
    )


# many -----------------------------------------------------------------------------------------------------


def simulate(plan: Plan, processes: int = 1) -> Iterator[Played]:
    """All matches of the plan, in order; one process means this one."""
    if processes <= 1 or plan.matches <= 1:
        play = _player(plan)
        for indices in _chunks(plan, 1):
            yield from play(indices)
        return
    for chunk in shared(_player, plan, _chunks(plan, processes), min(processes, plan.matches)):
        yield from chunk


def _indices(plan: Plan) -> range:
    return range(plan.first, plan.first + plan.matches)


def _chunks(plan: Plan, processes: int) -> Iterator[range]:
    largest = CHUNK if plan.playing == NUMBA else LARGEST_CHUNK
    size = max(1, min(largest, plan.matches // (4 * processes)))
    indices = _indices(plan)
    return (indices[at : at + size] for at in range(0, len(indices), size))


def _player(plan: Plan) -> Callable[[range], list[Played]]:
    """Raises `Unfit` if numba is asked for what it cannot play."""
    if plan.in_place:
        return _InPlace(plan).played
    if plan.playing == NUMBA:
        raise Unfit(COMPARED if plan.heading is None else "numba records no matches")
    engine = make(plan.playing, plan.game, plan.options)
    return lambda indices: [play_one(engine, plan, index) for index in indices]


class _InPlace:
    """Plays matches in place; those that are doubtful step by step."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._kernel = kernel(plan.playing, plan.game, plan.options, Wanted(check=plan.check))
        self._slow: Playing | None = None

    def played(self, indices: range) -> list[Played]:
        plan = self._plan
        found = self._kernel.run(plan.seed, indices.start, len(indices), plan.cap, rows=True)
        rows = {row.index: row for row in found.rows}
        return [_of_row(rows[index]) if index in rows else self._again(index) for index in indices]

    def _again(self, index: int) -> Played:
        if self._slow is None:
            self._slow = make(PYTHON, self._plan.game, self._plan.options)
        return play_one(self._slow, self._plan, index)


def _of_row(row: Row) -> Played:
    outcome = None
    if row.ending is not None and row.by is not None:
        winners, losers = (tuple(map(Seat, side)) for side in (row.winners, row.losers))
        outcome = Outcome(row.ending, Seat(row.by), winners, losers)
    return Played(row.index, result_of(outcome, row.plies), row.ending, witnessed=row.witnessed)
