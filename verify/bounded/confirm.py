"""What a match shows, judged by the evaluator alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.run.checks import Checker, Violation
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.protocol import CHANCE
from interpreter.run.state import State
from interpreter.text.codes import Code
from verify.bounded.aims import Aim, Built, Ends, Guided, Made
from verify.bounded.decode import Disagreement
from verify.bounded.problem import Problem


@dataclass(frozen=True)
class Evidence:
    """What was seen at the end of the match: the violated check, or the fault."""

    violation: Violation | None = None
    fault: Fault | None = None


def confirm(problem: Problem, aim: Aim, match: Match[State]) -> Evidence:
    """What the match shows of the aim at its end; raises `Disagreement` if it does not show it."""
    match aim:
        case ir.Check():
            return _check(problem, aim, match)
        case Built():
            return _built(problem, aim, match)
        case Made(move):
            return _shown(_last_move(match) == move, f"`{move}` was not made")
        case Ends(ending):
            named = match.state.outcome is not None and match.state.outcome.ending == ending
            return _shown(named, f"the match has not ended by `{ending}`")
        case Guided():
            return Evidence()
    assert_never(aim)


def _shown(holds: bool, otherwise: str) -> Evidence:
    if not holds:
        raise Disagreement(otherwise)
    return Evidence()


def _last_move(match: Match[State]) -> str | None:
    if not match.steps:
        return None
    step = match.steps[-1]
    if step.action.move != CHANCE:
        return step.action.move
    moves = match.engine.game.moves
    return next((m.name for m in moves if m.by_chance and m.phase == step.before.phase), None)


def _check(problem: Problem, check: ir.Check, match: Match[State]) -> Evidence:
    checker = Checker(problem.engine)
    assert match.start is not None
    violations = checker.begin(match.start)
    for step in match.steps:
        checker.witnessed.clear()
        violations = checker.observe(step)
    if isinstance(check.claim, ir.Witness):
        return _shown(check.name in checker.witnessed, f"`{check.name}` is not seen at the end")
    found = next((v for v in violations if v.check == check.name), None)
    if found is None:
        raise Disagreement(f"`{check.name}` holds at the end")
    return Evidence(violation=found)


def _built(problem: Problem, aim: Built, match: Match[State]) -> Evidence:
    engine, state = problem.engine, match.state
    match aim:
        case Built.FAULT:
            raise AssertionError("a fault is confirmed by `confirm_fault`")
        case Built.STUCK:
            try:
                engine.legal(state)
            except Fault as fault:
                if fault.code is Code.F810:
                    return Evidence(fault=fault)
            raise Disagreement("somebody can move")
        case Built.BOTH:
            outcome = state.outcome
            both = outcome is not None and set(outcome.winners) & set(outcome.losers)
            return _shown(bool(both), "nobody both wins and loses")
        case Built.OUT:
            from interpreter.run.env import Env

            here, asked = Env(state, state.mover, {}), engine.actors(state)
            out = not all(engine.context.has_part(here, seat) for seat in asked)
            return _shown(out, "who is asked to move has part")
    assert_never(aim)
