"""The compiler has a row for everything in the language, and no other."""

from __future__ import annotations

from typing import get_args

from interpreter.fast.binders import BINDERS
from interpreter.fast.dealing import STEPS_IN_PLACE
from interpreter.fast.deeds import DEEDS
from interpreter.fast.effects import EFFECTS
from interpreter.fast.masks import MASKS
from interpreter.fast.operators import OPS
from interpreter.fast.setup import STEPS
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op


def names(union: object) -> set[str]:
    """The members of a union that is written as a text."""
    return {part.strip() for part in str(get_args(union) or union).split("|")}


def test_every_operator_and_binder_has_a_row() -> None:
    assert set(OPS) == set(Op)
    assert set(BINDERS) == set(Binder)
    assert set(MASKS) <= set(Op)


def test_every_effect_and_step_has_a_row() -> None:
    for effects, steps in ((EFFECTS, STEPS), (DEEDS, STEPS_IN_PLACE)):
        assert {kind.__name__ for kind in effects} == names(ir.Effect)
        assert {kind.__name__ for kind in steps} == names(ir.Step)
