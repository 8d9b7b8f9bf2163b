"""What a computer player is: something that chooses among the legal actions of a view.

Players see views, never states: what they know is what the rules let their seat know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from interpreter.run.protocol import Action, View
from interpreter.run.rng import Stream


class Player(Protocol):
    @property
    def name(self) -> str:
        """As records name it."""
        ...

    def choose(self, view: View, chance: Stream) -> Action:
        """One of `view.legal`, of which there is at least one. All chance is drawn from `chance`."""
        ...


Maker: TypeAlias = Callable[[], Player]
Registry: TypeAlias = Mapping[str, Maker]
