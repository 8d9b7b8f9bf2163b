"""The user's terminal: what it can show, printing on it, and reading lines from it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import TextIO

from rich.console import Console
from rich.text import Text

from cli.keys import loud_keys
from cli.look import ROUND, SIGNS, Look


class _Out(Console):
    def on_broken_pipe(self) -> None:
        """Whoever read our output has gone; that is no error of ours."""
        raise BrokenPipeError


@dataclass(frozen=True, slots=True)
class Terminal:
    """`screen` can be cleared and redrawn; `people` sit before it and type."""

    out: Console
    screen: bool
    people: bool
    letters_only: bool

    @property
    def look(self) -> Look:
        """Asked for at each drawing, for windows change their size."""
        size = self.out.size
        return Look(self.letters_only, size.width, size.height)

    def show(self, *lines: Text | str) -> None:
        """Print lines as they are, unbroken."""
        for line in lines:
            self.out.print(line, soft_wrap=True, markup=False, highlight=False, emoji=False)

    def read(self, paragraphs: Iterable[Text], apart: bool = True) -> None:
        """Longer text, broken into lines; on a screen with people before it a page at a time.

        `apart` sets an empty line after each paragraph.
        """
        width = min(self.look.columns, 80)
        gap = [Text()] if apart else []
        lines = [row for p in paragraphs for row in (*wrapped(p, self, width - 2), *gap)]
        page = max(5, self.look.height - 2)
        for start in range(0, len(lines), page):
            self.show(*(Text("  ").append_text(line) for line in lines[start : start + page]))
            if self.people:
                self.ask("  Enter goes on. ")

    def begin(self) -> None:
        """What stands on the screen now scrolls away, so that drawing on it destroys nothing."""
        if self.screen:
            self.out.file.write("\n" * (self.look.height - 1) + "\x1b[H\x1b[J")

    def redraw(self, lines: Iterable[Text]) -> None:
        """The lines in place of whatever the screen shows, without flicker; elsewhere just the lines."""
        if not self.screen:
            self.show(*lines)
            return
        with self.out.capture() as captured:
            self.show(*lines)
        drawn = captured.get().replace("\n", "\x1b[K\n")
        self.out.file.write("\x1b[H" + drawn + "\x1b[J")
        self.out.file.flush()

    def clear(self, history: bool = False) -> None:
        """An empty screen; with `history` what has scrolled away is forgotten as well, where there is one."""
        if self.screen:
            self.out.file.write("\x1b[H\x1b[2J" + ("\x1b[3J" if history else ""))
            self.out.file.flush()

    def ask(self, prompt: str) -> str:
        """One line of input without its end; raises `EOFError` when there is none."""
        if self.people:
            with loud_keys():
                return input(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.show(prompt + line.rstrip("\r\n"))
        return line.rstrip("\r\n")


def wrapped(text: Text, terminal: Terminal, width: int, indent: int = 0) -> list[Text]:
    """A paragraph broken into lines of at most `width` columns, all indented alike."""
    body = text[indent:] if indent else text
    lines = body.wrap(terminal.out, width - indent)
    for line in lines:
        line.rstrip()
    return [Text(" " * indent).append_text(line) for line in lines]


def _can_show_signs(stream: TextIO) -> bool:
    signs = "".join([*SIGNS.values(), ROUND.top_left, ROUND.star, ROUND.tick, ROUND.more])
    try:
        signs.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def make_terminal(letters_only: bool = False, no_color: bool = False) -> Terminal:
    """The terminal behind standard input and output, as far as the options let it show what it can."""
    with suppress(ImportError):
        import_module("readline")  # gives `input` arrow keys
    out = _Out(no_color=True if no_color else None, highlight=False, emoji=False)
    people = sys.stdin is not None and sys.stdin.isatty()
    screen = out.is_terminal and not out.is_dumb_terminal
    return Terminal(out, screen, people and out.is_terminal, letters_only or not _can_show_signs(sys.stdout))


def warn(message: str) -> None:
    """Lines for standard error."""
    print(message, file=sys.stderr)
