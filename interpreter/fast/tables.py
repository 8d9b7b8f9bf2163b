"""Conditions that no position changes, found for all cards, suits or ranks once, when the module is loaded.

A condition on one member is a mask then, one on two is a tuple of masks.
"""

from __future__ import annotations

from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.maker import Maker
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import CardType, RankType, SeatType, SuitType, Type
from interpreter.ir.walk import inside

_STILL = frozenset(
    (
        *(Op.NOT, Op.AND, Op.OR, Op.IMPLIES, Op.IF, Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE),
        *(Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.MIN, Op.MAX, Op.INDEX, Op.SUIT, Op.RANK, Op.SIZE, Op.EMPTY),
        *(Op.IN, Op.SET, Op.UNION, Op.COMMON, Op.LESS, Op.RANGE, Op.SUITS, Op.RANKS, Op.CARDS, Op.SEATS),
    )
)
"""Operators whose value depends on that of their arguments alone, and that cannot fault."""
MOST = 3000
"""The most answers in a table."""


def tabulated(e: ir.Expr, var: str, scope: Scope, maker: Maker) -> Code | None:
    """A condition on the member `var`, and perhaps one name more, as a mask; None if it is none for a
    table.
    """
    names = sorted(maker.free(e) - {var})
    if maker.size(e) < 3 or len(names) > 1 or not _still(e):
        return None
    kinds = {n.name: n.type for n in inside(e) if isinstance(n, ir.Local)}
    sizes = [count(kinds[name], maker) for name in (var, *names)]
    if None in sizes or not all(name in scope.names for name in names):
        return None
    table = _table(e, (var, *names), [s for s in sizes if s is not None], maker)
    if table is None:
        return None
    return Code(table if not names else f"{table}[{scope.names[names[0]]}]")


def _still(e: ir.Expr) -> bool:
    return all(
        isinstance(n, ir.Literal | ir.Local | ir.Bind) or (isinstance(n, ir.Apply) and n.op in _STILL)
        for n in inside(e)
    )


def count(kind: Type, maker: Maker) -> int | None:
    """How many members a type has, if they are few."""
    deck = maker.game.deck
    match kind:
        case CardType():
            return len(deck.suits) * len(deck.ranks)
        case SuitType():
            return len(deck.suits)
        case RankType():
            return len(deck.ranks)
        case SeatType():
            return maker.game.seats
    return None


def _table(e: ir.Expr, names: tuple[str, ...], sizes: list[int], maker: Maker) -> str | None:
    """The name of the table, which is made where it is first wanted."""
    key = (names, e)
    if key in maker.tables:
        return maker.tables[key] or None  # nothing: it is being made
    answers = sizes[0] * (sizes[1] if len(sizes) > 1 else 1)
    if answers > MOST or (len(sizes) > 1 and any(isinstance(n, ir.Bind) for n in inside(e))):
        return None
    params = [maker.fresh(name) for name in names]
    scope = Scope("s", "me", None, names=dict(zip(names, params, strict=True)))
    maker.tables[key] = ""
    found = maker.code(e, scope)
    maker.tables[key] = name = maker.fresh("TABLE")
    test = f"lambda {', '.join(params)}, s=(), me=-1: {inner(found.text)}"
    maker.statement(name, f"{name} = tabulate({test}, {', '.join(map(str, sizes))})", e.span)
    return name
