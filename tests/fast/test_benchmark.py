"""The yardstick of the compiled engine measures matches that both sides play."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import compiled, masks, playing
from interpreter.fast.kernel import Kernel


def test_the_compiled_engine_is_measured() -> None:
    result = compiled.measure(rounds=1, matches=1)
    assert result.ratio > 0
    assert any("all checks" in note for note in result.notes)


@pytest.mark.parametrize("name", playing.FILES)
def test_the_games_by_hand_play_the_same_matches(name: str, tmp_path: Path) -> None:
    found = playing.played(Kernel(playing.game_of(name)), 0, 6)
    assert masks.matches(name, playing.SEED, 0, 6, playing.CAP) == found
    if shutil.which("gcc") is not None:
        assert playing.by_c(name, tmp_path, 6)[0] == found
