"""Pieces of generated source, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

_PLAIN = re.compile(r"-?\w+")
_SLOT = re.compile(r"\w+\[\d+\]")


@dataclass(frozen=True, slots=True)
class Code:
    """An expression of Python, in brackets where it needs them. `faults`: it may leave an operation's domain.

    `lines` are statements that have to run before it; see `ground.py`.
    """

    text: str
    faults: bool = False
    lines: tuple[str, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether it is a name or a number, which can be written more than once."""
        return _PLAIN.fullmatch(self.text) is not None

    @property
    def short(self) -> bool:
        """Whether it is that or one slot of a state."""
        return self.plain or _SLOT.fullmatch(self.text) is not None

    @property
    def number(self) -> int | None:
        """Its value, if it is a number."""
        return int(self.text) if re.fullmatch(r"-?\d+", self.text) else None


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean where an expression stands: Python expressions for the state, for `me`, for the past.

    `past` is None where no check is; `playing`: the set-up is done; `certain`: there is a step before this
    position; `looped`: it stands in statements that form a loop. `names` are the names in scope by those of
    the rules. `offered` are texts for what a seat may do with a move, by the text for the seat and the move:
    the mask of its pick, or a number if there is none.
    """

    state: str = "s"
    me: str = "me"
    past: str | None = None
    playing: bool = False
    certain: bool = False
    shares: bool = False
    looped: bool = False
    names: Mapping[str, str] = field(default_factory=dict)
    offered: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def bind(self, name: str, text: str) -> Scope:
        return replace(self, names={**self.names, name: text})

    def acting(self, me: str) -> Scope:
        """The same with another `me`, who in a loop may be somebody else each time."""
        return replace(self, me=me, shares=self.shares and not self.looped)


def inner(text: str) -> str:
    """The text without the brackets around all of it."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0 and place < len(text) - 1:
            return text
    stripped = text[1:-1]
    return text if ":=" in stripped or _is_tuple(stripped) else stripped


def _is_tuple(text: str) -> bool:
    return text == "" or parted(text) != (text, "")


def test(text: str) -> str:
    """The text where only its truth counts."""
    text = inner(text)
    while text.startswith("not ") and inner(text[4:]) != text[4:] and inner(text[4:]).startswith("not "):
        text = inner(inner(text[4:])[4:])
    if text.startswith("bool(") and inner(text[4:]) != text[4:]:
        text = inner(text[4:])
    return text


def indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines] or ["    pass"]


def parted(text: str) -> tuple[str, str]:
    """The two sides of the first comma that stands in no brackets; the second is empty if there is none."""
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            return text[:place], text[place + 1 :].strip()
    return text, ""
