"""The computer players by name."""

from __future__ import annotations

from players.greedy import Greedy
from players.protocol import Player, Registry
from players.uniform import Uniform

PLAYERS: Registry = {"random": Uniform, "greedy": Greedy}


def make_player(name: str) -> Player:
    """A new player; raises `KeyError` for a name that is not in `PLAYERS`."""
    return PLAYERS[name]()
