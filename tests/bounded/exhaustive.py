"""The same questions answered by going through all positions with the evaluator, depth by depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from interpreter.ir.nodes import Check, Game, Witness
from interpreter.ir.types import Value
from interpreter.run.checks import Checker
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Step
from interpreter.run.state import State


@dataclass
class Depths:
    """The least number of actions after which each thing is seen."""

    moves: dict[str, int]
    endings: dict[str, int]
    checks: dict[str, int]
    faults: int | None
    loop: int | None
    positions: list[int]
    """New positions by depth."""


def starts(engine: Evaluator) -> set[State]:
    """All states in which play can begin."""
    level, done = {engine.initial()}, set()
    while level:
        inside = {s for s in level if engine.preparing(s)}
        done |= level - inside
        level = {engine.apply(s, a) for s in inside for a in engine.legal(s)}
    return done


def depths(game: Game, options: dict[str, Value], checks: Iterable[str], upto: int) -> Depths:
    """What is first seen where, among the checks of these names, in matches of up to `upto` actions."""
    wanted = set(checks)
    engine = Evaluator(replace(game, checks=tuple(c for c in game.checks if c.name in wanted)), options)
    found = Depths({}, {}, {}, None, None, [])
    level = starts(engine)
    for state in level:
        _note(engine, found, 0, _seen(engine, Checker(engine), state))
    known = set(level)
    for depth in range(upto + 1):
        found.positions.append(len(level))
        level = {s for before in level for s in _after(engine, found, before, depth)} - known
        known |= level
    return found


def _after(engine: Evaluator, found: Depths, before: State, depth: int) -> Iterator[State]:
    checker = Checker(engine)
    try:
        steps = [Step(before, a, engine.apply(before, a)) for a in engine.legal(before)]
    except Fault:
        found.faults = depth if found.faults is None else found.faults
        return
    for step in steps:
        found.moves.setdefault(step.action.move, depth + 1)
        outcome = engine.outcome(step.after)
        if outcome is not None:
            found.endings.setdefault(outcome.ending, depth + 1)
        _note(engine, found, depth + 1, _seen(engine, checker, before, step))
        yield step.after


def _seen(engine: Evaluator, checker: Checker, state: State, step: Step[State] | None = None) -> set[str]:
    checker.witnessed.clear()
    violations = checker.begin(state)
    if step is not None:
        checker.witnessed.clear()
        violations = checker.observe(step)
    broken = {v.check for v in violations}
    return {
        c.name for c in engine.game.checks if (c.name in checker.witnessed if _can(c) else c.name in broken)
    }


def _can(check: Check) -> bool:
    return isinstance(check.claim, Witness)


def _note(engine: Evaluator, found: Depths, depth: int, names: set[str]) -> None:
    for name in names:
        found.checks.setdefault(name, depth)


def shortest_lasso(game: Game, options: dict[str, Value], upto: int) -> int | None:
    """The least number of actions after which a position can have come again, way and loop together."""
    engine = Evaluator(replace(game, checks=()), options)
    best: int | None = None
    distance = _distances(engine, upto)
    for state, way in distance.items():
        limit = upto if best is None else best - 1
        back = _back(engine, state, limit - way)
        if back is not None:
            best = way + back
    return best


def _distances(engine: Evaluator, upto: int) -> dict[State, int]:
    found = dict.fromkeys(starts(engine), 0)
    level = list(found)
    for depth in range(1, upto):
        fresh = [engine.apply(s, a) for s in level for a in engine.legal(s)]
        level = [s for s in dict.fromkeys(fresh) if s not in found]
        found |= dict.fromkeys(level, depth)
    return found


def _back(engine: Evaluator, goal: State, upto: int) -> int | None:
    level, known = {goal}, {goal}
    for length in range(1, upto + 1):
        level = {engine.apply(s, a) for s in level for a in engine.legal(s)}
        if goal in level:
            return length
        level -= known
        known |= level
    return None
