"""The table of operators: one row each, saying what it means.

All arguments are evaluated first, left to right, but for `and`, `or`, `implies` and `if`, which stop early,
and `is set`, `size` and `empty`, which can ask about what they may not read.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping

from interpreter.ir.ops import Op
from interpreter.run import rows, rows_cards, rows_moment
from interpreter.run.rows import Row, binary, constant, moment, several, unary
from interpreter.run.state import Past

OPS: Mapping[Op, Row] = {
    Op.NOT: unary(operator.not_),
    Op.AND: rows.and_,
    Op.OR: rows.or_,
    Op.IMPLIES: rows.implies_,
    Op.IF: rows.if_,
    Op.EQ: binary(operator.eq),
    Op.NE: binary(operator.ne),
    Op.LT: binary(operator.lt),
    Op.LE: binary(operator.le),
    Op.GT: binary(operator.gt),
    Op.GE: binary(operator.ge),
    Op.ADD: binary(operator.add),
    Op.SUB: binary(operator.sub),
    Op.MUL: binary(operator.mul),
    Op.NEG: unary(operator.neg),
    Op.MIN: several(min),
    Op.MAX: several(max),
    Op.INDEX: unary(int),
    Op.SUIT: rows_cards.suit,
    Op.RANK: rows_cards.rank,
    Op.SIZE: rows_cards.size,
    Op.EMPTY: rows_cards.empty,
    Op.IN: binary(lambda member, members: member in members),
    Op.TOP: rows_cards.end_of_stack(-1, "top"),
    Op.BOTTOM: rows_cards.end_of_stack(0, "bottom"),
    Op.AT: rows_cards.at,
    Op.INDICES: unary(lambda stack: tuple(range(len(stack)))),
    Op.CARDS_OF: unary(rows_cards.ascending),
    Op.SET: several(rows_cards.ascending),
    Op.UNION: binary(rows_cards.union),
    Op.COMMON: binary(rows_cards.common),
    Op.LESS: binary(rows_cards.less),
    Op.THE: rows_cards.the,
    Op.RANGE: binary(lambda lo, hi: tuple(range(lo, hi + 1))),
    Op.SUITS: constant(lambda context: tuple(range(len(context.game.deck.suits)))),
    Op.RANKS: constant(lambda context: tuple(range(context.rank_count))),
    Op.CARDS: constant(lambda context: context.cards),
    Op.SEATS: constant(lambda context: tuple(range(context.seats))),
    Op.ME: moment(lambda env: env.me),
    Op.MOVER: moment(lambda env: env.state.mover),
    Op.NEXT: rows_moment.next_,
    Op.NEXT_AMONG: rows_moment.next_among,
    Op.PHASE: rows_moment.phase,
    Op.IS_SET: rows_moment.is_set,
    Op.OVER: moment(rows_moment.over),
    Op.PLIES: rows_moment.counter(lambda past: past.plies),
    Op.TURNS: rows_moment.counter(lambda past: past.turns),
    Op.REPEATS: rows_moment.counter(Past.repeats),
    Op.ENDED: rows_moment.ended,
    Op.WINS: rows_moment.result("winners"),
    Op.LOSES: rows_moment.result("losers"),
    Op.LAST_MOVE: rows_moment.last_move,
    Op.LAST_PLAYER: rows_moment.last_player,
    Op.LAID_BY: rows_moment.laid_by,
}
