"""Hints: the smallest change with which a check holds, none by which conditions or moves become idle."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from interpreter.text.source import Source, Span
from tests.cli.running import ROOT, run
from verify.genuine import genuine
from verify.settings import Settings

HEAPS = (ROOT / "tests" / "verify" / "heaps.yaml").read_text(encoding="utf-8")
GUARD = "- that: heap is not empty"
TWO = """\
  never the only card:
    after: fetch
    holds: old(size(heap)) >= 2
  not too many:
    after: fetch
    holds: size(hold[me]) <= old(size(hold[me])) + many
"""


def _text(*changes: tuple[str, str]) -> str:
    text = HEAPS
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def _hints(path: Path, text: str, check: str) -> list[str]:
    path.write_text(text + TWO, encoding="utf-8")
    shown = run("verify", path, "-c", check, "--no-cache", "--depth", "4").stdout
    return [line.strip() for line in shown.splitlines() if line.strip().startswith("hint:")]


def test_the_smallest_change_that_keeps_the_other_checks_is_told(tmp_path: Path) -> None:
    guarded = _text((GUARD, "- that: size(heap) > 0"))
    [hint] = _hints(tmp_path / "a.yaml", guarded, "never the only card")
    assert hint == "hint: it holds with `size(heap) > 1` for `size(heap) > 0` (line 49)"
    more = _text(("min(many, size(heap))", "min(many + 1, size(heap))"))
    hints = _hints(tmp_path / "b.yaml", more, "not too many")
    assert hints == ["hint: it holds with `many + 0` for `many + 1` (line 52)"]


@pytest.mark.parametrize(
    ("guard", "good"),
    [
        ("size(heap) > 1", True),
        ("size(heap) >= 0", False),  # always
        ("size(heap) < 0", False),  # never, so that nobody can fetch
        ("size(heap) > 2", True),
    ],
)
def test_what_decides_nothing_is_no_hint(guard: str, good: bool) -> None:
    text = _text((GUARD, f"- that: {guard}"))
    game: Game | None = load(Source("heaps.yaml", text)).game
    assert game is not None
    place = Span(game.span.source, text.index(guard), text.index(guard) + len(guard))
    settings = Settings(defaults(game))
    assert genuine(game, settings, place, {"fetch"}, lambda _: None) is good


def test_rules_that_come_to_a_standstill_are_no_hint() -> None:
    game = load(
        Source(
            "heaps.yaml",
            _text(
                ("pick: card from hold[me]", "pick:\n      - choose: card from hold[me] where size(heap) > 0")
            ),
        )
    ).game
    assert game is not None
    place = Span(game.span.source, 0, 0)
    assert not genuine(game, Settings(defaults(game)), place, set(), lambda _: None)
