"""Reading a rule file once from its start to its end, between the things that its tree knows of."""

from __future__ import annotations

import re
from dataclasses import dataclass

_GAP = re.compile(r"[ \t\n]*(#[^\n]*)?")
_TAG = re.compile(r"!<[^>\s]*>|![^\s,\[\]{}]*")
_LINE = re.compile(r"%[^\n]*|---(?=\s|$)|\.\.\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its `#`. `alone` if its line holds nothing else; columns count from 0."""

    text: str
    start: int
    column: int
    alone: bool


@dataclass
class Cursor:
    """All before `at` has been dealt with; what stands there is blank, a comment or the next mark."""

    text: str
    at: int = 0

    def comment(self) -> Comment | None:
        """The comment before the next mark, if there is one."""
        match = _GAP.match(self.text, self.at)
        if match is None or match.group(1) is None:
            return None
        start = match.start(1)
        first = self.line_start(start)
        alone = not self.text[first:start].strip()
        return Comment(match.group(1).rstrip(" \t"), start, start - first, alone)

    def pass_comment(self) -> None:
        match = _GAP.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def mark(self) -> int:
        """Where the next thing begins that is neither blank nor a comment."""
        at, end = self.at, -1
        while at != end:
            end = at
            match = _GAP.match(self.text, at)
            assert match is not None
            at = match.end()
        return at

    def character(self) -> str:
        """The first character of the next mark, empty at the end of the file."""
        return self.text[self.mark() : self.mark() + 1]

    def accept(self, character: str) -> bool:
        """Go past the next mark if it is this character. No comment may stand before it."""
        found = self.character() == character
        if found:
            self.at = self.mark() + 1
        return found

    def expect(self, character: str) -> None:
        """The same where nothing else can come."""
        assert self.accept(character), f"`{character}` should stand at {self.mark()}"

    def tag(self) -> str:
        """Go past the tag that comes next and return it; empty if there is none."""
        return self._pass(_TAG)

    def document_line(self) -> str:
        """The same for a directive, `---` or `...`."""
        return self._pass(_LINE)

    def _pass(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.mark())
        if match is None:
            return ""
        self.at = match.end()
        return match.group().rstrip()

    def line_start(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1

    def column(self, offset: int) -> int:
        return offset - self.line_start(offset)

    def breaks(self, offset: int) -> int:
        """How many lines end between here and `offset`."""
        return self.text.count("\n", self.at, offset)
