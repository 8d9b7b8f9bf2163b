"""Interrupts while the solver works: its callbacks may swallow one, so that it has to be remembered."""

from __future__ import annotations

import signal
import sys
from types import FrameType, TracebackType
from typing import Any, Self


class Stopping:
    """Until the end of the block an interrupt is raised where it arrives, and again by `check`."""

    def __init__(self) -> None:
        self._arrived = False
        self._handler: Any = None
        self._hook = sys.unraisablehook

    def __enter__(self) -> Self:
        self._handler = signal.signal(signal.SIGINT, self._arrive)
        sys.unraisablehook = self._swallowed
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        sys.unraisablehook = self._hook
        signal.signal(signal.SIGINT, self._handler)

    def _arrive(self, number: int, frame: FrameType | None) -> None:
        self._arrived = True
        raise KeyboardInterrupt

    def _swallowed(self, what: Any) -> None:
        """Python tells of what a callback has raised; an interrupt is no news."""
        if what.exc_type is not KeyboardInterrupt:
            self._hook(what)

    def check(self) -> None:
        """Raises `KeyboardInterrupt` if one has arrived."""
        if self._arrived:
            raise KeyboardInterrupt
