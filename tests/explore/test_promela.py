"""The models that SPIN is given in the benchmark are the same games: they have as many positions."""

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
from verify.explore.search import search

SMALL = explorer.Pack(2, 3)

needs_spin = pytest.mark.skipif(
    shutil.which("spin") is None or shutil.which("gcc") is None, reason="`spin` or `gcc` is not installed"
)


@needs_spin
@pytest.mark.parametrize(
    ("rules", "pack", "positions"),
    [
        (explorer.BASE, SMALL, 1484),
        (explorer.BASE, explorer.Pack(3, 2), 1044),
        (explorer.RUN_ON_TOP, SMALL, 2617),
        (explorer.TOY, explorer.Pack(3, 2), 1894),
    ],
    ids=str,
)
def test_the_model_has_as_many_positions(
    rules: explorer.Rules, pack: explorer.Pack, positions: int, tmp_path: Path
) -> None:
    explorer.build(rules, pack, tmp_path)
    assert explorer.spun(tmp_path).states == positions
    one = explorer.game(rules, pack)
    found = explorer.searched(lambda: search(choose(one, defaults(one)), read_fixed(one, rules.fixed)))
    assert found.states == positions


@needs_spin
def test_the_benchmark_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "numba_missing", lambda: "compiling would cost more than all the rest")
    result = explorer.measure(rounds=1, packs=(SMALL,), files=(explorer.BASE,))
    assert isinstance(result, Result)
    assert result.ratio > 0
    assert result.at_least
    assert "1,484 positions" in result.notes[0]


def test_without_spin_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "")
    assert isinstance(explorer.measure(), Skipped)
    assert main(["explorer"]) == 0
    assert "explorer: skipped, `spin` is not installed" in capsys.readouterr().out
