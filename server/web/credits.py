"""Credits: who asks too much waits."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

MOST_KNOWN = 10_000
"""Addresses that are remembered."""


@dataclass
class Credits:
    """At most `burst`, and `rate` more each second."""

    burst: float
    rate: float
    left: float = field(init=False)
    at: float = 0

    def __post_init__(self) -> None:
        self.left = self.burst

    def spend(self, cost: float, now: float) -> bool:
        """Whether there was enough at the time `now`, in seconds; what is not enough stays."""
        self.left = min(self.burst, self.left + self.rate * max(0.0, now - self.at))
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


@dataclass
class Doors:
    """Credits of addresses; those that have not been heard of for longest are forgotten."""

    burst: float
    rate: float
    known: OrderedDict[str, Credits] = field(default_factory=OrderedDict)

    def spend(self, address: str, now: float) -> bool:
        found = self.known.pop(address, None) or Credits(self.burst, self.rate, now)
        self.known[address] = found
        while len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return found.spend(1, now)
