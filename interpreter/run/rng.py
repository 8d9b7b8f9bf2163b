"""Chance: a counter-based generator, the same on every machine and in every language.

`docs/random.md` specifies it with test vectors. Numbers come in streams; a stream is named by the seed, the
index of the match and a purpose, so that no draw depends on how many were made for something else.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_LOW = (1 << 32) - 1

LOT = 1
DEAL = 2
IN_PLAY = 3
FIRST_PLAYER = 16
"""Purposes; the stream of a player is `FIRST_PLAYER` plus the seat."""

MOST = 1 << 32
"""The largest `n` of `below`."""


def mix(z: int) -> int:
    """A bijection of 64-bit words: the finaliser of SplitMix64 (Steele, Lea, Flood 2014, mix 13)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def word(key: int, counter: int) -> int:
    """The word number `counter` (from 0) of the stream with this key."""
    return mix((key + (counter + 1) * _STEP) & _MASK)


def stream_key(seed: int, match: int, purpose: int) -> int:
    """The key of a stream; the arguments are whole numbers from 0 to 2**64 - 1."""
    return word(word(word(0, seed), match), purpose)


class Stream:
    """Numbers drawn one after another."""

    __slots__ = ("counter", "key")

    def __init__(self, key: int, counter: int = 0) -> None:
        self.key = key
        self.counter = counter

    def next32(self) -> int:
        """The upper half of the next word."""
        drawn = word(self.key, self.counter) >> 32
        self.counter += 1
        return drawn

    def below(self, n: int) -> int:
        """A number from 0 to `n` - 1, each equally likely; 1 <= n <= 2**32. Nothing is drawn for n = 1.

        Multiply and shift, with rejection of the draws that would make some results likelier (Lemire 2019).
        """
        if not 1 <= n <= MOST:
            raise ValueError(f"cannot choose one of {n}")
        if n == 1:
            return 0
        product = self.next32() * n
        if product & _LOW < n:
            unfair = (MOST - n) % n
            while product & _LOW < unfair:
                product = self.next32() * n
        return product >> 32


def stream(seed: int, match: int, purpose: int) -> Stream:
    """The stream of a purpose in a match, from its beginning."""
    return Stream(stream_key(seed, match, purpose))
