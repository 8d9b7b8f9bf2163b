"""Endings: which one holds, what it does, and whether another deal follows."""

from __future__ import annotations

from interpreter.ir.nodes import Ending
from interpreter.run.apply import deeds
from interpreter.run.env import Context, Env
from interpreter.run.protocol import Outcome
from interpreter.run.state import State


def between_deals(state: State) -> bool:
    """Whether a deal is over and another one follows."""
    return state.outcome is not None and state.outcome.again


class EndRule:
    """One ending. All calls have who moved as `me`."""

    def __init__(self, ending: Ending, context: Context) -> None:
        self.name = ending.name
        self.when = context.meaning(ending.when)
        self._do = deeds(ending.effects, context)
        self._again = context.meaning(ending.again) if ending.again is not None else None
        self._winners, self._losers = context.meaning(ending.winners), context.meaning(ending.losers)

    def end(self, env: Env) -> State:
        """The state after the ending, which holds."""
        self._do(env)
        again = self._again is not None and bool(self._again(env))
        winners, losers = tuple(self._winners(env)), tuple(self._losers(env))
        return env.state.with_outcome(Outcome(self.name, env.me, winners, losers, again))
