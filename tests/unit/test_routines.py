"""Routines: effects under a name, done from moves, the set-up, endings and other routines."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.ir.printing import digest
from interpreter.ir.types import Seat
from interpreter.run.protocol import Action, Position
from interpreter.text.codes import Code
from interpreter.text.source import Source
from tests.unit.written import FRAME, written

GAME = """\
variables:
  mark: {of: player, type: 0..3, seen by: everyone}
phases:
  go: ""
routines:
  outer:
    - if own[me] is not empty then do shed
    - do advance
  shed: move all from own[me] to heap
  advance:
    - for each s in seats do mark[s] becomes 1
    - pass
setup:
  - deal all from deck to own
  - do advance
  - phase go
moves:
  act:
    phase: go
    do:
      - do outer
"""
WRITTEN_OUT = GAME.replace(
    "      - do outer\n",
    """\
      - if own[me] is not empty then move all from own[me] to heap
      - for each s in seats do mark[s] becomes 1
      - pass
""",
)


def test_the_effects_are_done_in_place() -> None:
    made = written(GAME)
    start = Position("go", Seat(1), {"own": ((0, 1), (2, 3), (4,)), "heap": (5,)}, {})  # type: ignore[dict-item]
    found = made.position(made.apply(made.load(start), Action(Seat(1), "act")))
    assert found.zones["own"] == ((0, 1), (), (4,))
    assert found.zones["heap"] == (5, 2, 3)
    assert (found.mover, found.variables["mark"]) == (2, (1, 1, 1))


def test_they_mean_what_they_stand_for() -> None:
    assert digest(written(GAME).game) == digest(written(WRITTEN_OUT).game)


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("do outer", "do outr", Code.E418, "there is no routine `outr`"),
        ("mark[s] becomes 1", "do outer", Code.E409, "needs itself"),
        ("- do advance\n  - phase", "- do shed\n  - phase", Code.E412, "there is no `me`"),
        ("  shed: move", "  idle: pass\n  shed: move", Code.W909, "nothing does the routine `idle`"),
        ("  shed: move", "  shed: []\n  more: move", Code.E602, "changes nothing"),
        ("  shed: move", "  pass: move", Code.E211, "a word of the language"),
        ("do outer", "do move all from own[me] to heap", Code.E301, "does not fit"),
    ],
)
def test_mistakes(old: str, new: str, code: Code, words: str) -> None:
    report = load(Source("test.yaml", FRAME + GAME.replace(old, new))).report
    assert [words in d.message for d in report if d.code is code] == [True]


def test_routines_that_double_each_other_are_too_many_effects() -> None:
    doubling = "".join(f"  r{n}:\n    - do r{n + 1}\n    - do r{n + 1}\n" for n in range(30))
    text = GAME.replace("  shed:", doubling + "  r30: pass\n  shed:").replace("do outer", "do r0")
    report = load(Source("test.yaml", FRAME + text)).report
    assert [d.code for d in report if d.is_error] == [Code.E510]


def test_routines_may_not_be_nested_without_end() -> None:
    chain = "".join(f"  r{n}: if own[me] is empty then do r{n + 1}\n" for n in range(30))
    text = GAME.replace("  shed:", chain + "  r30: pass\n  shed:").replace("do outer", "do r0")
    report = load(Source("test.yaml", FRAME + text)).report
    assert Code.E307 in [d.code for d in report]
