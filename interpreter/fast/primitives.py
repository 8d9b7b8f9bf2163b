"""What source that plays in place calls, in plain Python; `jitted.py` has the same for numba.

Here are chance and the log of positions; masks are in `bits.py`, and `stacks.py` is for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.fast.bits import *  # noqa: F403 - generated source finds all routines here
from interpreter.fast.stacks import *  # noqa: F403
from interpreter.fast.stacks import State, tidy
from interpreter.run.rng import mix, word

_MASK = (1 << 64) - 1
_LOW = (1 << 32) - 1
_STEP = 0x9E3779B97F4A7C15


# chance: the keys of a match's streams, each advanced by what it has drawn ---------------------------------


def streams(r: State, index: int) -> None:
    """The streams of a match from their beginnings: lots, deals, chance in play, then the seats.

    The last two numbers of `r` are the key of the run's seed and the index of its first match.
    """
    key = word(r[-2], r[-1] + index)
    for place in range(len(r) - 2):
        r[place] = word(key, place + 1 if place < 3 else place + 13)


def numbers(count: int) -> State:
    """So many numbers, all 0."""
    return [0] * count


def listed(numbers: State, count: int) -> list[int]:
    """The first ones."""
    found: list[int] = numbers[:count]
    return found


def seeded(seed: int, first: int, seats: int) -> list[int]:
    """The numbers `r` for matches from this index on; both from 0 to 2**64 - 1."""
    return [0] * (3 + seats) + [word(0, seed), first]


def below(r: State, stream: int, n: int) -> int:
    """As `Stream.below`, for n from 2 to 2**32."""
    r[stream] = z = r[stream] + _STEP & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    product: int = ((z ^ (z >> 31)) >> 32) * n
    if product & _LOW < n:
        while product & _LOW < (_LOW + 1 - n) % n:
            r[stream] = z = r[stream] + _STEP & _MASK
            product = (mix(z) >> 32) * n
    return product >> 32


# positions that have stood --------------------------------------------------------------------------


def logbook(size: int) -> Any:
    """A place for the positions of a match, which have `size` slots."""
    return {}


def forget(g: Any, size: int) -> None:
    """None has stood yet."""
    g.clear()


def stood(g: Any, s: State, size: int, stacks: Sequence[int], room: int) -> int:
    """How often the position of a state has stood, this time included; 0 if there is no place for more."""
    tidy(s, stacks, room)
    key = tuple(s[:size])
    g[key] = times = g.get(key, 0) + 1
    found: int = times
    return found
