"""The solver's tables have a row for every operator, and calculate on known values what the evaluator
calculates.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, IntType
from interpreter.run.evaluate import make_context, no_env
from tests.unit.handmade import duel
from verify import terms as t
from verify.binders import BINDERS
from verify.encode import Place, Terms
from verify.facts import Facts
from verify.operators import OPS
from verify.symbolic import fresh_state

NUMBER = IntType(-50, 50)
GAME = duel("CH", "J Q K A")
CONTEXT = make_context(GAME, {o.name: o.default for o in GAME.options})
ARITHMETIC = (Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX)
COMPARISONS = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
LOGIC = (Op.AND, Op.OR, Op.IMPLIES, Op.EQ)


def test_every_operator_has_a_row() -> None:
    assert set(OPS) == set(Op)
    assert set(BINDERS) == set(Binder)


def numbers() -> st.SearchStrategy[ir.Expr]:
    literal: st.SearchStrategy[ir.Expr] = st.integers(-9, 9).map(lambda n: ir.Literal(n, NUMBER))
    return st.recursive(
        literal,
        lambda inner: st.one_of(
            st.builds(
                lambda op, a, b: ir.Apply(op, (a, b), NUMBER), st.sampled_from(ARITHMETIC), inner, inner
            ),
            inner.map(lambda a: ir.Apply(Op.NEG, (a,), NUMBER)),
        ),
        max_leaves=8,
    )


def truths() -> st.SearchStrategy[ir.Expr]:
    compared: st.SearchStrategy[ir.Expr] = st.builds(
        lambda op, a, b: ir.Apply(op, (a, b), BOOL), st.sampled_from(COMPARISONS), numbers(), numbers()
    )
    return st.recursive(
        compared,
        lambda inner: st.one_of(
            st.builds(lambda op, a, b: ir.Apply(op, (a, b), BOOL), st.sampled_from(LOGIC), inner, inner),
            inner.map(lambda a: ir.Apply(Op.NOT, (a,), BOOL)),
            st.builds(lambda c, a, b: ir.Apply(Op.IF, (c, a, b), BOOL), inner, inner, inner),
        ),
        max_leaves=6,
    )


def place() -> Place:
    return Place(Terms(GAME, Facts()), fresh_state(GAME, "s"), t.number(0))


@given(truths())
def test_known_values_are_calculated_without_a_solver(e: ir.Expr) -> None:
    assert t.known_truth(place().truth(e)) is CONTEXT.meaning(e)(no_env())


@given(numbers())
def test_known_numbers_are_calculated_without_a_solver(e: ir.Expr) -> None:
    assert t.known_number(place().term(e)) == CONTEXT.meaning(e)(no_env())


def test_terms_of_different_sorts_do_not_mix() -> None:
    card = t.unknown("card", t.CARD)
    with pytest.raises(t.SortMismatch):
        t.equal(card, t.number(1))
    with pytest.raises(t.SortMismatch):
        t.both(t.YES, t.number(1))
    with pytest.raises(t.SortMismatch):
        t.add(card, t.number(1))
    with pytest.raises(t.SortMismatch):
        t.choose(t.YES, t.number(1), t.YES)
