"""The compiled engine counts what the observer sees, match by match and in sum."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.check.load import load_file
from study.playing import player
from study.simulate import Plan

ROOT = Path(__file__).parents[2]
FEW = "suits=C,D ranks=10,J,Q,K,A"
CASES = [
    ("rules/yourtrumps", FEW),
    ("rules/match", FEW),  # several deals
    ("rules/repetition_draw", FEW),
    ("rules/turn_cap", FEW),
    ("rules/durak", None),  # several may act
    ("rules/crazyeights", None),  # a move with two picks
    ("tests/rules/auction", None),
    ("tests/rules/caravan", None),
    ("tests/rules/descent", None),
]


@pytest.mark.parametrize(("rules", "deck"), CASES)
def test_both_ways_of_playing_come_to_the_same(rules: str, deck: str | None) -> None:
    game = load_file(ROOT / f"{rules}.yaml", deck).game
    assert game is not None
    plan = Plan(game, {}, ("random",) * game.seats, seed=3, matches=6, cap=250, check="tests/" in rules)
    fast, slow = (player(replace(plan, engine=name)).both(range(6)) for name in ("python", "evaluator"))
    assert fast[0] == slow[0]
    assert fast[1] == slow[1]
