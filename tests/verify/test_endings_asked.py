"""What endings ask is asked of the position that they see: counted, and before they change anything."""

from __future__ import annotations

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from verify.bounded.api import Refused, loop
from verify.plan import plan
from verify.result import Result
from verify.run import prove
from verify.settings import Settings
from verify.trace import played

GAME = """\
language: 1
game: Test
players: 2
deck:
  suits: [clubs, hearts]
  ranks: [1, 2, 3]
zones:
  own: {of: player, kind: set, seen by: owner}
  heap: {of: table, kind: stack, seen by: everyone}
variables:
  times: {of: table, type: 0..9, starts: 0, seen by: everyone}
phases:
  play: play
setup:
  - deal all from deck to own
  - phase play
moves:
  lay:
    phase: play
    pick: card from own[me]
    do:
      - move card to heap
      - pass
  fetch:
    phase: play
    when:
      - that: heap is not empty
        else: it is empty
    do:
      - move 1 from top of heap to own[me]
      - pass
endings:
  odd: {when: size(heap) < 0}
  late: {when: turns >= 4 and times == 0, do: [times becomes 5]}
  full: {when: plies >= 5 or size(heap) == 6 and times == 5}
"""


def _game() -> Game:
    found = load(Source("test.yaml", GAME))
    assert found.game is not None, [d.message for d in found.report]
    return found.game


def _asked(*wanted: str) -> list[Result]:
    """The results of the questions that begin so, in this order."""
    game = _game()
    names = [next(q.name for q in plan(game) if q.name.startswith(text)) for text in wanted]
    found = {r.check: r for r in prove(game, Settings(defaults(game)), set(names))}
    return [found[name] for name in names]


def test_what_endings_count_and_change_is_seen() -> None:
    counted = (
        "`turns >= 4` can be true",
        "`turns >= 4` can be false",
        "`turns >= 4 and times == 0` can be true",
    )
    seen = _asked(
        *counted, "a match can end by `late`", "`size(heap) < 0` can be false", "`size(heap) < 0` can be true"
    )
    words = [r.word for r in seen]
    assert words == ["proved"] * 5 + ["violated"]
    assert seen[0].trace is not None
    match = played(_game(), seen[0].trace)
    assert match.outcome is not None
    assert (match.outcome.ending, match.plies) == ("late", 4)


def test_a_position_that_stands_again_need_not_go_on_where_endings_count() -> None:
    game = _game()
    assert isinstance(loop(game, defaults(game), 4), Refused)
