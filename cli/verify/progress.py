"""A line on standard error, if that is a terminal, once the proof turns out to be long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.status import Status
from rich.text import Text

from cli.spell import printable

PATIENCE = 1.0
"""Seconds without a line."""
PACE = 0.1
"""Seconds between two looks of it."""


class Progress:
    """How many of the verdicts are known, the obligation at hand, and how many were asked a second."""

    def __init__(self, wanted: int, check: Callable[[], None]) -> None:
        """`check` raises if the proof is to stop."""
        self._check = check
        self._wanted = wanted
        self._known = 0
        self._asked = 0
        self._begun = self._shown = time.monotonic()
        self._console = Console(stderr=True)
        self._status: Status | None = None

    def tell(self, obligation: str) -> None:
        """This is asked next."""
        self._check()
        self._asked += 1
        now = time.monotonic()
        if not self._console.is_terminal or now - self._begun < PATIENCE or now - self._shown < PACE:
            return
        self._shown = now
        line = self._line(obligation, now)
        if self._status is None:
            self._status = self._console.status(line, spinner="line")
            self._status.start()
        self._status.update(line)

    def _line(self, obligation: str, now: float) -> Text:
        rate = self._asked / max(now - self._begun, 0.001)
        done = f"{self._known} of {self._wanted}, {self._asked} asked, {rate:.0f} a second"
        line = Text(f"{done}: {printable(obligation)}")
        line.truncate(max(20, self._console.width - 4), overflow="ellipsis")
        return line

    def known(self, number: int) -> None:
        self._known = number

    @contextmanager
    def aside(self) -> Iterator[None]:
        """The line is taken away for the block, in which other things are printed."""
        if self._status is None:
            yield
            return
        self._status.stop()
        try:
            yield
        finally:
            self._status.start()

    def close(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None
