"""The player that makes every legal move with the same probability."""

from __future__ import annotations

from interpreter.run.protocol import Action, View
from interpreter.run.rng import Stream


class Uniform:
    name = "random"

    def choose(self, view: View, chance: Stream) -> Action:
        return view.legal[chance.below(len(view.legal))]
