"""Matches that show something: played at random from the rules themselves, the shortest kept.

What is found is a match of the evaluator from a legal deal, so it needs no further proof; what is not
found may
still exist.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.protocol import Action, View
from interpreter.run.rng import Stream
from interpreter.run.state import State

MATCHES = 60
CAP = 400


class AsAdvised:
    """Mostly the best advice, sometimes any move: matches that are short and not all alike."""

    def __init__(self, random: int) -> None:
        self._random = random

    def choose(self, view: View, chance: Stream) -> Action:
        if chance.below(10) < self._random or None in view.advice:
            return view.legal[chance.below(len(view.legal))]
        best = max(a for a in view.advice if a is not None)
        return view.legal[view.advice.index(best)]


@dataclass(frozen=True)
class Broken:
    """A check that a match violates after so many actions."""

    violation: Violation
    match: Match[State]
    actions: int


@dataclass
class Seen:
    """What matches have shown: the shortest match for each check violated."""

    violated: dict[str, Broken]
    faults: list[Fault]
    matches: int = 0


def look(
    game: ir.Game,
    options: Mapping[str, Value],
    asked: Collection[str],
    seed: int = 0,
    matches: int = MATCHES,
) -> Iterator[Seen]:
    """Play matches one by one, watching the checks that are asked for; what is known comes after each."""
    watched = replace(game, checks=tuple(c for c in game.checks if c.name in asked))
    engine = Evaluator(watched, options)
    seen = Seen({}, [])
    for index in range(matches):
        try:
            _play(engine, seed, index, seen)
        except Fault as fault:
            seen.faults.append(fault)
        seen.matches += 1
        yield seen


def _play(engine: Evaluator, seed: int, index: int, seen: Seen) -> None:
    choosers = [AsAdvised(index % 11)] * engine.game.seats
    match: Match[State] = Match(engine, choosers, seed, index, CAP)
    checker = Checker(engine)
    while match.start is None:
        match.advance()
    for violation in checker.begin(match.start):
        _keep(seen, violation, match)
    while not match.over:
        step = match.advance()
        for violation in checker.observe(step):
            _keep(seen, violation, match)


def _keep(seen: Seen, violation: Violation, match: Match[State]) -> None:
    known, actions = seen.violated.get(violation.check), len(match.steps)
    if known is None or actions < known.actions:
        seen.violated[violation.check] = Broken(violation, match, actions)
