"""The games of the benchmarks written by hand in Python with sets as masks, one function for a whole match.

What somebody writes who wants to play just this game, fast, without a compiler: local variables, tables, the
same chance (docs/random.md). Each answers with the ending's number, who ended it, and the plies; ending and
seat are -1 if the match reached the cap.
"""

from __future__ import annotations

from interpreter.run.rng import word

Result = tuple[int, int, int]
_ALL = (1 << 64) - 1
_LOW = (1 << 32) - 1
_STEP = 0x9E3779B97F4A7C15

ABOVE = tuple(sum(1 << d for d in range(c + 1, 52) if d // 13 == c // 13) for c in range(52))
SUIT = tuple(0x1FFF << 13 * s for s in range(4))
SUIT_OF_32 = tuple(0xFF << 8 * s for s in range(4))
RANK_OF_32 = tuple(0x01010101 << r for r in range(8))


def below(streams: list[int], which: int, n: int) -> int:
    """One of n > 1."""
    while True:
        streams[which] = z = streams[which] + _STEP & _ALL
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _ALL
        product = ((z ^ (z >> 31)) >> 32) * n
        if product & _LOW >= n or product & _LOW >= (_LOW + 1) % n:
            return product >> 32


def nth(mask: int, place: int) -> int:
    while place:
        mask &= mask - 1
        place -= 1
    return (mask & -mask).bit_length() - 1


def dealt(streams: list[int], deck: int, first: int) -> list[int]:
    """Two hands."""
    hands = [0, 0]
    for left in range(deck.bit_count(), 0, -1):
        card = nth(deck, below(streams, 1, left) if left > 1 else 0)
        deck ^= 1 << card
        hands[first] |= 1 << card
        first ^= 1
    return hands


def own_trumps(match: int, cap: int, run: bool = False) -> Result:
    """Your Trumps for two with 36 cards; with `run` the variant in which a run of one suit is taken."""
    streams = [word(match, purpose) for purpose in (1, 2, 16, 17)]
    me = 1 - below(streams, 0, 2)
    trump = [below(streams, 2, 4)]
    trump.append(nth(15 & ~(1 << trump[0]), below(streams, 3, 3)))
    hands = dealt(streams, sum(0x1FF0 << 13 * s for s in range(4)), me)
    pile: list[int] = []
    follow, plies = False, 0
    while plies < cap:
        plies += 1
        can = hands[me]
        if pile and not follow:
            top = pile[-1]
            mine = trump[me]
            can &= ABOVE[top] if top // 13 == mine else ABOVE[top] | SUIT[mine]
            if not can:
                for _ in range(_due(pile, mine, run)):
                    hands[me] |= 1 << pile.pop()
                me ^= 1
                continue
        n = can.bit_count()
        card = nth(can, below(streams, 2 + me, n) if n > 1 else 0)
        passes = follow or not pile
        hands[me] ^= 1 << card
        pile.append(card)
        if not hands[me]:
            left, theirs = hands[me ^ 1], trump[me ^ 1]
            beating = ABOVE[card] if card // 13 == theirs else ABOVE[card] | SUIT[theirs]
            return (0 if not left & left - 1 and left & beating else 1), me, plies
        if passes:
            follow = False
            me ^= 1
        else:
            follow = True
    return -1, -1, plies


def _due(pile: list[int], trump: int, run: bool) -> int:
    top, height = pile[-1], len(pile)
    if run:
        n = 1
        while n < height and pile[-1 - n] // 13 == top // 13:
            n += 1
        return n
    return min(3 if top // 13 != trump else 5 if top % 13 != 12 else height, height)


def toy(match: int, cap: int) -> Result:
    """The game of `toy.yaml`."""
    streams = [word(match, purpose) for purpose in (1, 2, 16, 17)]
    hold = dealt(streams, 0xFFFFFFFF, 0)
    heap: list[int] = []
    me, plies = 0, 0
    while plies < cap:
        plies += 1
        can = hold[me]
        if heap:
            can &= SUIT_OF_32[heap[-1] // 8] | RANK_OF_32[heap[-1] % 8]
            n = can.bit_count()
            place = below(streams, 2 + me, n + 1) if n else 0
            if place == n:
                hold[me] |= 1 << heap.pop()
                me ^= 1
                continue
        else:
            n = can.bit_count()
            place = below(streams, 2 + me, n) if n > 1 else 0
        card = nth(can, place)
        hold[me] ^= 1 << card
        heap.append(card)
        if not hold[me]:
            return 0, me, plies
        if card % 8:
            me ^= 1
    return -1, -1, plies


def matches(game: str, seed: int, first: int, number: int, cap: int) -> list[Result]:
    """Of the game `base`, `run` or `toy`."""
    key = word(0, seed)
    keys = [word(key, first + n) for n in range(number)]
    if game == "toy":
        return [toy(k, cap) for k in keys]
    return [own_trumps(k, cap, game == "run") for k in keys]
