"""The player that makes every legal move with the same probability."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.run.protocol import Action, View
from interpreter.run.rng import Stream


class Uniform:
    name = "random"

    def choose(self, view: View, chance: Stream) -> Action:
        return self.choose_among(view.legal, chance)

    def choose_among(self, legal: Sequence[Action], chance: Stream) -> Action:
        """One of these, each equally likely, whatever else there is to be seen."""
        return legal[chance.below(len(legal))]
