"""Many cases in one process or several, and what disagreed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from tests.soundness.files import text_of
from tests.soundness.trial import Plan, Tally, Unsound, found


@dataclass
class Outcome:
    """What was done, and the wrong verdicts by the numbers of their cases."""

    tally: Tally = field(default_factory=Tally)
    wrong: dict[int, Unsound] = field(default_factory=dict)


Answer = tuple[int, Tally, Unsound | None]


def campaign(
    seed: int,
    cases: Iterable[int],
    jobs: int = 1,
    plan: Plan | None = None,
    tell: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """All these cases; `tell` hears after each how it stands."""
    outcome = Outcome()
    for index, tally, wrong in _answers(partial(_one, seed, plan or Plan()), cases, jobs):
        outcome.tally.add(tally)
        if wrong is not None:
            outcome.wrong[index] = wrong
        if tell is not None:
            tell(outcome)
    return outcome


def _answers(one: Callable[[int], Answer], cases: Iterable[int], jobs: int) -> Iterator[Answer]:
    if jobs == 1:
        yield from map(one, cases)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, cases)


def _one(seed: int, plan: Plan, index: int) -> Answer:
    tally = Tally()
    return index, tally, found(text_of(seed, index), seed, index, plan, tally)
