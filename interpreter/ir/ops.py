"""The operators of the language: the one enumeration by which every back end keys its tables."""

from __future__ import annotations

from enum import Enum


class Op(Enum):
    """Operators of `Apply`; all arguments are evaluated first unless the row says otherwise."""

    # truth values
    NOT = "not"
    AND = "and"  # left to right, stops at the first false
    OR = "or"  # left to right, stops at the first true
    IMPLIES = "implies"  # the right side is looked at only when the left side holds
    IF = "if"  # condition, value if it holds, value otherwise; only one of the two is looked at
    # comparison: equal on every type; order on numbers and ranks, never across them
    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    # numbers
    ADD = "+"
    SUB = "-"
    MUL = "*"
    NEG = "neg"
    MIN = "min"  # two or more
    MAX = "max"  # two or more
    INDEX = "index"  # place from 0 of a suit, rank, card, seat or name in its declared order
    # cards
    SUIT = "suit"
    RANK = "rank"
    # sets and stacks
    SIZE = "size"
    EMPTY = "empty"
    IN = "in"  # element, set or stack
    TOP = "top"  # fault on an empty stack
    BOTTOM = "bottom"  # fault on an empty stack
    AT = "at"  # stack, place from 0 at the bottom; fault outside
    INDICES = "indices"  # 0 up to size - 1 of a stack
    CARDS_OF = "cards of"  # a stack as a set
    SET = "set"  # the set of its arguments, none or more
    UNION = "union"
    COMMON = "common"  # what both sets hold
    LESS = "less"  # the first set without the second
    THE = "the"  # the one member of a set; fault unless there is exactly one
    RANGE = "range"  # the set of numbers from literal to literal
    # everything of a kind
    SUITS = "suits"
    RANKS = "ranks"
    CARDS = "cards"
    SEATS = "seats"
    # the moment
    ME = "me"  # the seat that acts, or has just acted
    MOVER = "mover"  # the seat whose turn it is
    NEXT = "next"  # the seat after this one in the order of turns; fault when nobody is left
    NEXT_AMONG = "next among"  # the first seat of a set clockwise after this one; fault on an empty set
    PHASE = "phase"
    IS_SET = "is set"  # argument is a variable, which is not read
    OVER = "over"
    # only in checks and endings: counters of the engine, since the end of the set-up, no part of the position
    PLIES = "plies"
    TURNS = "turns"  # how often the turn has passed to another seat
    REPEATS = "repeats"  # how often this position has stood, this time included
    # only in checks
    ENDED = "ended"  # whether the match is over by this ending
    WINS = "wins"
    LOSES = "loses"
    # only in checks: what happened before, which no rule may read
    LAST_MOVE = "last move"  # fault before the first
    LAST_PLAYER = "last player"  # fault before the first
    LAID_BY = "laid by"  # the seat that last moved this card; fault if nobody has


class Binder(Enum):
    """Operators that bind a name over the members of a set, in ascending order."""

    SOME = "some"
    EVERY = "every"
    COUNT = "count"
    THOSE = "those"  # the members for which the body holds, as a set
    LOWEST = "lowest"  # the smallest value of a numeric body; fault on an empty set
    HIGHEST = "highest"
    TOTAL = "total"  # the sum of a numeric body


class End(Enum):
    """The two ends of an ordered zone."""

    TOP = "top"
    BOTTOM = "bottom"


class Independent(Enum):
    """What an independence check compares."""

    LEGAL = "legal moves"
    AFTER = "positions after"
