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
from interpreter.fast.playout import RandomMatch
from interpreter.ir.nodes import Game
from interpreter.ir.types import Value
from interpreter.run.checks import Checker, Violation
from interpreter.run.fault import Fault
from interpreter.run.match import CAP, Match
from interpreter.run.record import Heading, Result, record_match, result_of, to_line
from players.registry import make_player
from study.engines import (
    AUTO,
    CompiledWatcher,
    Playing,
    fastest,
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
        return fastest(self.players, self.matches) if self.engine == AUTO else self.engine


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
        engine = make(plan.playing, plan.game, plan.options)
        yield from (play_one(engine, plan, index) for index in _indices(plan))
        return
    for chunk in shared(_player, plan, _chunks(plan, processes), min(processes, plan.matches)):
        yield from chunk


def _indices(plan: Plan) -> range:
    return range(plan.first, plan.first + plan.matches)


def _chunks(plan: Plan, processes: int) -> Iterator[range]:
    size = max(1, min(LARGEST_CHUNK, plan.matches // (4 * processes)))
    indices = _indices(plan)
    return (indices[at : at + size] for at in range(0, len(indices), size))


def _player(plan: Plan) -> Callable[[range], list[Played]]:
    engine = make(plan.playing, plan.game, plan.options)
    return lambda indices: [play_one(engine, plan, index) for index in indices]
