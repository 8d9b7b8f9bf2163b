"""Whether an end can be reached, seen from samples: a trap is found and shown, other games have none."""

from __future__ import annotations

from interpreter.ir.questions import CAN_END
from tests.explore.toys import FRAME
from tests.unit.written import written
from verify.ending import Ending, small
from verify.result import Result
from verify.settings import Settings
from verify.trace import played
from verify.verdict import Verdict

WIDE = FRAME.replace("ranks: [1, 2]", "ranks: [1, 2, 3, 4, 5, 6, 7]")
PLAY = """\
variables:
  shut: {of: table, type: flag, starts: no, seen by: everyone}
phases:
  play: lay a card, or pick all up
setup:
  - deal all from deck to own starting with 0
  - mover becomes 0
  - phase play
moves:
  lay:
    phase: play
    pick: card from own[me]
    do:
      - move card to heap
      - pass
  gather:
    phase: play
    when: heap is not empty
    do:
      - SHUT
      - move all from heap to own[me]
      - pass
endings:
  out:
    when: not shut and some s in seats where own[s] is empty
"""
TRAP = PLAY.replace("SHUT", "if size(heap) == 1 then shut becomes yes")
ROUND = """\
variables:
  shut: {of: table, type: flag, starts: no, seen by: everyone}
phases:
  play: go round, or do nothing any more
setup:
  - deal all from deck to own starting with 0
  - mover becomes 0
  - phase play
moves:
  lay:
    phase: play
    when: not shut
    pick: card from own[me]
    do:
      - move card to heap
      - pass
  close:
    phase: play
    when: size(heap) == 2
    do:
      - shut becomes yes
      - pass
endings:
  out:
    when: some s in seats where own[s] is empty
"""


def _answer(text: str, frame: str = WIDE) -> Result:
    game = written(text, frame=frame).game
    assert not small(game)
    return Ending(game, Settings({}), lambda _: None).answer(CAN_END)


def test_from_every_position_that_was_met_an_end_was_reached() -> None:
    found = _answer(PLAY.replace("      - SHUT\n", ""))
    assert (found.verdict, found.depth) == (Verdict.BOUNDED, 0)
    assert "random matches" in found.how and found.trace is None


def test_a_position_without_a_way_out_is_shown_by_the_match_that_leads_there() -> None:
    found = _answer(ROUND)
    assert found.verdict is Verdict.VIOLATED and found.trace is not None
    match = played(written(ROUND, frame=WIDE).game, found.trace)
    assert match.steps[-1].action.move == "close" and len(match.steps) == 3


def test_where_too_much_follows_nothing_is_claimed() -> None:
    """Once it is shut the cards go on in very many ways."""
    found = _answer(TRAP)
    assert found.verdict is Verdict.UNKNOWN and found.trace is None
    assert "no end was found" in found.how
