"""Many cases in several processes, until so many steps are done or a case shows a disagreement."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field

from tests.agreement.disagreement import Disagreement
from tests.agreement.trial import Plan, Tally, found, text_of

CHUNK = 6
"""How many cases a process tries before it tells how they went."""


@dataclass
class Result:
    """What was done; the number of the first case that shows a disagreement, and which."""

    tally: Tally = field(default_factory=Tally)
    first: tuple[int, Disagreement] | None = None

    def add(self, tally: Tally, wrong: tuple[int, str, str, str] | None) -> None:
        self.tally.add(tally)
        if wrong is not None and (self.first is None or wrong[0] < self.first[0]):
            index, *told = wrong
            self.first = (index, Disagreement(*told))


def chunk(seed: int, first: int, count: int, plan: Plan) -> tuple[Tally, tuple[int, str, str, str] | None]:
    """Some cases, up to the first that shows something."""
    tally = Tally()
    for index in range(first, first + count):
        wrong = found(text_of(seed, index), seed, index, plan, tally)
        if wrong is not None:
            return tally, (index, wrong.by, wrong.where, wrong.what)
    return tally, None


def campaign(
    seed: int,
    steps: int,
    jobs: int = 1,
    plan: Plan | None = None,
    first: int = 0,
    tell: Callable[[Result], None] | None = None,
) -> Result:
    """Cases from `first` on, until `steps` are done or one shows a disagreement."""
    result, plan, next_case = Result(), plan or Plan(), first
    if jobs == 1:
        while result.first is None and result.tally.steps < steps:
            result.add(*chunk(seed, next_case, CHUNK, plan))
            next_case += CHUNK
            if tell is not None:
                tell(result)
        return result
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[tuple[Tally, tuple[int, str, str, str] | None]]] = set()
        while running or (result.first is None and result.tally.steps < steps):
            while len(running) < 2 * jobs and result.first is None and result.tally.steps < steps:
                running.add(pool.submit(chunk, seed, next_case, CHUNK, plan))
                next_case += CHUNK
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                result.add(*future.result())
            if tell is not None:
                tell(result)
    return result
