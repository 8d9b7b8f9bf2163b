"""Chance that nobody can choose: a 256-bit seed that several have made, expanded by a cryptographic hash.

`docs/random.md` specifies it with test vectors. Who holds the cards says the hash of his seed before, the
players add theirs, and the seed itself is shown when the match is over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.run.rng import Stream

METHOD = "sha256/1"
SIZE = 32
"""Bytes of a seed."""

_WORDS = 8
"""Words of 32 bits in a block."""


@dataclass(frozen=True, slots=True)
class Fair:
    """A deal as records have it: commitment and seeds, each 64 hex digits; of players by seat, or None.

    Lots among the seats, before the first move, are not drawn but fall on `falls_on`, if that is a seat that
    they can fall on.
    """

    commitment: str
    server: str
    players: tuple[str | None, ...]
    falls_on: int | None = None

    def data(self) -> dict[str, object]:
        """As records have it, under `deal`."""
        return {
            "method": METHOD,
            "commitment": self.commitment,
            "server": self.server,
            "players": list(self.players),
            **({} if self.falls_on is None else {"falls_on": self.falls_on}),
        }

    @property
    def kept(self) -> bool:
        """Whether the seed shown is the one that was committed to."""
        return commitment(bytes.fromhex(self.server)) == self.commitment

    def stream(self, match: int, purpose: int, counter: int = 0) -> HashStream:
        """The stream of a purpose (see `rng`), from its word number `counter`."""
        return HashStream(key(mixed(self.server, self.players), match, purpose), counter)


def is_seed(text: object) -> bool:
    """Whether this is 64 hex digits in small letters."""
    return isinstance(text, str) and len(text) == 2 * SIZE and not set(text) - set("0123456789abcdef")


def commitment(server: bytes) -> str:
    """What is shown of the server's seed before the match."""
    return hashlib.sha256(server).hexdigest()


def mixed(server: str, players: Iterable[str | None]) -> bytes:
    """The seed of a match."""
    parts = [b"\0" if seed is None else b"\1" + bytes.fromhex(seed) for seed in players]
    return hashlib.sha256(b"yourtrumps/mix" + bytes.fromhex(server) + b"".join(parts)).digest()


def key(seed: bytes, match: int, purpose: int) -> int:
    """The key of a stream; `match` and `purpose` from 0 to 2**64 - 1."""
    numbers = match.to_bytes(8, "big") + purpose.to_bytes(8, "big")
    return int.from_bytes(hashlib.sha256(b"yourtrumps/stream" + seed + numbers).digest(), "big")


class HashStream(Stream):
    """As `rng.Stream`, of a key of 256 bits."""

    __slots__ = ("_block", "_number")

    def __init__(self, key: int, counter: int = 0) -> None:
        super().__init__(key, counter)
        self._number = -1
        self._block = b""

    def next32(self) -> int:
        number, place = divmod(self.counter, _WORDS)
        if number != self._number:
            content = self.key.to_bytes(SIZE, "big") + number.to_bytes(8, "big")
            self._number, self._block = number, hashlib.sha256(content).digest()
        self.counter += 1
        return int.from_bytes(self._block[4 * place : 4 * place + 4], "big")
