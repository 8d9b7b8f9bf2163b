"""The lines of the rules that belong to a thing of the file."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.text.source import Source, Span


@dataclass
class Sources:
    """The texts that a page quotes; each gets a number."""

    known: list[Source] = field(default_factory=list)

    def number(self, source: Source) -> int:
        """Sources of the same name and text are one: other processes send copies of them."""
        for number, other in enumerate(self.known):
            if other.name == source.name and other.text == source.text:
                return number
        self.known.append(source)
        return len(self.known) - 1

    def block(self, span: Span) -> tuple[int, int, int]:
        """The source's number, the first and the last line of what begins where the span does."""
        number, first = self.number(span.source), span.line
        return number, first, _last(span.source, first)


def _last(source: Source, first: int) -> int:
    """The last line that is indented deeper than the first, comments and empty lines at its end left out."""
    lines = source.text.splitlines()
    if first > len(lines):
        return first
    depth, last = _depth(lines[first - 1]), first
    for number, line in enumerate(lines[first:], first + 1):
        if line.strip() and _depth(line) <= depth:
            break
        if line.strip() and not line.lstrip().startswith("#"):
            last = number
    return last


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
