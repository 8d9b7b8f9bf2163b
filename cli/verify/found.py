"""Proving what was asked, with progress on standard error, until it is done or interrupted."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli.exits import Exit
from cli.verify.asked import Asked
from cli.verify.keeping import Keeping
from cli.verify.progress import Progress
from cli.verify.stopping import Stopping
from verify.assumed import assumed
from verify.jobs import Jobs
from verify.prover import Prover
from verify.result import Result
from verify.run import Doer, Run, worst
from verify.tasks import Done, Task

if TYPE_CHECKING:
    from cli.verify.table import Table


@dataclass
class Found:
    """What is known so far."""

    asked: Asked
    results: list[Result] = field(default_factory=list)
    reused: set[str] = field(default_factory=set)
    """Questions whose answers were kept from another time."""
    known: tuple[str, ...] = ()
    """The claims on positions that hold by induction: the others lean on them."""
    following: tuple[str, ...] = ()
    """Those that need no induction of their own where the others hold."""
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def status(self) -> int:
        """The exit status: of the file if it is faulty, else of the worst verdict that is not as expected."""
        return Exit.FAULTY_FILE if self.asked.faulty else worst(self.results).value

    @property
    def left(self) -> list[str]:
        """The questions without an answer, in their order."""
        known = {r.check for r in self.results}
        only = self.asked.only
        names = (q.name for q in self.asked.plan if only is None or q.name in only)
        return [name for name in names if name not in known]


def prove(asked: Asked, keeping: Keeping, table: Table | None = None) -> Found:
    """All verdicts; the table shows them as they come. An interrupt leaves what is known."""
    found = Found(asked)
    begun = time.monotonic()
    stopping = Stopping()
    progress = Progress(asked.wanted, stopping.check)
    try:
        with stopping, ExitStack() as stack:
            stack.callback(progress.close)
            if table is not None:
                table.begin()
            doer = keeping.around(_doer(asked, progress, stack), asked, found.reused)
            run = Run(asked.plan, asked.settings, doer, hints=True, assumed=assumed(asked.game))
            for result in run.results(asked.only):
                found.known, found.following = run.known, run.following
                found.results.append(result)
                progress.known(len(found.results))
                if table is not None:
                    with progress.aside():
                        table.add(result)
    except KeyboardInterrupt:
        found.interrupted = True
    found.seconds = time.monotonic() - begun
    if table is not None:
        table.end(found)
    return found


def _doer(asked: Asked, progress: Progress, stack: ExitStack) -> Doer:
    """Nobody is put to work before there is a task."""
    made: list[Doer] = []

    def do(tasks: Iterable[Task]) -> Iterator[Done]:
        given = list(tasks)
        if not given:
            return iter(())
        if not made:
            made.append(_workers(asked, progress, stack))
        return made[0](given)

    return do


def _workers(asked: Asked, progress: Progress, stack: ExitStack) -> Doer:
    if asked.jobs == 1:
        prover = Prover(asked.game, asked.settings, progress.tell)
        return lambda tasks: map(prover.do, tasks)
    return stack.enter_context(Jobs(asked.game, asked.settings, asked.plan, asked.jobs, progress.tell)).do
