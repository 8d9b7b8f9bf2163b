"""What a proof could not exclude is shown as states, before and after a step."""

from __future__ import annotations

from dataclasses import replace

from interpreter.check.settings import defaults
from tests.verify.proving import game_of
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

REST = """\
moves:
  lay:
    phase: play
    pick: card from own[me]
    do:
      - move card to heap
      - mark becomes card
      - pass
  stop:
    phase: play
    when:
      - that: own[me] is empty
        else: you have cards
    do: pass
checks:
  few:
    always: size(heap) < 5
"""


def test_a_state_that_is_not_excluded_is_shown_before_and_after_the_step() -> None:
    game = game_of(REST)
    (result,) = prove(game, replace(Settings(defaults(game)), depth=1), {"few"})
    assert result.verdict is Verdict.NOT_INDUCTIVE
    before, after = result.not_excluded
    assert before.startswith("before: seat 0 to move, phase `play`; ")
    assert "`heap` 4 cards" in before
    assert "`heap` 5 cards" in after
    assert after.startswith("after: seat 1 to move")
    laid = after.rpartition("`mark` ")[2].split(";")[0]
    assert f"({laid} at 4" in after
