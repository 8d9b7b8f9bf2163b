"""What generated source calls: arithmetic on masks, and the past of states in which rules count."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn


class Undefined(Exception):
    """An operation left its domain. Generated code says no more: where and why, the evaluator tells."""


def undefined() -> NoReturn:
    raise Undefined


def members(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def gather(numbers: Iterable[int]) -> int:
    """The mask of these bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def tabulate(test: Callable[..., Any], members: int, others: int | None = None) -> Any:
    """The mask of the first `members` numbers for which `test` holds; with `others` one for each of those."""
    if others is None:
        return gather(c for c in range(members) if test(c))
    return tuple(gather(c for c in range(members) if test(c, other)) for other in range(others))


def nth(mask: int, place: int) -> int:
    """The number of the bit that is set after `place` others; there must be as many."""
    for _ in range(place):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def bit(number: int) -> int:
    """The mask of one bit; of none, if it is below 0."""
    return 1 << number if number >= 0 else 0


def upwards(bit: int) -> int:
    """The bits from this one on; all, if it is below 0."""
    return -1 << bit if bit > 0 else -1


def has(mask: int, bit: int) -> bool:
    """Whether a bit, perhaps below 0, is set."""
    return bit >= 0 and mask >> bit & 1 == 1


def between(low: int, high: int) -> int:
    """The bits from `low` up to `high`, both included."""
    return (1 << high + 1) - (1 << low) if low <= high else 0


def the(mask: int) -> int:
    """The only bit."""
    if mask == 0 or mask & mask - 1:
        raise Undefined
    return mask.bit_length() - 1


def at(stack: tuple[int, ...], place: int) -> int:
    if not 0 <= place < len(stack):
        raise Undefined
    return stack[place]


def same_start(a: tuple[int, ...], b: tuple[int, ...], places: int) -> bool:
    """Whether two stacks, both at least so high, are alike at these places from the bottom."""
    if places > len(a) or places > len(b):
        raise Undefined
    return a[:places] == b[:places]


def top(stack: tuple[int, ...]) -> int:
    if not stack:
        raise Undefined
    return stack[-1]


def bottom(stack: tuple[int, ...]) -> int:
    if not stack:
        raise Undefined
    return stack[0]


def next_among(seat: int, among: int, seats: int) -> int:
    """The first seat of a mask clockwise after this one, itself the last."""
    for distance in range(1, seats + 1):
        if among >> (seat + distance) % seats & 1:
            return (seat + distance) % seats
    raise Undefined


def within(value: int, low: int, high: int) -> int:
    """The value, which must be from `low` to `high`."""
    if not low <= value <= high:
        raise Undefined
    return value


def within_bits(mask: int, allowed: int) -> int:
    """A set of numbers, all of which must be among these."""
    if mask & ~allowed:
        raise Undefined
    return mask


def without(stack: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The stack without a card that must be in it."""
    if card not in stack:
        raise Undefined
    return tuple(c for c in stack if c != card)


# the past --------------------------------------------------------------------------------------------------


class Log:
    """Positions of a match one after another, and where each has stood.

    Only the end of it grows, so that what is known of a shorter past stays true.
    """

    def __init__(self, states: Iterable[tuple[Any, ...]]) -> None:
        self.states: list[tuple[Any, ...]] = []
        self.places: dict[tuple[Any, ...], list[int]] = {}
        for state in states:
            self.add(state)

    def add(self, state: tuple[Any, ...]) -> None:
        self.places.setdefault(state, []).append(len(self.states))
        self.states.append(state)


MOST_APART = 16
"""Positions that a past keeps for itself where the log went on another way, until it gets its own log."""


class Past:
    """What counters ask for: `plies` and `turns` so far, and the positions up to this one.

    These are those of the log up to `place`, then those of `apart`. Looking at what moves would do, from one
    position after another, so copies no log.
    """

    __slots__ = ("apart", "log", "place", "plies", "turns")

    def __init__(
        self, plies: int, turns: int, log: Log, place: int, apart: tuple[tuple[Any, ...], ...] = ()
    ) -> None:
        self.plies = plies
        self.turns = turns
        self.log = log
        self.place = place
        self.apart = apart

    def then(self, state: tuple[Any, ...], is_ply: bool, turned: bool) -> Past:
        """The past of a state that follows."""
        plies, turns, log = self.plies + is_ply, self.turns + turned, self.log
        if not self.apart and self.place + 1 == len(log.states):
            log.add(state)
            return Past(plies, turns, log, self.place + 1)
        apart = (*self.apart, state)
        if len(apart) <= MOST_APART:
            return Past(plies, turns, log, self.place, apart)
        log = Log((*self.stood, state))
        return Past(plies, turns, log, len(log.states) - 1)

    @property
    def stood(self) -> tuple[tuple[Any, ...], ...]:
        """All positions so far, this one last."""
        return (*self.log.states[: self.place + 1], *self.apart)

    def repeats(self) -> int:
        """How often this position has stood, this time included."""
        here = self.apart[-1] if self.apart else self.log.states[self.place]
        places = self.log.places.get(here, ())
        return sum(place <= self.place for place in places) + self.apart.count(here)


class Counted(tuple[Any, ...]):  # noqa: SLOT001 - a tuple can have no slots of its own beside its items
    """A state of a game whose endings or checks count. The past is no part of the position."""

    past: Past | None


class Draft(list[Any]):
    """Such a state while a step changes it."""

    def __init__(self, state: Iterable[Any]) -> None:
        super().__init__(state)
        self.past: Past | None = getattr(state, "past", None)


def counted(draft: Draft) -> Counted:
    state = Counted(draft)
    state.past = draft.past
    return state


def _beginning(state: Any) -> Past:
    return Past(0, 0, Log([tuple(state)]), 0)


def following(before: Any, draft: Draft, is_ply: bool, turned: bool) -> Past:
    """The past of a draft that a step has made of `before`."""
    past = before.past if before.past is not None else _beginning(before)
    return past.then(tuple(draft), is_ply, turned)


def plies(state: Any) -> int:
    return state.past.plies if state.past is not None else 0


def turns(state: Any) -> int:
    return state.past.turns if state.past is not None else 0


def repeats(state: Any) -> int:
    return state.past.repeats() if state.past is not None else 1


def laid_by(past: Any, card: int) -> int:
    """The seat that last moved a card; `past` is (before, its past, who, move, by card the seat or -1)."""
    if past is None or past[4][card] < 0:
        raise Undefined
    seat: int = past[4][card]
    return seat


def clockwise(seats: list[int], start: int, number: int) -> list[int]:
    """Seats in the order of turns from `start`."""
    return sorted(seats, key=lambda seat: (seat - start) % number)
