"""The table of operators: one row each, saying what Python it becomes."""

from __future__ import annotations

import operator
from collections.abc import Mapping

from interpreter.fast import rows, rows_cards, rows_moment
from interpreter.fast.code import Code, Scope
from interpreter.fast.maker import Maker
from interpreter.fast.rows import Row, joined
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op

OPS: Mapping[Op, Row] = {
    Op.NOT: rows.not_,
    Op.AND: rows.and_,
    Op.OR: rows.or_,
    Op.IMPLIES: rows.implies,
    Op.IF: rows.if_,
    Op.EQ: joined("==", operator.eq),
    Op.NE: joined("!=", operator.ne),
    Op.LT: joined("<", operator.lt),
    Op.LE: joined("<=", operator.le),
    Op.GT: joined(">", operator.gt),
    Op.GE: joined(">=", operator.ge),
    Op.ADD: joined("+", operator.add),
    Op.SUB: joined("-", operator.sub),
    Op.MUL: joined("*", operator.mul),
    Op.NEG: rows.negative,
    Op.MIN: rows.extreme("min", "<="),
    Op.MAX: rows.extreme("max", ">="),
    Op.INDEX: rows.same,
    Op.SUIT: rows_cards.table("SUIT"),
    Op.RANK: rows_cards.table("RANK"),
    Op.SIZE: rows_cards.size,
    Op.EMPTY: rows_cards.empty,
    Op.IN: rows_cards.within,
    Op.TOP: rows_cards.end_of_stack("top"),
    Op.BOTTOM: rows_cards.end_of_stack("bottom"),
    Op.AT: rows_cards.at,
    Op.INDICES: rows_cards.indices,
    Op.CARDS_OF: rows_cards.cards_of,
    Op.SET: rows_cards.set_,
    Op.UNION: rows_cards.joined("| "),
    Op.COMMON: rows_cards.joined("& "),
    Op.LESS: rows_cards.joined("& ~"),
    Op.THE: rows_cards.the,
    Op.RANGE: rows_cards.range_,
    Op.SUITS: rows.constant(lambda maker: (1 << len(maker.game.deck.suits)) - 1),
    Op.RANKS: rows.constant(lambda maker: (1 << len(maker.game.deck.ranks)) - 1),
    Op.CARDS: rows.constant(lambda maker: sum(1 << card for card in maker.cards)),
    Op.SEATS: rows.constant(lambda maker: (1 << maker.game.seats) - 1),
    Op.ME: rows_moment.me,
    Op.MOVER: rows_moment.slot("mover"),
    Op.NEXT: rows_moment.next_,
    Op.NEXT_AMONG: rows_moment.next_among,
    Op.PHASE: rows_moment.phase,
    Op.IS_SET: rows_moment.is_set,
    Op.OVER: rows_moment.over,
    Op.PLIES: rows_moment.counter("plies"),
    Op.TURNS: rows_moment.counter("turns"),
    Op.REPEATS: rows_moment.counter("repeats"),
    Op.ENDED: rows_moment.ended,
    Op.WINS: rows_moment.result("winners"),
    Op.LOSES: rows_moment.result("losers"),
    Op.LAST_MOVE: rows_moment.last_move,
    Op.LAST_PLAYER: rows_moment.last_player,
    Op.LAID_BY: rows_moment.laid_by,
}


def apply(e: ir.Apply, scope: Scope, maker: Maker) -> Code:
    return OPS[e.op](e, scope, maker)
