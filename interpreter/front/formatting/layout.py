"""The whole file anew from its tree: indentation by nesting, blank lines, and every comment in its place.

A comment that has a line of its own is indented with the line that it stands before. Only a comment at the
end of a block, indented no less than the block, stays in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.front.formatting.cursor import Comment, Cursor
from interpreter.front.formatting.flow import Flow, Kinds
from interpreter.front.formatting.kinds import Kind
from interpreter.front.formatting.page import Page
from interpreter.front.formatting.scalars import STEP, Spelled, end, holds_text, spell
from interpreter.front.formatting.spacing import Line
from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence

_OUTSIDE = -1
"""The column of what the whole file stands in."""


class Layout:
    """Lays out one file, whose lines end with line feeds."""

    def __init__(self, text: str, kinds: Kinds) -> None:
        self._cursor = Cursor(text)
        self._kinds = kinds
        self._page = Page()

    def whole(self, root: Mapping) -> str:
        """The formatted file."""
        self._document_lines()
        self._before(0)
        self._root(root)
        self._before(0)
        self._document_lines()
        return self._page.text()

    def _document_lines(self) -> None:
        """Directives, `---` and `...`, with the comments between."""
        while True:
            self._before(0)
            line = self._cursor.document_line()
            if not line:
                break
            self._page.line(0, line)

    def _root(self, root: Mapping) -> None:
        tag = self._cursor.tag()
        if tag:
            self._page.open(0, f"{tag} ")
        self._tagged(root, 0, _OUTSIDE, tag != "")

    # what stands between ----------------------------------------------------------------------------------

    def _before(self, indent: int, apart: bool = False) -> None:
        """The comments before the next mark, at this depth; then a blank line if there was one, or if
        the mark and its comments have to stand `apart`.
        """
        while (comment := self._cursor.comment()) is not None and not comment.alone:
            self._comment(comment, indent)
        if apart:
            self._page.blank()
        while (comment := self._cursor.comment()) is not None:
            self._comment(comment, indent)
        self._gap(self._cursor.mark())

    def _at_end(self, indent: int, column: int, outside: int) -> None:
        """The comments that belong to the end of a block, which began in `column`."""
        least = max(column, outside + 1)
        while (comment := self._cursor.comment()) is not None:
            if comment.alone and comment.column < least:
                break
            self._comment(comment, indent)

    def _comment(self, comment: Comment, indent: int) -> None:
        if comment.alone:
            self._gap(comment.start)
            self._page.close()
            self._page.line(indent, comment.text)
        else:
            self._page.append(f"  {comment.text}")
        self._cursor.pass_comment()

    def _gap(self, offset: int) -> None:
        if self._cursor.breaks(offset) > 1 and offset < len(self._cursor.text):
            self._page.blank()

    # blocks -----------------------------------------------------------------------------------------------

    def _mapping(self, node: Mapping, indent: int, outside: int) -> None:
        column, was_large = 0, False
        for number, entry in enumerate(node.entries):
            large = self._spans_lines(entry.value)
            self._before(indent, outside == _OUTSIDE and number > 0 and (large or was_large))
            column = column if number else self._cursor.column(self._cursor.mark())
            self._entry(entry, indent, column)
            was_large = large
        self._at_end(indent, column, outside)

    def _spans_lines(self, node: Node) -> bool:
        text = self._cursor.text[node.span.start : node.span.end]
        return "\n" in text.strip()

    def _entry(self, entry: Entry, indent: int, column: int) -> None:
        if self._cursor.character() == "?" and self._cursor.mark() < entry.key.span.start:
            self._explicit(entry, indent, column)
            return
        tag = self._cursor.tag()
        key = self._spelled(entry.key).first if holds_text(entry.key) else ""
        self._page.open(indent, (f"{tag} " if tag else "") + key + ": ")
        self._cursor.expect(":")
        self._content(entry.value, indent + STEP, column, behind_key=True)

    def _explicit(self, entry: Entry, indent: int, column: int) -> None:
        """`? key` and `: value`, each on a line of its own."""
        self._cursor.expect("?")
        self._page.open(indent, "? ")
        self._content(entry.key, indent + STEP, column)
        self._before(indent)
        if self._cursor.accept(":"):
            self._page.open(indent, ": ")
            self._content(entry.value, indent + STEP, column)

    def _sequence(self, node: Sequence, indent: int, outside: int) -> None:
        column = 0
        for number, item in enumerate(node.items):
            self._before(indent)
            column = column if number else self._cursor.column(self._cursor.mark())
            self._cursor.expect("-")
            self._page.open(indent, "- ")
            self._content(item, indent + STEP, column)
        self._at_end(indent, column, outside)

    # content ----------------------------------------------------------------------------------------------

    def _content(self, node: Node, indent: int, outside: int, behind_key: bool = False) -> None:
        """What stands behind an opening; at depth `indent` if it does not begin on that line."""
        if isinstance(node, Scalar) and node.span.start == node.span.end:
            self._page.close()
            return
        if behind_key and self._cursor.breaks(self._cursor.mark()):
            self._page.begin_block()
        self._before(indent)
        tag = self._cursor.tag()
        if tag:
            self._page.open(indent, f"{tag} ")
        self._tagged(node, indent, outside, tag != "")

    def _tagged(self, node: Node, indent: int, outside: int, has_tag: bool) -> None:
        if isinstance(node, Scalar):
            self._scalar(node, indent)
        elif self._cursor.character() in ("[", "{"):
            self._flow(node, indent)
        else:
            if has_tag:
                self._page.begin_block()
            if isinstance(node, Mapping):
                self._mapping(node, indent, outside)
            else:
                self._sequence(node, indent, outside)

    def _scalar(self, scalar: Scalar, indent: int) -> None:
        if not holds_text(scalar):
            self._page.close()
            return
        self._before(indent)
        spelled = self._spelled(scalar, on_own_line=not self._page.opened)
        self._page.line(indent, spelled.first)
        self._lines(spelled.rest, indent)

    def _spelled(self, scalar: Scalar, on_own_line: bool = False) -> Spelled:
        spelled = spell(scalar, self._kinds.get(scalar.span.start, Kind.TEXT), on_own_line)
        self._cursor.at = end(scalar)
        return spelled

    def _flow(self, node: Node, indent: int) -> None:
        self._before(indent)
        base = indent - STEP if self._page.opened else indent
        first, *rest = Flow(self._cursor, self._kinds, max(0, base), indent).write(node)
        self._page.line(indent, first.text)
        self._lines(rest, 0)

    def _lines(self, lines: Iterable[Line], indent: int) -> None:
        for line in lines:
            self._page.line(indent + line.indent if line.text else 0, line.text)
