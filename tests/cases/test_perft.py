"""Move counts to a depth from perft.yaml, on every engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

import pytest

from tests.cases.engines import FACTORIES, Playing
from tests.cases.runner import HERE, Case, begin, cases

TABLE = cases(HERE / "perft.yaml", "depths")
BRANCHES = 2000
"""So many leaves are counted branch by branch; beyond, equal positions are looked at once."""
QUICK = 20_000
"""The fewest leaves of a depth that is left to the slow tests."""
LENGTHY = 500_000
"""The same for the long ones."""


def leaves(engine: Playing[Any], state: Hashable, depth: int) -> int:
    """Ways to play `depth` plies (1 or more) from `state`, one by one."""
    actions = engine.legal(state)
    if depth == 1:
        return len(actions)
    return sum(leaves(engine, engine.apply(state, action), depth - 1) for action in actions)


def counted(engine: Playing[Any], state: Hashable, depth: int) -> Iterator[int]:
    """The same for all depths up to `depth`, with equal states joined."""
    level: Counter[Hashable] = Counter({state: 1})
    for at in range(depth):
        after: Counter[Hashable] = Counter()
        total = 0
        for here, times in level.items():
            actions = engine.legal(here)
            total += times * len(actions)
            if at + 1 < depth:
                for action in actions:
                    after[engine.apply(here, action)] += times
        level = after
        yield total


def parameters() -> Iterator[Any]:
    for case in TABLE:
        known = case.body["leaves"]
        for most, marks in ((QUICK, ()), (LENGTHY, pytest.mark.slow), (max(known), pytest.mark.long)):
            tried = [n for n in known if n <= most]
            if marks == () or tried[-1] > (QUICK if most == LENGTHY else LENGTHY):
                yield pytest.param(case, tried, id=f"{case.name}, {len(tried)} plies", marks=marks)


@pytest.mark.parametrize("factory", FACTORIES)
@pytest.mark.parametrize(("case", "known"), list(parameters()))
def test_moves_to_a_depth(case: Case, known: list[int], factory: str) -> None:
    bench = FACTORIES[factory](case.setting)
    if bench is None:
        return
    state = begin(case, bench)
    assert list(counted(bench.engine, state, len(known))) == known
    for depth, number in enumerate(known, start=1):
        if number <= BRANCHES:
            assert leaves(bench.engine, state, depth) == number
