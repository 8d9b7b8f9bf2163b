"""The yardstick of the compiled engine measures matches that both sides play."""

from __future__ import annotations

from benchmarks import compiled


def test_the_compiled_engine_is_measured() -> None:
    result = compiled.measure(rounds=1, matches=1)
    assert result.ratio > 0
    assert any("all checks" in note for note in result.notes)
