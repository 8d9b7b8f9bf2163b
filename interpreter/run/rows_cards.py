"""Rows of the operators on cards, sets and stacks; see `operators.py`."""

from __future__ import annotations

from typing import Any

from interpreter.ir.nodes import Apply, Expr, ZoneRef
from interpreter.run.env import Context, Env, Meaning
from interpreter.run.fault import Fault
from interpreter.run.rows import Args, Row
from interpreter.run.state import Hidden
from interpreter.text.codes import Code


def suit(expr: Apply, args: Args, context: Context) -> Meaning:
    (card,) = args
    ranks = context.rank_count
    return lambda env: card(env) // ranks


def rank(expr: Apply, args: Args, context: Context) -> Meaning:
    (card,) = args
    ranks = context.rank_count
    return lambda env: card(env) % ranks


def _counted(arg: Expr, meaning: Meaning, context: Context) -> Meaning:
    """The number of members; a zone whose cards are hidden and whose number is known may be asked for it."""
    if not isinstance(arg, ZoneRef):
        return lambda env: len(meaning(env))
    zone, span = context.zone(arg), arg.span
    index = context.index(arg)

    def count(env: Env) -> int:
        content = env.state.zones[zone][index(env)]
        if not isinstance(content, Hidden):
            return len(content)
        if content.count is None:
            raise Fault(Code.F812, span, f"the number of cards in `{arg.name}` is hidden here")
        return content.count

    return count


def size(expr: Apply, args: Args, context: Context) -> Meaning:
    return _counted(expr.args[0], args[0], context)


def empty(expr: Apply, args: Args, context: Context) -> Meaning:
    count = _counted(expr.args[0], args[0], context)
    return lambda env: count(env) == 0


def end_of_stack(place: int, word: str) -> Row:
    def row(expr: Apply, args: Args, context: Context) -> Meaning:
        (stack,) = args

        def card(env: Env) -> Any:
            cards = stack(env)
            if not cards:
                raise Fault(Code.F801, expr.span, f"{_name(expr.args[0])} is empty, it has no {word}")
            return cards[place]

        return card

    return row


def at(expr: Apply, args: Args, context: Context) -> Meaning:
    stack, place = args

    def card(env: Env) -> Any:
        cards, i = stack(env), place(env)
        if not 0 <= i < len(cards):
            raise Fault(
                Code.F802, expr.span, f"{_name(expr.args[0])} holds {len(cards)} cards, there is no place {i}"
            )
        return cards[i]

    return card


def the(expr: Apply, args: Args, context: Context) -> Meaning:
    (members,) = args

    def only(env: Env) -> Any:
        found = members(env)
        if len(found) != 1:
            raise Fault(Code.F808, expr.span, f"one member was expected, there are {len(found)}")
        return found[0]

    return only


def _name(expr: Expr) -> str:
    return f"`{expr.name}`" if isinstance(expr, ZoneRef) else "the stack"


def ascending(members: Any) -> tuple[int, ...]:
    return tuple(sorted(set(members)))


def union(a: Any, b: Any) -> tuple[int, ...]:
    return ascending((*a, *b))


def common(a: Any, b: Any) -> tuple[int, ...]:
    return tuple(x for x in a if x in b)


def less(a: Any, b: Any) -> tuple[int, ...]:
    return tuple(x for x in a if x not in b)
