"""Many matches: the same results for the same seed, whatever the number of processes.

A `Plan` says everything about a simulation and can be sent to other processes, which build an engine from it
for each chunk of matches. Results come back in the order of the matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.ir.nodes import Game
from interpreter.ir.types import Value
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import CAP, Match
from interpreter.run.record import Heading, Result, record_match, result_of, to_line
from interpreter.run.state import State
from players.registry import make_player
from study.processes import shared

LARGEST_CHUNK = 32
"""Matches that a process plays between two reports."""


@dataclass(frozen=True)
class Plan:
    """`players` are names in the players' registry, one a seat; `first` is the index of the first match.

    With `heading` each match comes with its record, of which `legal` and `states` are parts; with `check` the
    checks of the rule file are evaluated on every position and step.
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


def play_one(engine: Evaluator, plan: Plan, index: int) -> Played:
    """The match with this index."""
    checker = Checker(engine) if plan.check else None
    match: Match[State] | None = None
    violated: dict[str, Violation] = {}
    fault: Fault | None = None
    try:
        players = [make_player(name) for name in plan.players]
        match = Match(engine, players, plan.seed, index, plan.cap, keep=plan.heading is not None)
        for violation in _through(match, checker):
            violated.setdefault(violation.check, violation)
    except Fault as met:
        fault = met
    outcome = match.outcome if match is not None else None
    line = None
    if match is not None and plan.heading is not None:
        line = to_line(record_match(match, plan.heading, plan.legal, plan.states))
    return Played(
        index,
        result_of(outcome, match.plies if match is not None else 0),
        outcome.ending if outcome is not None else None,
        line,
        fault,
        tuple(violated.values()),
        frozenset(checker.witnessed) if checker is not None else frozenset(),
    )


def _through(match: Match[State], checker: Checker | None) -> Iterator[Violation]:
    """Play the match to its end, yielding what the checks find."""
    if checker is None:
        match.play()
        return
    while match.start is None:
        match.advance()
    yield from checker.begin(match.start)
    while not match.over:
        yield from checker.observe(match.advance())


# many -----------------------------------------------------------------------------------------------------


def simulate(plan: Plan, processes: int = 1) -> Iterator[Played]:
    """All matches of the plan, in order; one process means this one."""
    if processes <= 1 or plan.matches <= 1:
        engine = Evaluator(plan.game, plan.options)
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
    engine = Evaluator(plan.game, plan.options)
    return lambda indices: [play_one(engine, plan, index) for index in indices]
