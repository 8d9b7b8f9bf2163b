"""Which engine plays the matches of a study, and how a match is followed on it. The matches are the same on
all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from interpreter.fast.checker import Watch
from interpreter.fast.engine import Compiled
from interpreter.fast.playout import RandomMatch
from interpreter.ir.nodes import Game
from interpreter.ir.types import Value
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.match import Match, Step

AUTO, PYTHON, EVALUATOR = "auto", "python", "evaluator"
ENGINES = (AUTO, PYTHON, EVALUATOR)
"""`python` is the rules compiled to Python, `auto` whatever is faster for what is to be done."""

WORTH_COMPILING = 4
"""Matches from which on compiling the rules saves time."""

Playing: TypeAlias = "Evaluator | Compiled"


def make(name: str, game: Game, options: Mapping[str, Value]) -> Playing:
    """The engine of this name, which is not `auto`."""
    return Compiled(game, options) if name == PYTHON else Evaluator(game, options)


def fastest(players: tuple[str, ...], matches: int) -> str:
    """The engine for so many matches of these players.

    Players who look at more than their legal moves look at views, which are the evaluator's in any case.
    """
    compiled = matches >= WORTH_COMPILING and set(players) == {"random"}
    return PYTHON if compiled else EVALUATOR


class CompiledWatcher:
    """Checks along a match that is played step by step on the compiled engine."""

    def __init__(self, engine: Compiled) -> None:
        self._engine = engine
        self._watch = Watch(engine)

    @property
    def witnessed(self) -> set[str]:
        return self._watch.witnessed

    def begin(self, state: Any) -> list[Violation]:
        return self._watch.begin(state)

    def observe(self, step: Step[Any]) -> list[Violation]:
        return self._watch.observe(step.before, self._engine.encoded(step.before, step.action), step.after)


def watcher(engine: Playing) -> Checker | CompiledWatcher:
    return CompiledWatcher(engine) if isinstance(engine, Compiled) else Checker(engine)


def through(match: Match[Any], checks: Checker | CompiledWatcher | None) -> Iterator[Violation]:
    """Play the match to its end, yielding what the checks find."""
    if checks is None:
        match.play()
        return
    while match.start is None:
        match.advance()
    yield from checks.begin(match.start)
    while not match.over:
        yield from checks.observe(match.advance())


def through_random(match: RandomMatch, watch: Watch | None) -> Iterator[Violation]:
    """The same for a match of random players on the compiled engine."""
    begun = match.start is not None
    if begun and watch is not None:
        yield from watch.begin(match.state)
    for before, code, after in match.steps():
        if watch is None or match.start is None:
            continue
        if begun:
            yield from watch.observe(before, code, after)
        else:
            begun = True
            yield from watch.begin(after)
