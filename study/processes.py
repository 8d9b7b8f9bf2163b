"""Work shared between processes: the answers in order, interrupts for the first process only.

Each process has a link of its own and there is no lock between them, so that all can be ended at any moment.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count, islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Plan = TypeVar("Plan")
Task = TypeVar("Task")
Answer = TypeVar("Answer")

Work = Callable[[Plan], Callable[[Task], Answer]]
"""What a process makes of the plan, once, to answer its tasks with; a function at the top of a module."""

AHEAD = 2
"""Tasks that a process has at a time: it need not wait for the next one."""


def shared(
    work: Work[Plan, Task, Answer], plan: Plan, tasks: Iterable[Task], processes: int
) -> Iterator[Answer]:
    """The answers to all tasks, in order. Tasks must be small when pickled, the plan need not.

    Raises `ChildProcessError` if a process ends before its time.
    """
    with ExitStack() as ending:
        with held_interrupts():
            links = [start(work, ending) for _ in range(processes)]
        try:
            for link in links:
                link.send(plan)
            yield from _Sharing[Task, Answer](links, enumerate(tasks)).answers()
        except (EOFError, ConnectionError):
            raise ChildProcessError("a process that shared the work has ended before its time") from None


@dataclass
class _Sharing(Generic[Task, Answer]):
    links: list[Connection]
    waiting: Iterator[tuple[int, Task]]
    begun: dict[int, deque[int]] = field(default_factory=dict)
    """The numbers of the tasks that a process has, by its link's place."""

    def answers(self) -> Iterator[Answer]:
        self.begun = {place: deque() for place in range(len(self.links))}
        for place in [*self.begun] * AHEAD:
            self._give(place)
        done: dict[int, Answer] = {}
        for wanted in count():
            while wanted not in done and any(self.begun.values()):
                self._receive(done)
            if wanted not in done:
                return
            yield done.pop(wanted)

    def _give(self, place: int) -> None:
        for number, task in islice(self.waiting, 1):
            self.links[place].send(task)
            self.begun[place].append(number)

    def _receive(self, done: dict[int, Answer]) -> None:
        places = [place for place, numbers in self.begun.items() if numbers]
        ready = wait([self.links[place] for place in places])
        for place in places:
            if self.links[place] in ready:
                done[self.begun[place].popleft()] = self.links[place].recv()
                self._give(place)


def start(work: Work[Any, Any, Any], ending: ExitStack) -> Connection:
    """The link to a new process, which is ended with the stack: it wants the plan, then tasks.

    Interrupts should be held back while it starts.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(work, theirs), daemon=True)
    process.start()
    theirs.close()

    def end() -> None:
        with held_interrupts():
            ours.close()
            process.kill()
            process.join()

    ending.callback(end)
    return ours


def _serve(work: Work[Any, Any, Any], link: Connection) -> None:
    """Where signals cannot be held back, the second line is all that keeps interrupts away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        answer = work(link.recv())
        while True:
            link.send(answer(link.recv()))
    except (EOFError, ConnectionError):
        pass  # the first process has ended


@contextmanager
def held_interrupts() -> Iterator[None]:
    """An interrupt in the block arrives at its end; processes begun in it never get one."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # when it starts it lets interrupts through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
