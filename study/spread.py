"""Work spread over this process, others on this machine, or a cluster: the answers in order."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from study.processes import Answer, Plan, Task, Work, shared


@dataclass(frozen=True)
class Where:
    """`processes` on this machine (1: this one), or the address of a cluster, `local` for a new one."""

    processes: int = 1
    cluster: str | None = None


HERE = Where()


class Unreachable(Exception):
    """A cluster that cannot be worked with; the text is for people: lower case, no full stop."""


def spread(
    work: Work[Plan, Task, Answer], plan: Plan, tasks: Iterable[Task], where: Where = HERE
) -> Generator[Answer, None, None]:
    """The answers to all tasks, in order; they may be stopped at any time.

    Raises `Unreachable` for a cluster that does not answer, `ChildProcessError` for a lost process.
    """
    if where.cluster is not None:
        from study.cluster import clustered

        yield from clustered(work, plan, tasks, where.cluster, where.processes)
    elif where.processes > 1:
        yield from shared(work, plan, tasks, where.processes)
    else:
        answer = work(plan)
        yield from (answer(task) for task in tasks)
