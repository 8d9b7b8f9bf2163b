"""Set-up steps whose questions are asked again before each card: they are not taken for asked once."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir import questions
from interpreter.text.source import Source
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

RULES = """\
language: 1
game: Cards are given one at a time
players: 2
deck: {{suits: [clubs, hearts], ranks: [low, mid, high]}}
zones:
  hand: {{of: player, kind: set, seen by: everyone}}
  row: {{of: table, kind: set, seen by: everyone}}
  rest: {{of: table, kind: set, seen by: everyone}}
variables:
  dealer: {{of: table, type: seat, seen by: everyone}}
phases: {{play: play}}
setup:
  - lot for dealer from seats
  - {step}
  - move all from deck to rest
  - phase play
moves:
  go: {{phase: play, do: [pass]}}
endings:
  e: {{when: turns >= 2}}
checks:
  as if asked once: {{always: "{claim}"}}
"""
CHANGING = [
    ("draw size(deck) - 2 from deck to row", "size(row) == 4"),
    ("deal 2 - size(hand[0]) each from deck to hand", "size(hand[0]) == 2"),
    ("draw 2 from deck to hand[if hand[0] is empty then 0 else 1]", "size(hand[0]) == 2"),
]


@pytest.mark.parametrize(("step", "claim"), CHANGING)
def test_what_changes_while_cards_are_given_is_not_proved_of_its_first_value(step: str, claim: str) -> None:
    found = _verdicts(step, claim, {"as if asked once", questions.AT_START})
    assert found["as if asked once"] is Verdict.VIOLATED
    assert found[questions.AT_START] is Verdict.UNKNOWN


STEADY = [
    ("draw size(seats) from deck to row", "size(row) == 2"),
    ("deal 2 each from deck to hand starting with next(dealer)", "size(hand[0]) == 2"),
]


@pytest.mark.parametrize(("step", "claim"), STEADY)
def test_what_stays_as_it_is_is_proved(step: str, claim: str) -> None:
    assert set(_verdicts(step, claim, {"as if asked once", questions.AT_START}).values()) == {Verdict.PROVED}


def test_with_whom_a_deal_begins_must_be_known() -> None:
    """`dealer` is forgotten for one of the lots, which stops the match."""
    step = "if dealer == 1 then forget dealer\n  - deal 2 each from deck to hand starting with next(dealer)"
    found = _verdicts(step, "size(hand[0]) == 2", {questions.AT_START})
    assert found[questions.AT_START] is not Verdict.PROVED


def _verdicts(step: str, claim: str, asked: set[str]) -> dict[str, Verdict]:
    loaded = load(Source("rules.yaml", RULES.format(step=step, claim=claim)))
    assert loaded.game is not None, [d.message for d in loaded.report]
    return {r.check: r.verdict for r in prove(loaded.game, Settings(defaults(loaded.game)), asked)}
