"""Checks in compiled code say what the evaluator says of them, in every position of real matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from tests.agreement.trial import text_of
from tests.fast.following import follow
from tests.house.tree import ROOT

FILES = sorted([*(ROOT / "rules").glob("*.yaml"), *(ROOT / "tests" / "rules").glob("*.yaml")])


def changed(tmp_path: Path, more: str) -> Game:
    path = tmp_path / "mine.yaml"
    path.write_text(f"language: 1\nextends: yourtrumps\ngame: Mine\n{more}", encoding="utf-8")
    found = load_file(path)
    assert found.game is not None, [d.message for d in found.report]
    return found.game


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_shipped_files_need_no_help_of_the_evaluator(path: Path) -> None:
    game = load_file(path).game
    assert game is not None
    for index in range(2):
        assert follow(game, index=index, cap=40) == (0, [])


@pytest.mark.parametrize("index", range(8))
def test_files_written_at_random(index: int) -> None:
    game = load(Source("rules.yaml", text_of(23, index))).game
    if game is not None:
        follow(game, index=index, cap=15)


def test_what_is_violated_is_told_in_the_words_of_the_evaluator(tmp_path: Path) -> None:
    more = """\
add:
  checks:
    few cards: {always: size(pile) < 3}
    no ace: {after: lead, holds: card.rank != ace}
    a place too far: {always: "not over implies at(pile, 2) in cards"}
    somebody laid it: {always: laid_by(top(pile)) == last_player}
"""
    asked, found = follow(changed(tmp_path, more), seed=1)
    messages = {v.message for v in found}
    assert {v.check for v in found} >= {"few cards", "a place too far", "somebody laid it"}
    assert "it does not hold" in messages and any("cannot be evaluated" in m for m in messages)
    assert asked > 0


def test_counters_are_the_same(tmp_path: Path) -> None:
    more = """\
add:
  checks:
    soon over: {always: plies < 20 and turns < 15}
    always new: {always: repeats == 1}
"""
    _, found = follow(changed(tmp_path, more), seed=2)
    assert {v.check for v in found} >= {"soon over"}
