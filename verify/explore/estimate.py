"""How many ways a match has to begin, told before a search is tried that could not end."""

from __future__ import annotations

from typing import Any

from interpreter.run.protocol import Engine, Position
from verify.explore.fixed import Fixed
from verify.explore.space import Adapter


def beginnings(adapter: Adapter[Any], fixed: Fixed | None = None) -> int:
    """About how many states play can begin in, chance and choices of the set-up multiplied.

    One set-up is gone through, with what is `fixed`. Cards that chance puts into a set may come in any
    order, so their orders are divided out. Set-ups that treat their cases differently make this an estimate.
    """
    engine = adapter.engine
    state, ways = engine.initial(), 1
    came: dict[tuple[str, int], int] = {}
    while adapter.preparing(state):
        before = engine.position(state)
        legal = [a for a in engine.legal(state) if _allowed(adapter, fixed, engine.apply(state, a))]
        if not legal:
            break
        state = engine.apply(state, legal[0])
        place = _filled(engine, before, engine.position(state)) if legal[0].player is None else None
        ways *= len(legal)
        if place is not None:
            came[place] = came.get(place, 0) + 1
            ways //= came[place]
    return ways


def _allowed(adapter: Adapter[Any], fixed: Fixed | None, state: Any) -> bool:
    return fixed is None or fixed.allows(adapter.engine.position(state), begun=False)


def _filled(engine: Engine[Any], before: Position, after: Position) -> tuple[str, int] | None:
    """The set that has got the card which chance has just dealt."""
    for zone in engine.game.zones[1:]:
        if zone.ordered:
            continue
        was, now = _row(before.zones[zone.name]), _row(after.zones[zone.name])
        for index, (old, new) in enumerate(zip(was, now, strict=True)):
            if len(new) > len(old):
                return zone.name, index
    return None


def _row(held: Any) -> tuple[tuple[int, ...], ...]:
    return held if held and isinstance(held[0], tuple) else (held,)
