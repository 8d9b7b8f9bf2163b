"""Small rule files written inside tests."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.check.load import load
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.text.source import Source

FRAME = """\
language: 1
game: Test
players: 3
deck:
  suits: [clubs, hearts]
  ranks: [1, 2, 3]
zones:
  own: {of: player, kind: set, seen by: owner, counted by: everyone}
  heap: {of: table, kind: stack, seen by: everyone}
endings:
  full: {when: size(heap) == 99}
"""


def written(rest: str, options: Mapping[str, Value] | None = None, frame: str = FRAME) -> Evaluator:
    """An engine for a rule file that begins with `frame` and goes on with `rest`."""
    found = load(Source("test.yaml", frame + rest))
    assert found.game is not None, [f"{d.span}: {d.message}" for d in found.report]
    return Evaluator(found.game, options)


def line_of(engine: Evaluator, words: str) -> int:
    """The line of the rule file (from 1) in which these words first stand."""
    text = engine.game.span.source.text
    return text[: text.index(words)].count("\n") + 1
