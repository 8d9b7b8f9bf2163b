"""Matches of the evaluator followed on the compiled engine, with all checks looked at by both."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.fast.checker import Watch
from interpreter.fast.engine import Compiled
from interpreter.ir.nodes import Game
from interpreter.ir.types import Value
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from players.registry import make_player


def follow(
    game: Game, options: Mapping[str, Value] | None = None, seed: int = 5, index: int = 0, cap: int = 60
) -> tuple[int, list[Violation]]:
    """Both engines see the same in a match: how often the compiled one asked, and what was violated."""
    slow, fast = Evaluator(game, options), Compiled(game, options)
    checker, watch = Checker(slow), Watch(fast)
    match = Match(slow, [make_player("random")] * game.seats, seed, index, cap)
    found: list[Violation] = []
    try:
        state, actions = fast.initial(), 0
        while not match.over and actions < 10 * cap:
            begun = match.start is not None
            step = match.advance()
            actions += 1
            code = fast.encoded(state, step.action)
            assert code in fast.codes(state)
            after = fast.step(state, code)
            assert fast.slow(after) == step.after
            if begun:
                found += same(checker.observe(step), watch.observe(state, code, after))
            elif match.start is not None:
                found += same(checker.begin(match.start), watch.begin(after))
            state = after
        assert checker.witnessed == watch.witnessed
    except Fault:
        pass  # both meet it; that is for other tests
    return fast.asked, found


def same(mine: list[Violation], other: list[Violation]) -> list[Violation]:
    assert mine == other
    return mine
