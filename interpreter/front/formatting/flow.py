"""Lists and mappings in brackets: lines stay lines, spacing and indentation are the house's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.front.formatting.cursor import Cursor
from interpreter.front.formatting.kinds import Kind
from interpreter.front.formatting.scalars import STEP, body, holds_text, spell
from interpreter.front.formatting.spacing import Line
from interpreter.front.tree import Node, Scalar, Sequence

Kinds = Mapping[int, Kind]
"""What a scalar holds, by its place in the file."""


def leaves(node: Node) -> Iterator[Scalar]:
    """The scalars of a node that hold text, in the order of the file."""
    if isinstance(node, Scalar):
        if holds_text(node):
            yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from leaves(item)
    else:
        for entry in node.entries:
            yield from leaves(entry.key)
            yield from leaves(entry.value)


@dataclass
class Flow:
    """Writes one such collection, which begins at the cursor. `base` is the depth of the line it begins
    on, `least` the smallest depth for a line inside it.
    """

    cursor: Cursor
    kinds: Kinds
    base: int
    least: int
    lines: list[Line] = field(default_factory=list)
    _indent: int = 0
    _line: str = ""
    _before: str = ""
    _depth: int = 0

    def write(self, node: Node) -> list[Line]:
        """The lines, the first without its indentation; the cursor goes past the collection."""
        scalars = list(leaves(node))
        while not self._before or self._depth:
            self._comments()
            self._mark(scalars)
        self._end_line()
        return self.lines

    def _comments(self) -> None:
        while (comment := self.cursor.comment()) is not None:
            if comment.alone:
                self._end_line()
            self._add(f"  {comment.text}" if self._line else comment.text)
            self.cursor.pass_comment()
            self._end_line()
        if self.cursor.breaks(self.cursor.mark()):
            self._end_line()

    def _mark(self, scalars: list[Scalar]) -> None:
        tag = self.cursor.tag()
        if tag:
            self._put(tag)
        elif scalars and self.cursor.mark() == body(scalars[0]):
            self._scalar(scalars.pop(0))
        else:
            character = self.cursor.character()
            self.cursor.accept(character)
            if character != "," or not self._idle_comma():
                self._put(character)

    def _idle_comma(self) -> bool:
        """Whether the collection ends behind this comma, on the same line."""
        closes = self.cursor.comment() is None and self.cursor.character() in ("]", "}")
        return closes and not self.cursor.breaks(self.cursor.mark()) and not self._before.startswith("!")

    def _scalar(self, scalar: Scalar) -> None:
        kind = self.kinds.get(scalar.span.start, Kind.TEXT)
        spelled = spell(scalar, kind)
        self._put(spelled.first)
        below = self._indent + STEP
        for line in spelled.rest:
            self.lines.append(Line(self._indent, self._line))
            self._indent, self._line = below + line.indent, line.text
        self._before = ""
        self.cursor.at = scalar.span.end

    def _put(self, text: str) -> None:
        self._depth -= text in ("]", "}")
        self._add(f" {text}" if self._apart(text) else text)
        self._depth += text in ("[", "{")
        self._before = text

    def _apart(self, text: str) -> bool:
        if not self._line or text == ":" or self._before in ("[", "{"):
            return False
        return self._before == ":" if text in (",", "]", "}") else True

    def _add(self, text: str) -> None:
        if not self._line:
            inside = max(self.least, self.base + STEP * self._depth)
            self._indent = inside if self.lines else self.base
        self._line += text

    def _end_line(self) -> None:
        if self._line:
            self.lines.append(Line(self._indent, self._line))
        self._line = ""
