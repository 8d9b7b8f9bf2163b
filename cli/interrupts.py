"""Signals that end a match: never in the middle of a move."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Terminated(KeyboardInterrupt):
    """Somebody else ended the program, or closed its window."""


class Interrupts:
    """While active, signals raise `KeyboardInterrupt`, or `Terminated` if not from the keyboard."""

    def __init__(self) -> None:
        self._shielded = False
        self._late: type[KeyboardInterrupt] | None = None

    @contextmanager
    def active(self) -> Iterator[None]:
        """Must be entered by the main thread."""
        known = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        before = [(number, signal.signal(number, self._arrived)) for number in known]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    @contextmanager
    def shield(self) -> Iterator[None]:
        """A signal that arrives in the block is raised at its end."""
        self._shielded = True
        try:
            yield
        finally:
            self._shielded = False
            late, self._late = self._late, None
            if late is not None:
                raise late

    def _arrived(self, number: int, frame: FrameType | None) -> None:
        kind = KeyboardInterrupt if number == signal.SIGINT else Terminated
        if not self._shielded:
            raise kind
        self._late = kind
