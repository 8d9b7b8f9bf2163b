"""How many ways a match has to begin, told before a search is tried that could not end."""

from __future__ import annotations

from typing import Any

from interpreter.run.fault import Fault
from verify.explore.fixed import Fixed
from verify.explore.space import CHANCE, Adapter, Key


def beginnings(adapter: Adapter, fixed: Fixed | None = None) -> int:
    """About how many states play can begin in, chance and choices of the set-up multiplied.

    One set-up is gone through, with what is `fixed`. Cards that chance puts into a set may come in any
    order, so their orders are divided out. Set-ups that treat their cases differently make this an estimate.
    """
    key, ways = adapter.first(), 1
    came: dict[tuple[str, int], int] = {}
    while adapter.preparing(key):
        seats, after = adapter.steps(key)
        allowed = [k for k in after if not isinstance(k, Fault) and _allowed(adapter, fixed, k)]
        if not allowed:
            break
        before, key = key, allowed[0]
        ways *= len(allowed)
        by_chance = CHANCE in (seats if isinstance(seats, tuple) else (seats,))
        place = _filled(adapter, before, key) if by_chance else None
        if place is not None:
            came[place] = came.get(place, 0) + 1
            ways //= came[place]
    return ways


def _allowed(adapter: Adapter, fixed: Fixed | None, key: Key) -> bool:
    return fixed is None or fixed.allows(adapter.position(key), begun=False)


def _filled(adapter: Adapter, old: Key, new: Key) -> tuple[str, int] | None:
    """The set that has got the card which chance has just dealt."""
    before, after = adapter.position(old), adapter.position(new)
    for zone in adapter.engine.game.zones[1:]:
        if zone.ordered:
            continue
        was, now = _row(before.zones[zone.name]), _row(after.zones[zone.name])
        for index, cards in enumerate(now):
            if len(cards) > len(was[index]):
                return zone.name, index
    return None


def _row(held: Any) -> tuple[tuple[int, ...], ...]:
    return held if held and isinstance(held[0], tuple) else (held,)
