"""`can(…)` spelled out asks in the same order, and hides no name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir.invariants import violations
from interpreter.passes.expand import expand
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.text.source import Source
from tests.docs.pages import blocks

[WHOLE] = [b for b in blocks("language.md") if b.mark == "file"]


def game(condition: str) -> ir.Game:
    """The example of docs/language.md with another condition for picking up."""
    text = WHOLE.text.replace("that: heap is not empty", f"that: {condition}")
    text = text.replace(
        "play: lay a higher card or pick up", "play:\n    actors: those(s in seats where s == mover)"
    )
    found = load(Source("heaps.yaml", text)).game
    assert found is not None
    return found


@pytest.mark.parametrize(
    "condition", ["can(lay)", "some s in seats where can(lay) for s", "can(lay, the(cards(heap)))"]
)
def test_a_guard_spelled_out_is_well_formed(condition: str) -> None:
    assert violations(expand(game(condition))) == []


@pytest.mark.parametrize("change", [lambda g: g, expand])
def test_arguments_come_before_everything_else(change: Callable[[ir.Game], ir.Game]) -> None:
    # who may not act, and a stack that is empty
    found = change(game("can(lay, top(heap)) for next(mover)"))
    engine = Evaluator(found, defaults(found))
    state = engine.initial()
    while engine.preparing(state):
        state = engine.apply(state, engine.legal(state)[0])
    with pytest.raises(Fault):
        engine.legal(state)


def test_nobody_can_make_a_move_of_a_phase_that_the_set_up_enters_early() -> None:
    """What `can` asks is not all that it says there."""
    text = WHOLE.text.replace("pick: suit from suits", "pick: suit from suits where not can(lay)")
    text = text.replace("setup:\n", "setup:\n  - phase play\n")
    found = load(Source("heaps.yaml", text)).game
    assert found is not None
    plain, other = (Evaluator(g, defaults(g)) for g in (found, expand(found)))
    state = plain.apply(plain.initial(), plain.legal(plain.initial())[0])
    assert plain.legal(state) == other.legal(state) != ()
