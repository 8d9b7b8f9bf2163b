"""Independence checks on states of the compiled engine; what they mean is
`interpreter/run/independence.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from interpreter.fast.checks import calm
from interpreter.fast.flow import Reach
from interpreter.fast.runtime import Counted
from interpreter.ir.nodes import Independence
from interpreter.run.independence import values_of

if TYPE_CHECKING:
    from interpreter.fast.engine import Code, Compiled, State


class Comparison:
    """One independence check of a game."""

    def __init__(self, engine: Compiled, claim: Independence, reach: Reach) -> None:
        self._reach = reach
        self._calm = None if reach.calm is None else engine.function(calm(reach.calm, engine.made.maker))
        self._engine = engine
        layout = engine.layout
        variable = next(v for v in engine.game.variables if v.name == claim.variable)
        self._row = layout.variables[claim.variable]
        values = values_of(variable.type, engine.game, engine.evaluator.cards)
        self._values = tuple(layout.encode(value, variable.type) for value in values)
        self._places = sum(row.copies for row in layout.zones.values())
        self._phase = layout.phase

    def same(self, state: State) -> bool:
        """Whether the mover's prospects in the position are the same whatever others have."""
        engine = self._engine
        if engine.over(state) or engine.chance(state):
            return True
        legal = self._legal(state)
        if self._reach.legal and any(self._legal(other) != legal for other in self._others(state)):
            return False
        codes = engine.expanded(state, legal) if self._reach.effects or self._reach.endings else []
        return all(self._alike(state, code) for code in codes)

    def _alike(self, state: State, code: Code) -> bool:
        """Whether an action leads to the same place whatever others have."""
        after = self._engine.step(state, code)
        if not self._reach.effects and not self._engine.over(after) and self._calm is not None:
            if self._calm(after, code[1]):
                return True
        place = self._place(after)
        return all(self._place(self._engine.step(other, code)) == place for other in self._others(state))

    def _others(self, state: State) -> Iterator[State]:
        """The positions to compare with."""
        mover = state[self._phase + 1]
        for seat in range(self._row.copies):
            slot = self._row.start + seat
            held = state[slot]
            if seat == mover or held == self._row.unset:
                continue
            for value in self._values:
                if value != held:
                    yield _changed(state, slot, value)

    def _legal(self, state: State) -> list[Any]:
        """The mover's legal actions."""
        mover = state[self._phase + 1]
        return [bundle for bundle in self._engine.bundles(state) if bundle[1] == mover]

    def _place(self, after: State) -> tuple[Any, ...]:
        """What is compared of where an action ends: all zones, the phase and the mover."""
        return (*after[: self._places], *after[self._phase : self._phase + 2])


def _changed(state: State, slot: int, value: Any) -> State:
    slots = list(state)
    slots[slot] = value
    if not isinstance(state, Counted):
        return tuple(slots)
    changed = Counted(slots)
    changed.past = state.past
    return changed
