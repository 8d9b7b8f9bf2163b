"""What is proved of the shipped game, and what a wrong rule does to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from verify.result import ANY_DECK, THIS_DECK, Result
from verify.run import prove
from verify.settings import Settings
from verify.trace import played
from verify.verdict import Verdict

ROOT = Path(__file__).parent.parent.parent
BASE = ROOT / "rules" / "yourtrumps.yaml"


def _results(game: Game, only: set[str] | None = None) -> dict[str, Result]:
    return {r.check: r for r in prove(game, Settings(defaults(game)), only)}


def test_all_of_your_trumps_is_proved() -> None:
    game = load_file(BASE).game
    assert game is not None
    results = _results(game)
    assert {c.name for c in game.checks} <= set(results)
    assert {name: r.how for name, r in results.items() if not r.as_expected} == {}
    assert [r.check for r in results.values() if r.verdict is Verdict.ENDLESS] == ["every match ends"]
    assert {n for n, r in results.items() if "vacuous" in r.how} <= {"trump suits never change"}


FAULTS = [
    ("then plain_take\n", "then plain_take + 1\n", "taken for a plain card"),
    ("top_card.rank != ace then", "top_card.rank != king then", "taken for the ace of trumps"),
    ("from top of pile to", "from bottom of pile to", "what is taken comes from the top"),
    ("c.rank > target.rank\n    or own", "c.rank != target.rank\n    or own", "what beats"),
    ("size(hand[s]) == 1\n    and", "size(hand[s]) == 2\n    and", "a draw needs one last card that beats"),
    ("top(pile)) for s\n", "top(pile)) for me\n", "a draw needs one last card that beats"),
]


@pytest.mark.parametrize(("right", "wrong", "check"), FAULTS, ids=lambda text: str(text).strip())
def test_a_wrong_rule_is_not_proved(right: str, wrong: str, check: str) -> None:
    text = BASE.read_text(encoding="utf-8")
    assert text.count(right) == 1
    found = load(Source("wrong.yaml", text.replace(right, wrong)))
    assert found.game is not None, [f"{d.span} {d.message}" for d in found.report]
    result = _results(found.game, {check})[check]
    assert result.verdict in (Verdict.VIOLATED, Verdict.NOT_INDUCTIVE)


def test_a_violation_is_a_match() -> None:
    text = BASE.read_text(encoding="utf-8").replace("then plain_take\n", "then plain_take + 1\n")
    game = load(Source("wrong.yaml", text)).game
    assert game is not None
    result = _results(game, {"taken for a plain card"})["taken for a plain card"]
    assert result.verdict is Verdict.VIOLATED
    assert result.trace is not None and result.at == len(result.trace.actions)
    assert played(game, result.trace).steps[-1].action.move == "take"


def test_a_proof_that_leans_on_which_cards_there_are_says_so() -> None:
    text = (ROOT / "tests" / "verify" / "heaps.yaml").read_text(encoding="utf-8")
    more = "checks:\n  enough:\n    always: size(cards) > 3\n"
    game = load(Source("heaps.yaml", text.replace("checks:\n", more, 1))).game
    assert game is not None
    found = _results(game, {"enough", "all cards are there"})
    assert found["enough"].basis.deck == THIS_DECK
    assert found["all cards are there"].basis.deck == ANY_DECK
