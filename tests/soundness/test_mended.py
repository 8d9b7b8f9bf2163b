"""Rule files of which something wrong was proved."""

from __future__ import annotations

import pytest

from interpreter.check.settings import defaults
from interpreter.ir import questions
from tests.soundness.files import game_of
from tests.soundness.proving import verdicts
from verify.settings import Settings
from verify.verdict import Verdict

TOO_MANY = """\
language: 1
game: More cards are moved than there are, and what is left is added up
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  row: {of: table, kind: stack, seen by: everyone}
  gone: {of: table, kind: stack, seen by: everyone}
phases:
  play: play
setup:
  - draw 3 from deck to row
  - phase play
moves:
  go:
    phase: play
    do:
      - move 2 from top of row to gone
      - if total(index(c) over c in cards(row)) > 1 then mover becomes next(me)
endings:
  e:
    when: row is empty
"""
OUT_OF_RANGE = """\
language: 1
game: A number leaves its range, and is then added up
players: 2
deck: {suits: [clubs], ranks: [low]}
zones:
  row: {of: table, kind: stack, seen by: everyone}
variables:
  n: {of: table, type: 0..3, starts: 0, seen by: everyone}
phases:
  play: play
setup:
  - phase play
moves:
  go:
    phase: play
    do:
      - n becomes n + 1
      - if total(n over c in cards) > 1 then mover becomes next(me)
endings:
  e:
    when: row is not empty
"""


@pytest.mark.parametrize("text", [TOO_MANY, OUT_OF_RANGE], ids=["too many", "out of range"])
def test_what_an_effect_cannot_do_is_not_shown_by_a_sum_after_it(text: str) -> None:
    """The sum was said to be in its range, which follows only if the effect can be done."""
    game = game_of(text)
    assert game is not None
    (result,) = verdicts(game, Settings(defaults(game)), frozenset([questions.DEFINED]))
    assert result.verdict is Verdict.VIOLATED
