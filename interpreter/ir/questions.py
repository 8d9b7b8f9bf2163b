"""What a prover asks of every rule file without being asked: the questions by their names.

A rule file may say which verdict it expects of one; a check of its own may not be called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.ir import nodes as ir

AT_START = "the set-up puts every card in one place"
CONSERVED = "every card is in one place"
ONE_OUTCOME = "nobody wins and loses"
TURN_ORDER = "nobody who is out is asked to move"
DEFINED = "no operation leaves its domain"
PROGRESS = "until the end somebody can move"
NO_PEEKING = "nobody's moves depend on what he cannot see"
CAN_END = "from every position a match can end"
MUST_END = "every match ends"

OF_EVERY_FILE = (
    AT_START,
    CONSERVED,
    ONE_OUTCOME,
    TURN_ORDER,
    DEFINED,
    PROGRESS,
    NO_PEEKING,
    CAN_END,
    MUST_END,
)
_CONDITION = re.compile(r"`.+` can be (true|false)( \(line \d+, \d+\))?", re.DOTALL)
_PLACE = re.compile(r" \(line \d+, \d+\)$")


def can_be_made(move: ir.Move) -> str:
    return f"`{move.name}` can be made"


def can_end_by(ending: ir.Ending) -> str:
    return f"a match can end by `{ending.name}`"


def makes_a_difference(option: ir.Option) -> str:
    return f"`{option.name}` makes a difference"


def asked_moves(game: ir.Game) -> Iterator[ir.Move]:
    """The moves that have to be possible: those that players make after the set-up."""
    return (m for m in game.moves if m.phase != ir.SETUP and not m.by_chance)


def asked_options(game: ir.Game) -> Iterator[ir.Option]:
    """The options that have to make a difference."""
    return (o for o in game.options if len(o.values) > 1)


def built_in(game: ir.Game) -> tuple[str, ...]:
    """The names of all questions but those about single conditions, in the order in which they are asked."""
    return (
        *OF_EVERY_FILE,
        *(can_be_made(m) for m in asked_moves(game)),
        *(can_end_by(e) for e in game.endings),
        *(makes_a_difference(o) for o in asked_options(game)),
    )


def about_a_condition(name: str) -> bool:
    """Whether it is what a question about a condition is called, with its place or without it."""
    return _CONDITION.fullmatch(name) is not None


def fits(expected: str, question: str) -> bool:
    """Whether an expectation of this name is about the question; it may leave out a condition's place."""
    return question == expected or (about_a_condition(expected) and _PLACE.sub("", question) == expected)
