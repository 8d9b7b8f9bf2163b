"""The model that SPIN is given in the benchmark is the same game: it has the same number of positions."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import explorer
from benchmarks.__main__ import main
from benchmarks.measure import Result, Skipped
from interpreter.check.settings import defaults
from verify.explore.adapters import choose
from verify.explore.fixed import read_fixed

SMALL = explorer.Pack(2, 3, "suits=C,D ranks=Q,K,A")

needs_spin = pytest.mark.skipif(
    shutil.which("spin") is None or shutil.which("gcc") is None, reason="`spin` or `gcc` is not installed"
)


@needs_spin
@pytest.mark.parametrize(
    ("pack", "positions"), [(SMALL, 1484), (explorer.Pack(3, 2, "suits=C,D,H ranks=K,A"), 1044)], ids=str
)
def test_the_model_has_as_many_positions(pack: explorer.Pack, positions: int, tmp_path: Path) -> None:
    explorer.build(pack, tmp_path)
    assert explorer.spun(tmp_path).states == positions
    rules = explorer.game(pack)
    found = explorer.searched(choose(rules, defaults(rules)), read_fixed(rules, explorer.FIXED))
    assert found.states == positions


@needs_spin
@pytest.mark.slow
def test_the_benchmark_measures() -> None:
    result = explorer.measure(rounds=1, packs=(SMALL,))
    assert isinstance(result, Result)
    assert result.ratio > 0
    assert result.at_least
    assert "1,484 positions" in result.notes[0]


def test_without_spin_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert isinstance(explorer.measure(), Skipped)
    assert main(["explorer"]) == 0
    assert "explorer: skipped, `spin` is not installed" in capsys.readouterr().out
