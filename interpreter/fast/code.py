"""Pieces of generated source, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

_PLAIN = re.compile(r"-?\w+")
_SLOT = re.compile(r"\w+\[\d+\]")


@dataclass(frozen=True, slots=True)
class Code:
    """An expression of Python, in brackets where it needs them. `faults`: it may raise `Undefined`."""

    text: str
    faults: bool = False

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
    position. `names` are the names in scope by those of the rules.
    """

    state: str = "s"
    me: str = "me"
    past: str | None = None
    playing: bool = False
    certain: bool = False
    shares: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

    def bind(self, name: str, text: str) -> Scope:
        return replace(self, names={**self.names, name: text})


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
    depth = 0
    for char in text:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            return True
    return text == ""
