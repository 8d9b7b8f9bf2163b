"""Wrong rows, one at a time, in the tables of every back end: each has to make the campaign fail.

A wrong row is the row of a neighbour (`<=` for `<`, the top for the bottom) or gives something else than the
right one. Effects and steps of the set-up are changed before the right row sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from typing import Any, TypeAlias
from unittest.mock import patch

from interpreter.fast import binders as fast_binders
from interpreter.fast import effects as fast_effects
from interpreter.fast import masks as fast_masks
from interpreter.fast import operators as fast_operators
from interpreter.fast import setup as fast_setup
from interpreter.fast.code import Code
from interpreter.fast.engine import Compiled
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, End, Op
from interpreter.ir.types import BOOL, SEAT, SEATS, BoolType, IntType, SequenceType, SetType, Type
from interpreter.run import apply as run_effects
from interpreter.run import binders as run_binders
from interpreter.run import evaluate as run_operators
from interpreter.run import setup as run_setup
from tests.agreement.counting import occurring
from tests.agreement.disagreement import Disagreement
from tests.agreement.trial import Plan, found, read, text_of
from verify import binders as solver_binders
from verify import effects as solver_effects
from verify import operators as solver_operators
from verify import terms as t
from verify.symbolic import SetTerm

Row: TypeAlias = Callable[..., Any]
CASES = 80
"""In so many cases that ask for it a wrong row has to show."""
FURTHEST = 1_000

NEIGHBOURS: Mapping[Op | Binder, Op | Binder] = {
    Op.AND: Op.OR,
    Op.OR: Op.AND,
    Op.LT: Op.LE,
    Op.LE: Op.LT,
    Op.GT: Op.GE,
    Op.GE: Op.GT,
    Op.ADD: Op.SUB,
    Op.SUB: Op.ADD,
    Op.MUL: Op.ADD,
    Op.MIN: Op.MAX,
    Op.MAX: Op.MIN,
    Op.TOP: Op.BOTTOM,
    Op.BOTTOM: Op.TOP,
    Op.UNION: Op.COMMON,
    Op.COMMON: Op.LESS,
    Op.LESS: Op.UNION,
    Op.ME: Op.MOVER,
    Op.MOVER: Op.ME,
    Op.PLIES: Op.TURNS,
    Op.TURNS: Op.PLIES,
    Op.REPEATS: Op.PLIES,
    Op.WINS: Op.LOSES,
    Op.LOSES: Op.WINS,
    Binder.SOME: Binder.EVERY,
    Binder.EVERY: Binder.SOME,
    Binder.LOWEST: Binder.HIGHEST,
    Binder.HIGHEST: Binder.LOWEST,
}


UNREACHED = frozenset([("compiled", Op.RANGE)])
"""Rows that no rule file reaches: between written numbers the set is calculated before it is compiled."""


@dataclass(frozen=True)
class Wrong:
    """A wrong row: whose, which, and the time in which it stands in the table."""

    back_end: str
    name: str
    about: str
    """What the row is for, as it is counted."""
    stands: Callable[[], AbstractContextManager[object]]
    reached: Callable[[ir.Game], bool] = lambda _: True
    """Whether a game in which that occurs comes to the row."""

    def __str__(self) -> str:
        return f"{self.back_end}: {self.name}"


# what another value is --------------------------------------------------------------------------------------


def _other_value(value: Any, kind: Type) -> Any:
    match kind:
        case BoolType():
            return not value
        case IntType():
            return value + 1
        case SetType() | SequenceType():
            return tuple(value)[:-1]
    return value - 1 if value else value + 1


def evaluated(row: Row) -> Row:
    """A row of the evaluator's operators that gives something else."""

    def wrong(expr: ir.Apply, args: Any, context: Any) -> Row:
        meaning = row(expr, args, context)
        return lambda env: _other_value(meaning(env), expr.type)

    return wrong


def folded(fold: Row) -> Row:
    """The same of its binders."""
    return lambda expr, values: _other_value(fold(expr, values), expr.type)


def encoded(row: Row) -> Row:
    """The same of the encoder."""

    def wrong(place: Any, expr: ir.Apply | ir.Bind) -> Any:
        found = row(place, expr)
        if isinstance(found, SetTerm):
            return SetTerm(found.of, lambda _: t.NO, t.number(0), ())
        if not isinstance(found, t.Term):
            return found
        if found.sort is t.CARD:
            return place.terms.cards[0] if found is not place.terms.cards[0] else place.terms.cards[-1]
        return t.negate(found) if found.sort is t.BOOL else t.add(found, t.number(1))

    return wrong


def compiled(row: Row) -> Row:
    """The same of the compiler."""

    def wrong(expr: ir.Apply | ir.Bind, scope: Any, maker: Any) -> Code:
        found = row(expr, scope, maker)
        match expr.type:
            case BoolType():
                return Code(f"(not {found.text})", found.faults)
            case IntType():
                return Code(f"({found.text} + 1)", found.faults)
            case SetType():
                return Code(f"({found.text} & 0)", found.faults)
        return Code(f"({found.text} ^ 1)", found.faults)

    return wrong


def masked(row: Row) -> Row:
    """The same of the compiler's masks."""

    def wrong(expr: ir.Apply, var: str, scope: Any, maker: Any) -> Code | None:
        found = row(expr, var, scope, maker)
        return None if found is None else Code(f"(~{found.text})", found.faults)

    return wrong


# effects and steps ------------------------------------------------------------------------------------------

NEVER = ir.Branch(ir.Literal(False, BOOL), (), ())


def wrong_effect(effect: ir.Effect) -> ir.Effect:
    """Another effect of the same kind, or one that does nothing."""
    match effect:
        case ir.MoveCard(onto=onto):
            return replace(effect, onto=End.BOTTOM if onto is End.TOP else End.TOP)
        case ir.MoveMany(count=count, end=end) if count is not None:
            return replace(effect, end=End.BOTTOM if end is End.TOP else End.TOP)
        case ir.Branch():
            return replace(effect, then=effect.otherwise, otherwise=effect.then)
        case ir.SetMover():
            return replace(effect, seat=_next(effect.seat))
    return NEVER


def _next(seat: ir.Expr) -> ir.Expr:
    return ir.Apply(Op.NEXT_AMONG, (seat, ir.Apply(Op.SEATS, (), SEATS)), SEAT)


def wrong_step(step: ir.Step) -> ir.Step:
    """Another step of the same kind, or one that does nothing."""
    match step:
        case ir.Lot():
            return replace(step, domain=_without_first(step.domain))
        case ir.Deal() | ir.EachSeat():
            return replace(step, start=_next(step.start))
        case ir.Draw():
            return replace(
                step, count=ir.Apply(Op.MIN, (step.count, ir.Literal(0, step.count.type)), step.count.type)
            )
        case ir.Do():
            return ir.Do(NEVER)


def _without_first(domain: ir.Expr) -> ir.Expr:
    assert isinstance(domain.type, SetType)
    first = ir.Bind(Binder.LOWEST, "first", domain, _number("first", domain.type.of), IntType(0, 0))
    other = ir.Apply(Op.NE, (_number("other", domain.type.of), first), BOOL)
    return ir.Bind(Binder.THOSE, "other", domain, other, domain.type)


def _number(name: str, kind: Type) -> ir.Expr:
    local = ir.Local(name, kind)
    return local if isinstance(kind, IntType) else ir.Apply(Op.INDEX, (local,), IntType(0, 0))


# the tables -------------------------------------------------------------------------------------------------


def _in_table(module: Any, table: str, key: Any, row: Row) -> Callable[[], AbstractContextManager[object]]:
    """The time in which a table has another row."""
    return lambda: patch.object(module, table, {**getattr(module, table), key: row})


def _rows(back_end: str, module: Any, table: str, twist: Callable[[Row], Row]) -> Iterator[Wrong]:
    """A wrong row for each key of a table of operators or binders."""
    right = getattr(module, table)
    for key in right:
        if (back_end, key) in UNREACHED:
            continue
        neighbour = NEIGHBOURS.get(key)
        row = right[neighbour] if neighbour in right else twist(right[key])
        about = f"{'op' if isinstance(key, Op) else 'binder'} {key.value}"
        yield Wrong(back_end, f"{key.name.lower()} of {table}", about, _in_table(module, table, key, row))


def _nodes(back_end: str, module: Any, table: str, change: Callable[[Any], Any]) -> Iterator[Wrong]:
    """A wrong row for each key of a table by kind of node."""
    right = getattr(module, table)

    def row(node: Any, *rest: Any) -> Any:
        other = change(node)
        return right[type(other)](other, *rest)

    for key in right:
        name = f"{key.__name__} of {table}"
        yield Wrong(back_end, name, key.__name__, _in_table(module, table, key, row))


def _by_function(back_end: str, places: list[tuple[Any, str]], at: int, kind: type, change: Row) -> Wrong:
    """A wrong treatment of a kind of node by functions that have it as their argument number `at`."""

    @contextmanager
    def stands() -> Iterator[None]:
        patches = [patch.object(m, name, _changing(getattr(m, name), at, kind, change)) for m, name in places]
        for one in patches:
            one.start()
        try:
            yield
        finally:
            for one in patches:
                one.stop()

    return Wrong(back_end, kind.__name__, kind.__name__, stands)


def _changing(function: Row, at: int, kind: type, change: Row) -> Row:
    def wrong(*args: Any) -> Any:
        node = args[at]
        return function(*args[:at], change(node) if isinstance(node, kind) else node, *args[at + 1 :])

    return wrong


EFFECTS = (ir.MoveCard, ir.MoveMany, ir.Assign, ir.SetMover, ir.GoTo, ir.Branch, ir.ForEach)
STEPS = (ir.Lot, ir.Deal, ir.Draw, ir.EachSeat, ir.Do)


def wrong_rows() -> Iterator[Wrong]:
    """All of them."""
    yield from _rows("evaluator", run_operators, "OPS", evaluated)
    yield from _rows("evaluator", run_binders, "BINDERS", folded)
    deeds = [(run_effects, "deed"), (run_setup, "deed")]
    yield from (_by_function("evaluator", deeds, 0, kind, wrong_effect) for kind in EFFECTS)
    yield from (_by_function("evaluator", [(run_setup, "_rule")], 0, kind, wrong_step) for kind in STEPS)
    yield from _rows("encoder", solver_operators, "OPS", encoded)
    yield from _rows("encoder", solver_binders, "BINDERS", encoded)
    yield from (
        _by_function("encoder", [(solver_effects, "_one")], 1, kind, wrong_effect) for kind in EFFECTS
    )
    yield from _rows("compiled", fast_operators, "OPS", compiled)
    yield from _rows("compiled", fast_binders, "BINDERS", compiled)
    for row in _rows("compiled", fast_masks, "MASKS", masked):
        yield replace(row, reached=partial(_comes_to_mask, row.about))
    yield from _nodes("compiled", fast_effects, "EFFECTS", wrong_effect)
    yield from _nodes("compiled", fast_setup, "STEPS", wrong_step)


@lru_cache(maxsize=1024)
def names_in(text: str) -> frozenset[str]:
    """What occurs in a rule file."""
    game = read(text)[1]
    return frozenset() if game is None else frozenset(occurring(game))


def _comes_to_mask(about: str, game: ir.Game) -> bool:
    """Whether compiling the game makes a mask of this operator."""
    came = []

    def watched(row: Row) -> Row:
        def made(*args: Any) -> Any:
            found = row(*args)
            came.append(found is not None)
            return found

        return made

    rows = {op: watched(r) if f"op {op.value}" == about else r for op, r in fast_masks.MASKS.items()}
    with patch.object(fast_masks, "MASKS", rows):
        Compiled(game)
    return any(came)


def asking(wrong: Wrong, seed: int) -> Iterator[int]:
    """The cases that come to the row."""
    for index in range(FURTHEST):
        text = text_of(seed, index)
        game = read(text)[1]
        if game is not None and wrong.about in names_in(text) and wrong.reached(game):
            yield index


def noticed(wrong: Wrong, cases: int, seed: int = 3) -> tuple[int, Disagreement] | None:
    """The first case of a short campaign that fails with the wrong row, and how; None if none does."""
    by = ("encoder", "compiled") if wrong.back_end == "evaluator" else (wrong.back_end,)
    plan = Plan(by, matches=2, encode_every=2)
    for index in islice(asking(wrong, seed), cases):
        text = text_of(seed, index)
        with wrong.stands():
            shown = found(text, seed, index, plan)
        if shown is not None:
            right = found(text, seed, index, plan)
            assert right is None, f"case {index} of seed {seed} without a wrong row: {right}"
            return index, shown
    return None
