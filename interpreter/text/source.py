"""Source files and spans: where a thing stands in what the user wrote.

A `Span` is a half-open range of character offsets into one `Source`. Lines and columns are derived only
when somebody has to read them, and count from 1, columns in characters, as editors do.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


def _line_starts(text: str) -> tuple[int, ...]:
    """Offsets of line starts; a line ends with LF, CR LF or a lone CR."""
    starts = [0]
    at = 0
    while at < len(text):
        if text[at] == "\r":
            at += 2 if text.startswith("\r\n", at) else 1
            starts.append(at)
        elif text[at] == "\n":
            at += 1
            starts.append(at)
        else:
            lf, cr = text.find("\n", at), text.find("\r", at)
            ends = [e for e in (lf, cr) if e >= 0]
            at = min(ends) if ends else len(text)
    return tuple(starts)


@dataclass(frozen=True, eq=False)
class Source:
    """A text with the name that the user knows it by (mostly a path). Compared by identity."""

    name: str
    text: str = field(repr=False)
    _starts: list[tuple[int, ...]] = field(default_factory=list, repr=False)

    @property
    def line_starts(self) -> tuple[int, ...]:
        if not self._starts:
            self._starts.append(_line_starts(self.text))
        return self._starts[0]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of a character offset in 0..len(text)."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to but not including `end` of `source`; empty where something is missing."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other`, which stands in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


def spell(char: str) -> str:
    """One character for a message: itself in backticks if it can be seen, else its number in Unicode."""
    return f"`{char}`" if char.isprintable() and not char.isspace() else f"U+{ord(char):04X}"


NOWHERE = Span(Source("<built in>", ""), 0, 0)
"""The span of things that no file contains."""
