"""What takes two matches is shown by two: alike to a seat that may not do the same, or but for one value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import ROOT, run

HEAPS = ROOT / "tests" / "verify" / "heaps.yaml"
PEEKING = "nobody's moves depend on what he cannot see"
HUES = """\
  hues of others do not matter:
    independent:
      what: [legal moves, positions after]
      of: hue of others
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def _file(folder: Path, more: str, *changes: tuple[str, str]) -> Path:
    text = HEAPS.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "rules.yaml"
    path.write_text(text + more, encoding="utf-8")
    return path


def test_a_move_that_peeks_is_shown_by_two_matches_that_replay(tmp_path: Path) -> None:
    """Somebody may lay what the next player has no better card for, which he cannot see."""
    pick = "pick:\n      - choose: card from hold[me] where size(hold[me]) == 1 or every c in hold[next(me)]"
    better = f"{pick} satisfies c.rank <= card.rank"
    path = _file(tmp_path, "", ("players: 2", "players: 3"), ("pick: card from hold[me]", better))
    folder, page = tmp_path / "records", tmp_path / "page.html"
    ran = run("verify", path, "-c", PEEKING, "--json", "--record", folder, "--itf", folder, "--report", page)
    [result] = json.loads(ran.stdout)["results"]
    assert ran.exit_code == 10 and result["verdict"] == "violated" and "`lay` (line 39)" in result["how"]
    one, other, seat = result["match"]["record"], result["other"]["record"], result["other"]["seat"]
    assert result["other"]["only here"] or result["other"]["only there"]
    held, otherwise = (r["start"]["zones"]["hold"] for r in (one, other))
    assert held[seat] == otherwise[seat] and held != otherwise
    records, traces = sorted(folder.glob("*.jsonl")), sorted(folder.glob("*.itf.json"))
    assert len(records) == len(traces) == 2 and records[1].name.endswith("_other.jsonl")
    for record in records:
        assert run("replay", "--quiet", record, "--rules", path).exit_code == 0
    assert 'data-story="0b"' in page.read_text(encoding="utf-8")
    shown = run("verify", path, "-c", PEEKING).stdout  # which is the answer that was kept
    assert f"all is the same to player {seat + 1}, and yet:" in shown
    assert "  only in the " in shown and ": lay " in shown


def test_what_should_not_matter_is_shown_by_a_position_with_another_value(tmp_path: Path) -> None:
    hues = "variables:\n  hue: {of: player, type: suit, seen by: everyone}\n\nphases:\n"
    lots = "  one: lot for hue[0] from suits\n  two: lot for hue[1] from suits\n  first: mover"
    pick = "pick:\n      - choose: card from hold[me] where card.suit == hue[me] or hue[next(me)] == hearts"
    changes = (("phases:\n", hues), ("  first: mover", lots), ("pick: card from hold[me]", pick))
    ran = run("verify", _file(tmp_path, HUES, *changes), "-c", "hues of others do not matter")
    assert ran.exit_code == 10 and "the other position" in ran.stdout
    assert "all is the same but that `hue` of player 2 is " in ran.stdout
    assert "  only in the " in ran.stdout
