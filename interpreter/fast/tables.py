"""Conditions that no position changes, found for all cards, suits or ranks once, when the module is loaded.

A condition on one member is a mask then, one on two is a tuple of masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.fast import runtime
from interpreter.fast.code import Code, Scope, inner
from interpreter.fast.ground import Tuples
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
    if key in maker.tabulated:
        return maker.tabulated[key] or None  # nothing: it is being made
    answers = sizes[0] * (sizes[1] if len(sizes) > 1 else 1)
    if answers > MOST or (len(sizes) > 1 and any(isinstance(n, ir.Bind) for n in inside(e))):
        return None
    params = [maker.fresh(name) for name in names]
    scope = Scope("s", "me", None, names=dict(zip(names, params, strict=True)))
    maker.tabulated[key] = ""
    plain = maker if isinstance(maker.ground, Tuples) else _plain(maker)
    found = plain.code(e, scope)
    maker.tabulated[key] = name = maker.fresh("TABLE")
    made = f"tabulate(lambda {', '.join(params)}, s=(), me=-1: {inner(found.text)}, {str(sizes)[1:-1]})"
    maker.statement(name, f"{name} = {made if plain is maker else _value(plain, made)}", e.span)
    return name


def _plain(maker: Maker) -> Maker:
    """A maker of expressions that need no statements."""
    return Maker(
        maker.game,
        maker.cards,
        layout=maker.layout,
        counts=False,
        settled=frozenset(),
        tables=maker.tables,
        ground=Tuples(),
    )


def _value(maker: Maker, made: str) -> str:
    """The table itself, as text."""
    space = vars(runtime).copy()
    text = "\n".join((*deck_tables(maker), *(block for _, block in maker.blocks), f"found = {made}"))
    exec(compile(text, "<table>", "exec"), space)  # noqa: S102 - we have written it ourselves
    return repr(space["found"])


def deck_tables(maker: Maker) -> Iterator[str]:
    suits, ranks = len(maker.game.deck.suits), len(maker.game.deck.ranks)
    cards = range(suits * ranks)

    def masks(keep: Iterable[Iterable[int]]) -> tuple[int, ...]:
        return tuple(sum(1 << c for c in some) for some in keep)

    yield f"SUIT = {tuple(c // ranks for c in cards)}"
    yield f"RANK = {tuple(c % ranks for c in cards)}"
    yield f"SUIT_IS = {masks([c for c in cards if c // ranks == s] for s in range(suits))}"
    for word, test in (("IS", int.__eq__), ("OVER", int.__gt__), ("UNDER", int.__lt__)):
        yield f"RANK_{word} = {masks([c for c in cards if test(c % ranks, r)] for r in range(ranks))}"
