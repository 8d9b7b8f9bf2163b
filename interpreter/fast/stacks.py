"""Routines on states that are played in place, which numba compiles as they stand here.

`s` is a state (see `slots.py`), `slot` where one of its stacks begins. Numbers that stand for nothing, after
a fault, are such that whatever is done with them stays inside the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from interpreter.fast.bits import low, ones

State: TypeAlias = Any
"""A list of whole numbers; an array where numba runs."""

SHARED: tuple[str, ...] = (
    *("tidy", "fault", "between", "the", "within", "within_bits", "next_among", "gather", "top", "bottom"),
    *("at", "lies", "alike", "same_start", "push", "under", "pull", "lifted", "lifted_low", "shifted"),
    *("heap", "heap_under", "laid_by", "mark", "mark_stack"),
)
"""All of them."""


def tidy(s: State, stacks: Sequence[int], room: int) -> None:
    """Nothing is left above the cards of stacks, each of which has so much room."""
    for slot in stacks:
        for place in range(slot + 1 + s[slot], slot + 1 + room):
            s[place] = 0


def fault(s: State) -> int:
    """An operation has left its domain; the last slot says so."""
    s[-1] = 1
    return 0


# sets


def between(low: int, high: int) -> int:
    """The bits from `low` up to `high`, both included."""
    return (1 << high + 1) - (1 << low) if low <= high else 0


def the(s: State, mask: int) -> int:
    """The only bit."""
    if mask == 0 or mask & mask - 1:
        return fault(s)
    return low(mask)


def within(s: State, value: int, low: int, high: int) -> int:
    """The value, which must be from `low` to `high`."""
    if low <= value <= high:
        return value
    fault(s)
    return low


def within_bits(s: State, mask: int, allowed: int) -> int:
    """A set of numbers, all of which must be among these."""
    if mask & ~allowed:
        fault(s)
    return mask & allowed


def next_among(s: State, seat: int, among: int, seats: int) -> int:
    """The first seat of a mask clockwise after this one, itself the last."""
    for distance in range(1, seats + 1):
        if among >> (seat + distance) % seats & 1:
            return (seat + distance) % seats
    return fault(s)


# looking at stacks


def gather(s: State, slot: int) -> int:
    """The cards of a stack as a mask."""
    mask = 0
    for place in range(slot + 1, slot + 1 + s[slot]):
        mask |= 1 << s[place]
    return mask


def top(s: State, slot: int) -> int:
    if s[slot] == 0:
        return fault(s)
    card: int = s[slot + s[slot]]
    return card


def bottom(s: State, slot: int) -> int:
    if s[slot] == 0:
        return fault(s)
    card: int = s[slot + 1]
    return card


def at(s: State, slot: int, place: int) -> int:
    if not 0 <= place < s[slot]:
        return fault(s)
    card: int = s[slot + 1 + place]
    return card


def lies(s: State, slot: int, card: int) -> bool:
    """Whether a card is in a stack."""
    for place in range(slot + 1, slot + 1 + s[slot]):  # noqa: SIM110 - numba cannot
        if s[place] == card:
            return True
    return False


def alike(s: State, slot: int, t: State, other: int) -> bool:
    """Whether two stacks are the same."""
    for place in range(s[slot] + 1):  # noqa: SIM110
        if s[slot + place] != t[other + place]:
            return False
    return True


def same_start(s: State, slot: int, t: State, other: int, places: int) -> bool:
    """Whether two stacks, both at least so high, are alike at these places from the bottom."""
    if places > s[slot] or places > t[other]:
        fault(s)
        return False
    for place in range(1, places + 1):  # noqa: SIM110
        if s[slot + place] != t[other + place]:
            return False
    return True


# changing stacks


def push(s: State, slot: int, card: int) -> None:
    """A card comes on top."""
    height = s[slot] + 1
    s[slot] = height
    s[slot + height] = card


def under(s: State, slot: int, card: int) -> None:
    """A card comes to the bottom."""
    for place in range(slot + s[slot], slot, -1):
        s[place + 1] = s[place]
    s[slot + 1] = card
    s[slot] += 1


def pull(s: State, slot: int, card: int) -> bool:
    """A card leaves a stack; whether it was there."""
    for place in range(slot + 1, slot + 1 + s[slot]):
        if s[place] == card:
            for above in range(place, slot + s[slot]):
                s[above] = s[above + 1]
            s[slot] -= 1
            return True
    return False


def lifted(s: State, slot: int, count: int) -> int:
    """So many cards leave the top of a stack; they come as a mask."""
    mask = 0
    height = s[slot]
    for place in range(slot + height, slot + height - count, -1):
        mask |= 1 << s[place]
    s[slot] = height - count
    return mask


def lifted_low(s: State, slot: int, count: int) -> int:
    """The same from the bottom."""
    mask = 0
    height = s[slot]
    for place in range(slot + 1, slot + 1 + height):
        if place <= slot + count:
            mask |= 1 << s[place]
        else:
            s[place - count] = s[place]
    s[slot] = height - count
    return mask


def shifted(s: State, source: int, count: int, low: bool, target: int, onto: bool, room: int) -> None:
    """So many cards go from the top of a stack, or the bottom, to the top of one, or the bottom.

    They keep their order. `room` are slots where they can lie meanwhile.
    """
    first = source + 1 if low else source + 1 + s[source] - count
    for place in range(count):
        s[room + place] = s[first + place]
    if low:
        for place in range(source + 1, source + 1 + s[source] - count):
            s[place] = s[place + count]
    s[source] -= count
    if onto:
        begin = target + 1 + s[target]
    else:
        begin = target + 1
        for place in range(target + s[target], target, -1):
            s[place + count] = s[place]
    for place in range(count):
        s[begin + place] = s[room + place]
    s[target] += count


def heap(s: State, slot: int, mask: int) -> None:
    """Cards come on top one after another, ascending."""
    while mask:
        push(s, slot, low(mask))
        mask &= mask - 1


def heap_under(s: State, slot: int, mask: int) -> None:
    """The same below all others, the first of them lowest."""
    count = ones(mask)
    for place in range(slot + s[slot], slot, -1):
        s[place + count] = s[place]
    s[slot] += count
    place = slot + 1
    while mask:
        s[place] = low(mask)
        mask &= mask - 1
        place += 1


# who laid a card


def laid_by(s: State, laid: int, card: int) -> int:
    """The seat that last moved a card."""
    if s[laid + card] < 0:
        return fault(s)
    seat: int = s[laid + card]
    return seat


def mark(s: State, laid: int, mask: int, seat: int) -> None:
    """These cards have been moved by a seat."""
    while mask:
        s[laid + low(mask)] = seat
        mask &= mask - 1


def mark_stack(s: State, p: State, slot: int, laid: int, seat: int) -> None:
    """The same of the cards that have come to a stack since the position `p`."""
    was, now = p[slot], s[slot]
    common = 0
    while common < was and common < now and p[slot + 1 + common] == s[slot + 1 + common]:
        common += 1
    if common == now:
        return
    for place in range(slot + 1 + (common if common == was else 0), slot + 1 + now):
        if common == was or not lies(p, slot, s[place]):
            s[laid + s[place]] = seat
