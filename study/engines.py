"""Which engine plays the matches of a study, and how a match is followed on it. The matches are the same on
all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from interpreter.fast.checker import Watch
from interpreter.fast.engine import Compiled
from interpreter.fast.kernel import Kernel, numba_missing
from interpreter.fast.kernel_source import Wanted
from interpreter.fast.playout import RandomMatch
from interpreter.fast.unfit import unfit
from interpreter.ir.nodes import Game
from interpreter.ir.types import Value
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.match import Match, Step

AUTO, NUMBA, PYTHON, EVALUATOR = "auto", "numba", "python", "evaluator"
ENGINES = (AUTO, NUMBA, PYTHON, EVALUATOR)
"""`python` is the rules compiled to Python, `numba` the same compiled further, `auto` whatever is faster for
what is to be done.
"""

WORTH_COMPILING = 4
"""Matches from which on compiling the rules saves time."""
WORTH_NUMBA = 20_000
WORTH_NUMBA_CHECKED = 2_000
"""Matches, the second number for those with checks, from which on numba saves time although it compiles."""

Playing: TypeAlias = "Evaluator | Compiled"


def make(name: str, game: Game, options: Mapping[str, Value]) -> Playing:
    """The engine of this name, which is not `auto`, for matches that are followed step by step."""
    return Evaluator(game, options) if name == EVALUATOR else Compiled(game, options)


def fastest(
    game: Game, options: Mapping[str, Value], players: tuple[str, ...], matches: int, check: bool
) -> str:
    """The engine for so many matches of these players.

    Players who look at more than their legal moves look at views, which are the evaluator's in any case.
    """
    if matches < WORTH_COMPILING or set(players) != {"random"}:
        return EVALUATOR
    if not worth_numba(matches, check) or no_numba(game, options, check) is not None:
        return PYTHON
    return NUMBA


def worth_numba(matches: int, check: bool) -> bool:
    """Whether numba is the engine for so many matches of random players, if it can play the game."""
    return matches >= (WORTH_NUMBA_CHECKED if check else WORTH_NUMBA)


def no_numba(game: Game, options: Mapping[str, Value], check: bool = False) -> str | None:
    """Why numba cannot play the game here: lower case, no full stop; None if it can."""
    return numba_missing() or unfit(game, options, Wanted(check=check))


def kernel(name: str, game: Game, options: Mapping[str, Value], wanted: Wanted) -> Kernel:
    """What plays whole matches of random players, for the engine `numba` or `python`.

    Raises `Unfit` if that cannot be.
    """
    return Kernel(game, options, wanted, name == NUMBA, folder() if name == NUMBA else None)


def folder() -> Path | None:
    """Where compiled code is kept for the next time: the user's cache folder, by the custom of the system."""
    try:
        from platformdirs import user_cache_path
    except ImportError:
        return None
    return user_cache_path("yourtrumps") / "compiled"


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
