"""What a file says of the questions that every file is asked, which names there are, and what is assumed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.ir import questions
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from tests.cli.running import ROOT, run
from verify.assumed import assumed
from verify.plan import plan, unasked
from verify.result import Result
from verify.verdict import Verdict

HEAPS = ROOT / "tests" / "verify" / "heaps.yaml"
EXPECTED = """\
  every match ends:
    expect: endless
    because: one may lay and fetch for ever
  "`noise` makes a difference":
    expect: holds to depth 0
    because: it is idle
  "`size(heap) > 6` can be true":
    expect: violated
    because: there are six cards
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def _game(more: str, old: str = "", new: str = "") -> Game:
    text = HEAPS.read_text(encoding="utf-8").replace(old, new) + more
    found = load(Source("heaps.yaml", text))
    assert found.game is not None, [f"{d.span}: {d.message}" for d in found.report]
    return found.game


def test_every_question_of_every_file_has_the_name_that_is_known_of_it() -> None:
    game = _game("")
    asked = [q for q in plan(game) if q.built_in]
    conditions = [q.name for q in asked if questions.about_a_condition(q.name)]
    assert [q.name for q in asked if q.name not in conditions] == list(questions.built_in(game))
    assert len(conditions) == 10


def test_what_the_file_expects_is_what_the_question_has() -> None:
    game = _game(EXPECTED)
    asked = {q.name: q for q in plan(game)}
    ends, noise = asked["every match ends"], asked["`noise` makes a difference"]
    assert (ends.expect, noise.because) == ("endless", "it is idle")
    assert ends.span.text == "every match ends" and noise.span.text == "noise"
    [condition] = [q for name, q in asked.items() if name.startswith("`size(heap) > 6` can be true")]
    assert condition.expect == "violated" and unasked(game, asked.values()) == ()
    bounded = Result(ends.name, Verdict.UNKNOWN, "", ends.span, expect=ends.expect, because=ends.because)
    assert not bounded.as_expected and replace(bounded, verdict=Verdict.ENDLESS).as_expected


def test_a_condition_that_is_not_there_is_told_with_its_line_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "heaps.yaml"
    more = '  "`size(heap) > 7` can be true":\n    expect: violated\n    because: it is so\n'
    text = HEAPS.read_text(encoding="utf-8")
    path.write_text(text + more, encoding="utf-8")
    ran = run("verify", path, "-c", "all cards are there")
    assert ran.exit_code == 1 and "1 of 1 question proved" in ran.stdout
    assert f"heaps.yaml:{text.count(chr(10)) + 1}:3: error E908" in ran.stderr


def test_a_name_that_nobody_knows_is_answered_with_those_that_are_close() -> None:
    told = run("verify", HEAPS, "-c", "nobody whose out is asked to move").stderr
    assert told.endswith("did you mean `nobody who is out is asked to move`?\n")
    assert "did you mean `few are fetched`?" in run("verify", HEAPS, "-c", "fetched").stderr
    far = run("verify", HEAPS, "-c", "zzz").stderr
    assert "`--list` shows all" in far and len(far) < 400
    listed = json.loads(run("verify", HEAPS, "--list", "--json").stdout)
    assert len(listed) == 28 and {"check": "few are fetched", "line": 63}.items() <= listed[10].items()


def test_what_is_assumed_of_the_deck_is_said_wherever_a_proof_rests_on_it() -> None:
    deal = "only decks that come out even where they are dealt (line 34)"
    assert assumed(_game("")) == (deal,)
    assert assumed(_game("", "deal all from", "deal 2 each from")) == ()
    found = json.loads(run("verify", HEAPS, "-c", "all cards are there", "--json").stdout)
    assert found["assumed"] == found["results"][0]["assumed"] == [deal]
    base = load_file(ROOT / "rules" / "yourtrumps.yaml").game
    assert base is not None and len(assumed(base)) == 2


@pytest.mark.parametrize(
    ("where", "code"), [("card.rank > king", "E808"), ("card.suit == clubs and card.rank >= jack", "F811")]
)
def test_a_deck_with_which_no_match_begins_is_refused(tmp_path: Path, where: str, code: str) -> None:
    path, text = tmp_path / "heaps.yaml", HEAPS.read_text(encoding="utf-8")
    path.write_text(text.replace("queen, king]\n", f"queen, king]\n  where: {where}\n"), encoding="utf-8")
    ran = run("verify", path)
    assert ran.exit_code == 1 and ran.stdout == "" and f"error {code}" in ran.stderr
