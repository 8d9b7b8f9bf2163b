"""Cards that come and go: what zones are afterwards, as functions of what they were.

Nothing here asks for anything beyond a zone's own functions, so what is found out about a card or a place is
remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.ir.ops import End
from interpreter.ir.types import CARD
from verify import terms as t
from verify.encode import Place
from verify.law import ONE, ORDER, within
from verify.symbolic import SetTerm, StackTerm, Zone, remembered

Chosen: TypeAlias = Callable[[t.Term], t.Truth]
"""Which cards: a condition on one."""

NOTHING = SetTerm(CARD, lambda c: t.NO, t.number(0))


def without(zone: Zone, card: t.Term) -> Zone:
    """The zone when the card, which it holds, has left it."""
    has = remembered(lambda c: t.both(zone.has(c), t.negate(t.equal(c, card))))
    if isinstance(zone, SetTerm):
        assert zone.size is not None
        return SetTerm(CARD, has, t.subtract(zone.size, ONE))
    gone = zone.place(card)

    def place(c: t.Term) -> t.Number:
        was = zone.place(c)
        return t.choose(t.less(gone, was), t.subtract(was, ONE), was)

    def slot(i: t.Number) -> t.Term:
        return t.choose(t.less(i, gone), zone.slot(i), zone.slot(t.add(i, ONE)))

    return StackTerm(has, remembered(slot), remembered(place), t.subtract(zone.size, ONE))


def with_card(zone: Zone, card: t.Term, onto: End) -> Zone:
    """The zone when the card has come to it, on a stack to that end."""
    row = Row(lambda c: t.equal(c, card), ONE, lambda i: card, lambda c: t.number(0))
    return with_row(zone, row, onto)


# rows of cards --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """So many cards on their way: which, and, where they have an order, their places from 0 on."""

    has: Chosen
    size: t.Number
    slot: t.Function | None = None
    place: t.Function | None = None


def in_some_order(p: Place, has: Chosen, size: t.Number) -> Row:
    """These cards, `size` of them, one behind the other.

    In deck order where the cards are known, otherwise in an order of which nothing is known.
    """
    cards = p.terms.members(CARD)
    if cards is not None:
        return _in_deck_order(cards, has, size)
    return Row(has, size, *p.law(ORDER).row(has, size))


def _in_deck_order(cards: tuple[t.Term, ...], has: Chosen, size: t.Number) -> Row:
    before = {c: cards[:i] for i, c in enumerate(cards)}

    def place(c: t.Term) -> t.Number:
        return t.total(t.choose(has(other), ONE, t.number(0)) for other in before.get(c, ()))

    def slot(i: t.Number) -> t.Term:
        found = cards[-1]
        for c in cards[:-1]:
            found = t.choose(t.both(has(c), t.equal(place(c), i)), c, found)
        return found

    return Row(has, size, remembered(slot), remembered(place))


def cut(stack: StackTerm, count: t.Number, end: End) -> tuple[Row, StackTerm]:
    """So many cards of an end of a stack, and what is left of it."""
    left = t.subtract(stack.size, count)
    if end is End.TOP:
        return _part(stack, left, count), _stack(_part(stack, t.number(0), left))
    return _part(stack, t.number(0), count), _stack(_part(stack, count, left))


def _part(stack: StackTerm, first: t.Number, size: t.Number) -> Row:
    """The cards from a place on."""
    last = t.add(first, size)

    def has(c: t.Term) -> t.Truth:
        at = stack.place(c)
        above = t.YES if t.known_number(first) == 0 else t.at_most(first, at)
        below = t.YES if last is stack.size else t.less(at, last)
        return t.both(stack.has(c), above, below)

    slot = remembered(lambda i: stack.slot(t.add(i, first)))
    return Row(remembered(has), size, slot, remembered(lambda c: t.subtract(stack.place(c), first)))


def _stack(row: Row) -> StackTerm:
    assert row.slot is not None and row.place is not None
    return StackTerm(row.has, row.slot, row.place, row.size)


def with_row(zone: Zone, row: Row, onto: End) -> Zone:
    """The zone when the row has come to it; on a stack it keeps its order."""
    assert zone.size is not None
    has = remembered(lambda c: t.either(zone.has(c), row.has(c)))
    size = t.add(zone.size, row.size)
    if isinstance(zone, SetTerm):
        return SetTerm(CARD, has, size)
    row_slot, row_place = row.slot, row.place
    assert row_slot is not None and row_place is not None, "what comes onto a stack has an order"
    at, shift = (zone.size, t.number(0)) if onto is End.TOP else (t.number(0), row.size)

    def slot(i: t.Number) -> t.Term:
        new = t.subtract(i, at)
        inside = t.equal(new, t.number(0)) if row.size is ONE else within(new, row.size)
        return t.choose(inside, row_slot(new), zone.slot(t.subtract(i, shift)))

    def place(c: t.Term) -> t.Number:
        return t.choose(row.has(c), t.add(row_place(c), at), t.add(zone.place(c), shift))

    return StackTerm(has, remembered(slot), remembered(place), size)
