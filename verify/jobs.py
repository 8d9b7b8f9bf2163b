"""Tasks done by several processes: one that dies takes its task with it, and nothing else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Self, TypeAlias

from interpreter.ir import nodes as ir
from study.processes import held_interrupts, start
from verify.plan import Question
from verify.prover import Prover
from verify.result import Result
from verify.settings import Settings, Tell
from verify.tasks import Ask, Done, Tally, Task
from verify.verdict import Verdict

DIED = "the process that worked on it has died"


@dataclass(frozen=True)
class Plan:
    """What every process gets."""

    game: ir.Game
    settings: Settings


def work(plan: Plan) -> Callable[[Task], Done]:
    """What a process does with it."""
    return Prover(plan.game, plan.settings).do


Work: TypeAlias = Callable[[Plan], Callable[[Task], Done]]


class Jobs:
    """So many processes for one game, from `with` to its end; each proves in contexts of its own."""

    def __init__(
        self,
        game: ir.Game,
        settings: Settings,
        plan: tuple[Question, ...],
        processes: int,
        tell: Tell,
        work: Work = work,
    ) -> None:
        self._plan = Plan(game, settings)
        self._work = work
        self._questions = plan
        self._processes = processes
        self._tell = tell
        self._ending = ExitStack()
        self._idle: list[Connection] = []
        self._busy: dict[Connection, int] = {}

    def __enter__(self) -> Self:
        for _ in range(self._processes):
            self._start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._ending.close()

    def _start(self) -> None:
        with held_interrupts():
            link = start(self._work, self._ending)
        link.send(self._plan)
        self._idle.append(link)

    def do(self, tasks: Iterable[Task]) -> Iterator[Done]:
        """What comes of the tasks, in their order."""
        given = list(tasks)
        waiting = deque(range(len(given)))
        done: dict[int, Done] = {}
        for wanted in range(len(given)):
            while wanted not in done:
                while waiting and self._idle:
                    self._give(waiting.popleft(), given)
                self._receive(given, done)
            yield done.pop(wanted)

    def _give(self, number: int, tasks: list[Task]) -> None:
        link, task = self._idle.pop(), tasks[number]
        self._tell(task.ask.value if task.group else self._questions[task.question].name)
        self._busy[link] = number
        with suppress(ConnectionError):  # the end of the process is noticed where its answer is awaited
            link.send(task)

    def _receive(self, tasks: list[Task], done: dict[int, Done]) -> None:
        for link in wait(list(self._busy)):
            assert isinstance(link, Connection)
            number = self._busy.pop(link)
            try:
                done[number] = link.recv()
                self._idle.append(link)
            except (EOFError, ConnectionError):
                done[number] = self._lost(tasks[number])
                self._start()

    def _lost(self, task: Task) -> Done:
        """What is said of a task whose process has died."""
        question = self._questions[task.question]
        if task.ask is Ask.HUNT:
            lost = (self._questions[i] for i in task.group)
            return tuple(Result(q.name, Verdict.UNKNOWN, DIED, q.span) for q in lost)
        if task.ask is Ask.WHOLE:
            return Result(question.name, Verdict.UNKNOWN, DIED, question.span)
        if task.otherwise is not None:
            return replace(task.otherwise, how=f"{task.otherwise.how}; {DIED}")
        return Tally(why=DIED)
