"""Diagnostics: what is wrong in a file, where, and what would be right. Values; nobody here prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.text.codes import Code
from interpreter.text.source import Span

MOST = 50
"""How many diagnostics one run reports; a file worse than that is not read to its end."""


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains a diagnostic."""

    message: str
    span: Span


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `message` says what is wrong, `help` what would be right; both lower case, no full
    stop.
    """

    code: Code
    span: Span
    message: str
    help: str | None = None
    notes: tuple[Note, ...] = ()

    @property
    def is_error(self) -> bool:
        return self.code.is_error


_LONG = re.compile(r"`([^`]{60})[^`]{20,}`")


def _short(message: str) -> str:
    """The message with the user's longest words cut; the excerpt shows them anyway."""
    return _LONG.sub(r"`\1…`", message)


class TooMany(Exception):
    """Raised inside the loader once `MOST` errors are known; the loader catches it."""


@dataclass
class Report:
    """Collects diagnostics while a file is being read."""

    found: list[Diagnostic] = field(default_factory=list)
    _places: set[tuple[Code, Span]] = field(default_factory=set)
    _errors: int = 0

    def add(
        self, code: Code, span: Span, message: str, help: str | None = None, notes: Iterable[Note] = ()
    ) -> None:
        """Record a finding, once a place and code. After `MOST` warnings further ones are dropped.

        Raises `TooMany` with the error that fills the report.
        """
        if (code, span) in self._places:
            return
        warnings = len(self.found) - self._errors
        if not code.is_error and warnings >= MOST:
            return
        self._places.add((code, span))
        self.found.append(Diagnostic(code, span, _short(message), help and _short(help), tuple(notes)))
        self._errors += code.is_error
        if self._errors >= MOST:
            raise TooMany

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.found if d.is_error]

    @property
    def failed(self) -> bool:
        return self._errors > 0

    def sorted(self) -> list[Diagnostic]:
        """All findings in the order of the file, errors before warnings on the same place."""
        return sorted(
            self.found, key=lambda d: (d.span.source.name, d.span.start, not d.is_error, d.code.name)
        )

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())
