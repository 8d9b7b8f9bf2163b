"""How often each construct of the representation occurs in rule files, and is evaluated in matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.walk import all_effects, claim_body, inside, rule_expressions
from interpreter.run import apply, binders, evaluate, setup
from interpreter.run.operators import OPS

EFFECTS = {
    "_move_card": ir.MoveCard,
    "_move_many": ir.MoveMany,
    "_assign": ir.Assign,
    "_set_mover": ir.SetMover,
    "_go_to": ir.GoTo,
    "_branch": ir.Branch,
    "_for_each": ir.ForEach,
}
NODES = {
    "_variable": ir.VariableRef,
    "_zone": ir.ZoneRef,
    "_call": ir.Call,
    "_can": ir.Can,
    "_for": ir.For,
    "_old": ir.Old,
}
STEPS = (ir.Lot, ir.Deal, ir.Draw, ir.EachSeat, ir.Do)
CLAIMS = (ir.Invariant, ir.StepCheck, ir.Witness, ir.Independence)


def names() -> tuple[str, ...]:
    """Everything that is counted."""
    kinds = (*NODES.values(), *EFFECTS.values(), *STEPS, *CLAIMS, ir.Literal, ir.Local, ir.OptionRef)
    return (
        *(f"op {op.value}" for op in Op),
        *(f"binder {b.value}" for b in Binder),
        *(k.__name__ for k in kinds),
    )


# in files ---------------------------------------------------------------------------------------------------


def occurring(game: ir.Game) -> Iterator[str]:
    """One name for each node of the game, the definition of each called once."""
    roots = [*rule_expressions(game), *(d.body for d in game.definitions)]
    roots += [b for c in game.checks if (b := claim_body(c.claim)) is not None]
    roots += [m.advice for m in game.moves if m.advice is not None]
    for root in roots:
        yield from (name_of(e) for e in inside(root))
    for effect in _effects(game):
        yield type(effect).__name__
    yield from (type(step).__name__ for step in game.setup)
    yield from (type(check.claim).__name__ for check in game.checks)


def _effects(game: ir.Game) -> Iterator[ir.Effect]:
    for block in (*(m.effects for m in game.moves), *(e.effects for e in game.endings)):
        yield from all_effects(block)
    for step in game.setup:
        if isinstance(step, ir.Do):
            yield from all_effects((step.effect,))


def name_of(e: ir.Expr) -> str:
    match e:
        case ir.Apply():
            return f"op {e.op.value}"
        case ir.Bind():
            return f"binder {e.op.value}"
    return type(e).__name__


# in matches -------------------------------------------------------------------------------------------------


@contextmanager
def counting(found: Counter[str]) -> Iterator[None]:
    """An evaluator that is made here counts what it evaluates, as long as it lives."""
    ops = {op: _counted_row(row, f"op {op.value}", found) for op, row in OPS.items()}
    folds = {b: _counted(fold, f"binder {b.value}", found) for b, fold in binders.BINDERS.items()}
    with patch.object(evaluate, "OPS", ops), patch.object(binders, "BINDERS", folds), _counted_nodes(found):
        yield


@contextmanager
def _counted_nodes(found: Counter[str]) -> Iterator[None]:
    made = [(apply, name, kind) for name, kind in EFFECTS.items()]
    made += [(evaluate, name, kind) for name, kind in NODES.items()]
    patches = [
        patch.object(module, name, _counted_row(getattr(module, name), kind.__name__, found))
        for module, name, kind in made
    ]
    patches += [
        patch.object(setup, "deed", _counted_row(apply.deed, "Do", found)),
        patch.object(evaluate, "meaning", _counted_leaf(evaluate.meaning, found)),
    ]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()


def _counted_leaf(meaning: Callable[..., Any], found: Counter[str]) -> Callable[..., Any]:
    """What stands in no table is counted where it gets its meaning."""

    def counted(expr: ir.Expr, context: Any) -> Any:
        made = meaning(expr, context)
        leaf = isinstance(expr, ir.Literal | ir.Local | ir.OptionRef)
        return _counted(made, type(expr).__name__, found) if leaf else made

    return counted


def _counted(function: Callable[..., Any], name: str, found: Counter[str]) -> Callable[..., Any]:
    def counted(*args: Any) -> Any:
        found[name] += 1
        return function(*args)

    return counted


def _counted_row(row: Callable[..., Any], name: str, found: Counter[str]) -> Callable[..., Any]:
    """A row gives a function; that is what is counted."""
    return lambda *args: _counted(row(*args), name, found)
