"""Why numba cannot play a game: it has whole numbers of 64 bits, and sets are masks in them.

And what nothing that plays in place does: to try some kinds of positions out beside the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.fast.comparing import too_much, tried
from interpreter.fast.kernel_source import Wanted
from interpreter.fast.prepare import lows, prepared
from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.settled import settled
from interpreter.ir.types import IntType, SetType, Type, Value
from interpreter.ir.walk import inside

BITS = 62
"""Of a mask; complements and one bit more have to fit, too."""
_LARGEST = 1 << BITS
COMPARED = "positions have to be compared to see whether a check on independence holds"


def unfit(game: ir.Game, options: Mapping[str, Value], wanted: Wanted) -> str | None:
    """The reason, for people: lower case, no full stop; None if numba can play it."""
    return next(_reasons(game, options, wanted), None)


def _reasons(game: ir.Game, options: Mapping[str, Value], wanted: Wanted) -> Iterator[str]:
    cards = len(game.deck.suits) * len(game.deck.ranks)
    if cards > BITS:
        yield f"a deck of {cards} cards does not fit into a number of 64 bits"
    if (len(game.endings) * game.seats) << 2 * game.seats + 2 >= _LARGEST:
        yield f"results with {game.seats} seats do not fit into a number of 64 bits"
    if wanted.check and sum(isinstance(c.claim, ir.Witness) for c in game.checks) > BITS:
        yield f"more than {BITS} things that can happen do not fit into a number of 64 bits"
    if wanted.check and compares(game, options):
        yield COMPARED
    plain = prepared(game, options)
    low = min((0, *lows(plain)))
    for kind in _kinds(plain):
        yield from _of_a_type(kind, low)


def compares(game: ir.Game, options: Mapping[str, Value]) -> bool:
    """Whether a check on independence holds is seen only by trying other positions out step by step."""
    if not any(isinstance(c.claim, ir.Independence) for c in game.checks):
        return False
    plain = prepared(game, options, stacks=True)
    return too_much(plain, tried(plain, settled(plain)))


def _of_a_type(kind: Type, low: int) -> Iterator[str]:
    if isinstance(kind, IntType) and not -_LARGEST < kind.lo <= kind.hi < _LARGEST:
        yield f"a number from {kind.lo} to {kind.hi} does not fit into 64 bits"
    if isinstance(kind, SetType) and isinstance(kind.of, IntType) and kind.of.hi - low > BITS:
        yield f"a set of numbers from {low} to {kind.of.hi} does not fit into a number of 64 bits"


def _kinds(game: ir.Game) -> Iterator[Type]:
    """The types of all expressions and variables."""
    found: set[Type] = set()

    def look(e: ir.Expr) -> ir.Expr:
        found.update(node.type for node in inside(e))
        return e

    rewrite.game(game, look)
    yield from found
    yield from (v.type for v in game.variables)
