"""Running a study: a progress bar if it takes long, what is known when it is interrupted."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from cli.exits import Exit, Stop, faulty_command

PATIENCE = 1.0
"""Seconds without a progress bar."""


class _Rate(ProgressColumn):
    """How many of them a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} a second".replace(",", " "))


class Bar:
    """A bar on standard error, if that is a terminal, once the work turns out to be long."""

    def __init__(self, total: int, what: str = "matches") -> None:
        """`total` may change while the work goes on."""
        self.total = total
        self._what = what
        self._begun = time.monotonic()
        self._console = Console(stderr=True)
        self._progress: Progress | None = None
        self._task = TaskID(0)

    def show(self, done: int) -> None:
        if not self._console.is_terminal or time.monotonic() - self._begun < PATIENCE:
            return
        if self._progress is None:
            columns = (
                TextColumn(self._what),
                BarColumn(),
                MofNCompleteColumn(),
                _Rate(),
                TimeRemainingColumn(),
            )
            self._progress = Progress(*columns, console=self._console, transient=True)
            self._task = self._progress.add_task("", total=self.total)
            self._progress.start()
        self._progress.update(self._task, completed=done, total=self.total)

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()


Answer = TypeVar("Answer")


def gather(
    answers: Generator[Answer, None, None],
    add: Callable[[Answer], int],
    bar: Bar,
    enough: Callable[[], bool] = lambda: False,
) -> bool:
    """Add answers until there are enough; `add` says how many matches are done. Whether it was interrupted.

    Raises `Stop` if the work cannot go on.
    """
    from study.spread import Unreachable

    try:
        with closing(answers):
            for answer in answers:
                bar.show(add(answer))
                if enough():
                    break
    except KeyboardInterrupt:
        return True
    except ChildProcessError as lost:
        raise Stop(Exit.FAULTY_FILE, f"error: {lost}") from None
    except Unreachable as error:
        raise faulty_command(str(error)) from None
    finally:
        bar.close()
    return False
