"""Running a simulation: a progress bar if it takes long, records written as they come, interrupts."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from cli.files import whole
from cli.keep import claim_for_records
from study.simulate import Plan, Played, simulate
from study.summary import Summary

PATIENCE = 1.0
"""Seconds without a progress bar."""


class Bar:
    """A bar on standard error, if that is a terminal, once the work turns out to be long."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._begun = time.monotonic()
        self._console = Console(stderr=True)
        self._progress: Progress | None = None
        self._task = TaskID(0)

    def show(self, done: int) -> None:
        if not self._console.is_terminal or time.monotonic() - self._begun < PATIENCE:
            return
        if self._progress is None:
            columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._progress = Progress(*columns, console=self._console, transient=True)
            self._task = self._progress.add_task("", total=self._total)
            self._progress.start()
        self._progress.update(self._task, completed=done)

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()


@dataclass
class Counting:
    """`summary` holds what is known so far."""

    plan: Plan
    processes: int
    record: Path | None
    summary: Summary = field(init=False)

    def __post_init__(self) -> None:
        self.summary = Summary(self.plan.game.seats)

    def run(self) -> bool:
        """Play all matches; whether it was interrupted. Raises `Stop` if the record cannot be written, or its
        file holds other things.
        """
        target = claim_for_records(self.record) if self.record is not None else None
        bar = Bar(self.plan.matches)
        try:
            with ExitStack() as stack:
                stream = stack.enter_context(whole(target)) if target is not None else None
                for played in simulate(self.plan, self.processes):
                    self._add(played, stream)
                    bar.show(self.summary.matches)
        except KeyboardInterrupt:
            return True
        finally:
            bar.close()
        return False

    def _add(self, played: Played, stream: TextIO | None) -> None:
        if stream is not None and played.line is not None:
            stream.write(played.line + "\n")
        self.summary.add(played)
