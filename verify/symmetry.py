"""Whether all seats are alike to the rules, so that what is shown of one seat's steps is shown of all.

Turn every seat by one place round the table: `next`, sets of seats and what belongs to a player turn with
them. A game whose rules name no certain seat, do not put seats in order and do not count with them is the
same game afterwards, and so is a step of it. What a step of the first seat keeps true, every seat's step then
keeps true, as long as the claims in question are turned into themselves, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.ir import nodes as ir
from interpreter.ir import walk
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import SEAT, SetType, Type

_ORDERING = frozenset((Op.LT, Op.LE, Op.GT, Op.GE, Op.MIN, Op.MAX, Op.INDEX, Op.RANGE))
_PICKING = frozenset((Binder.LOWEST, Binder.HIGHEST))


def seats_alike(game: ir.Game, claims: Iterable[ir.Expr]) -> bool:
    """Whether the rules outside the set-up, and these claims, treat all seats alike."""
    roots = (*_rules(game), *claims)
    return not any(_names_a_seat(e) for e in walk.with_definitions(game, roots)) and not any(
        _in_seat_order(e) for e in _effects(game)
    )


def _rules(game: ir.Game) -> Iterator[ir.Expr]:
    """What decides how a match goes on once the set-up is done, and who sees what."""
    yield from (p.actors for p in game.phases if p.actors is not None)
    if game.turn.among is not None:
        yield game.turn.among
    for zone in game.zones:
        yield from (zone.seen, zone.counted)
    yield from (v.seen for v in game.variables)
    for move in game.moves:
        if move.phase != ir.SETUP:
            yield from walk.move_expressions(move)
    for ending in game.endings:
        yield from walk.ending_expressions(ending)


def _effects(game: ir.Game) -> Iterator[ir.Effect]:
    for effects in (*(m.effects for m in game.moves), *(e.effects for e in game.endings)):
        yield from walk.all_effects(effects)


def _in_seat_order(effect: ir.Effect) -> bool:
    """A repetition for seats one after another from the first seat."""
    return isinstance(effect, ir.ForEach) and effect.domain.type == SetType(SEAT) and effect.start is None


def _names_a_seat(e: ir.Expr) -> bool:
    match e:
        case ir.Literal() | ir.OptionRef():
            return _of_seats(e.type)
        case ir.Apply():
            return e.op in _ORDERING and any(_of_seats(a.type) for a in e.args)
        case ir.Bind():
            return e.op in _PICKING and (_of_seats(e.type) or _of_seats(e.body.type))
        case _:
            return False


def _of_seats(kind: Type) -> bool:
    return kind == SEAT or (isinstance(kind, SetType) and kind.of == SEAT)
