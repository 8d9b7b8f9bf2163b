"""The formatted file as it grows, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Page:
    """Lines so far. An opening (`- `, `key: `) waits for what stands behind it on its line."""

    lines: list[str] = field(default_factory=list)
    _opening: str = ""
    _fresh: bool = True

    @property
    def opened(self) -> bool:
        return self._opening != ""

    def line(self, indent: int, text: str) -> None:
        """A line of its own, or the rest of the one that is opened."""
        self.lines.append((self._opening or " " * indent) + text)
        self._opening, self._fresh = "", False

    def open(self, indent: int, opening: str) -> None:
        """Begin a line, or go on with the one that is opened."""
        self._opening = (self._opening or " " * indent) + opening

    def close(self) -> None:
        """Let an opened line stand without content."""
        if self._opening:
            self.line(0, "")
            self.lines[-1] = self.lines[-1].rstrip()

    def append(self, text: str) -> None:
        """Go on with the last line, or the opened one."""
        self.close()
        self.lines[-1] += text

    def begin_block(self) -> None:
        """What follows belongs under the opened line, without a blank one between."""
        self.close()
        self._fresh = True

    def blank(self) -> None:
        """A blank line, where one may stand."""
        if not self._fresh and not self._opening and self.lines[-1]:
            self.lines.append("")

    def text(self) -> str:
        """The whole file."""
        return "".join(f"{line}\n" for line in self.lines)
