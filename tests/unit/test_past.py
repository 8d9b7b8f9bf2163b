"""The past of compiled states: right on every branch, wherever moves are only looked at."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.fast.runtime import Log, Past
from interpreter.run.rng import stream

State = tuple[Any, ...]


@pytest.mark.parametrize("seed", range(40))
def test_every_branch_knows_its_own_positions(seed: int) -> None:
    dice = stream(seed, 0, 1)
    known: list[tuple[Past, list[State]]] = [(Past(0, 0, Log([(0,)]), 0), [(0,)])]
    for _ in range(120):
        past, stood = known[-1 - dice.below(min(4, len(known)))]
        state = (dice.below(4),)
        known.append((past.then(state, is_ply=True, turned=dice.below(2) == 1), [*stood, state]))
    for past, stood in known:
        assert list(past.stood) == stood
        assert past.repeats() == stood.count(stood[-1])
        assert past.plies == len(stood) - 1
