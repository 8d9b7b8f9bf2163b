"""Whether the match that comes with a verdict is a match of the rules and shows what it is said to show."""

from __future__ import annotations

from interpreter.ir import nodes as ir
from interpreter.ir import questions
from interpreter.run.checks import Checker
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.match import Match
from interpreter.run.state import State
from tests.soundness.play import with_built_in
from verify.result import Result, Shows
from verify.trace import played


def wrong_match(game: ir.Game, result: Result) -> str | None:
    """What is wrong with the match of a result, None if nothing is or if there is none."""
    if result.trace is None or result.shows is Shows.LOOP:
        return None
    watched = with_built_in(game)
    try:
        match = played(watched, result.trace)
    except (Fault, IllegalAction) as no:
        return f"its match cannot be played: {no}"
    if result.can_happen:
        return None if _happens(watched, match, result.check) else "its match does not show it"
    return None if _breaks(match, result.check) else "its match does not break it"


def _happens(game: ir.Game, match: Match[State], check: str) -> bool:
    endings = {questions.can_end_by(e): e.name for e in game.endings}
    if check in endings:
        outcome = match.state.outcome
        return outcome is not None and outcome.ending == endings[check]
    return check in _checked(match)[0]


def _breaks(match: Match[State], check: str) -> bool:
    if check in (questions.DEFINED, questions.PROGRESS):
        return _stops(match)
    return check in _checked(match)[1]


def _checked(match: Match[State]) -> tuple[set[str], set[str]]:
    """What the match shows, and what its last step, or its start, breaks."""
    assert match.start is not None and isinstance(match.engine, Evaluator)
    checker = Checker(match.engine)
    broken = checker.begin(match.start)
    for step in match.steps:
        broken = checker.observe(step)
    return checker.witnessed, {v.check for v in broken}


def _stops(match: Match[State]) -> bool:
    """Whether some way to go on from the end of the match meets a fault."""
    engine = match.engine
    try:
        for action in engine.legal(match.state):
            engine.apply(match.state, action)
    except Fault:
        return True
    return False
