"""Numbers beyond those of which the ranges are known."""

from __future__ import annotations

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.text.source import Source
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

RULES = """\
language: 1
game: Large numbers
players: 2
deck: {suits: [clubs], ranks: [low, mid, high]}
zones:
  row: {of: table, kind: set, seen by: everyone}
phases: {play: play}
setup:
  - move all from deck to row
  - phase play
moves:
  go: {phase: play, do: [pass]}
endings:
  e: {when: turns >= 2}
checks:
  product: total(index(c) * 1000000 * 1000000 over c in cards) <= 1000000000 * size(cards)
  constant: total(1000000 * 1000000 - 1000000 * 1000000 - 1 over c in cards) >= 0
  difference: total(index(c) * 1000000 * 1000000 - 1000000 * 1000 over c in cards) <= 0
  small: total(index(c) * 1000000 - 1 over c in cards) >= 0 - size(cards)
"""


def test_a_range_without_an_end_proves_nothing() -> None:
    game = load(Source("rules.yaml", RULES)).game
    assert game is not None
    wanted = {c.name for c in game.checks}
    found = {r.check: r.verdict for r in prove(game, Settings(defaults(game), depth=1), wanted)}
    assert found.pop("small") is Verdict.PROVED
    assert set(found.values()) == {Verdict.VIOLATED}
