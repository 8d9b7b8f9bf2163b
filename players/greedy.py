"""The player that follows the rule file's advice: the move with the highest score, of equal ones the first.

A move without advice is taken only when none has any.
"""

from __future__ import annotations

from interpreter.run.protocol import Action, View
from interpreter.run.rng import Stream


class Greedy:
    name = "greedy"

    def choose(self, view: View, chance: Stream) -> Action:
        scored = [(score, -i) for i, score in enumerate(view.advice) if score is not None]
        return view.legal[-max(scored)[1] if scored else 0]
