"""What another seat's variable must not matter for: endings and faults count, as where matches are played."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.text.source import Source
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

RULES = """\
language: 1
game: A mark of others
players: 2
deck: {{suits: [clubs, hearts], ranks: [low, mid, high]}}
zones:
  hand: {{of: player, kind: set, seen by: everyone}}
  row: {{of: table, kind: stack, seen by: everyone}}
variables:
  mark: {{of: player, type: 0..3, starts: 0, seen by: everyone}}
  n: {{of: table, type: 0..2, starts: 0, seen by: everyone}}
phases: {{play: play}}
setup:
  - deal 1 each from deck to hand
  - phase play
moves:
  lay:
    phase: play
    when: {guard}
    pick: c from hand[me]
    do:
      - move c to row
      - {deed}
      - pass
endings:
  none_left:
    when: hand[me] is empty
    do: {end}
checks:
  apart: {{independent: {{what: {what}, of: mark of others}}}}
"""
BOTH, LEGAL = "[legal moves, positions after]", "[legal moves]"
ENDING = "if mark[next(me)] == 3 then move 1 from bottom of row to hand[me]"
CASES = [
    ("ending", "yes", "n becomes 1", ENDING, BOTH, Verdict.VIOLATED),
    ("ending, legal moves alone", "yes", "n becomes 1", ENDING, LEGAL, Verdict.PROVED),
    ("fault of an effect", "yes", "n becomes mark[next(me)]", "n becomes 0", BOTH, Verdict.VIOLATED),
    (
        "fault of a guard",
        "mark[next(me)] < 2 or top(row).rank == low or yes",
        "n becomes 1",
        "n becomes 0",
        LEGAL,
        Verdict.VIOLATED,
    ),
    ("nothing", "mark[me] < 3", "n becomes mark[me]", "n becomes 0", BOTH, Verdict.PROVED),
]


@pytest.mark.parametrize(
    ("guard", "deed", "end", "what", "verdict"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_endings_and_faults_count(guard: str, deed: str, end: str, what: str, verdict: Verdict) -> None:
    loaded = load(Source("rules.yaml", RULES.format(guard=guard, deed=deed, end=end, what=what)))
    assert loaded.game is not None, [d.message for d in loaded.report]
    (found,) = prove(loaded.game, Settings(defaults(loaded.game), depth=2), {"apart"})
    assert found.verdict is verdict
    assert (found.trace is not None) == (verdict is Verdict.VIOLATED)
