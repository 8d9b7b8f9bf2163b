"""The house style of expressions: one space around operators and after commas, none inside brackets.

Works on text that the parser has accepted, so that every character belongs to a token. Lines stay lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"\s+|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|==|!=|<=|>=|\.\.|.")
_BRACED = re.compile(r"\{([^{}]*)\}")
_SIGNS = ("+", "-")
_CLOSED = (")", "]")
_TIGHT_BEFORE = (")", "]", ",", ";", ".", "..", "[")
_TIGHT_AFTER = ("(", "[", ".", "..")

# fmt: off
_WORDS = frozenset((
    "all", "and", "becomes", "deal", "do", "does", "draw", "each", "else", "every", "for", "forget", "from",
    "if", "implies", "in", "is", "lot", "move", "not", "of", "or", "over", "pass", "phase", "satisfies",
    "seat", "some", "starting", "then", "to", "where", "with",
))
# fmt: on
"""Words of the grammar that are never a value: a bracket after them groups, a sign belongs to what comes."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a text and how many characters it was indented by."""

    indent: int
    text: str


def spaced(text: str) -> list[Line]:
    """The lines of an expression, effect, step, pick, signature or type in the house style."""
    lines: list[Line] = []
    indent, line, before, signed = 0, "", "", False
    for token in _TOKEN.findall(text):
        if token.isspace():
            if "\n" in token and line:
                lines.append(Line(indent, line))
                line = ""
            if not line:
                indent = len(token.rsplit("\n", 1)[-1])
            continue
        apart = line != "" and not signed and _apart(before, token)
        line += f" {token}" if apart else token
        signed = token in _SIGNS and not _is_value(before)
        before = token
    return [*lines, Line(indent, line)] if line else lines


def _is_word(token: str) -> bool:
    return token[:1].isalnum() or token[:1] == "_"


def _is_value(token: str) -> bool:
    """Whether a value ends with this token, so that a sign after it is an operator."""
    return token in _CLOSED or (_is_word(token) and token not in _WORDS)


def _apart(before: str, token: str) -> bool:
    """Whether a space stands between two tokens of one line."""
    if before in _TIGHT_AFTER or token in _TIGHT_BEFORE:
        return False
    return token != "(" or not _is_value(before)


def spaced_sentence(text: str) -> str:
    """A sentence with the expressions in its braces in the house style; the rest as it is."""

    def tidy(match: re.Match[str]) -> str:
        lines = spaced(match.group(1))
        return "{" + "\n".join(" " * (n and line.indent) + line.text for n, line in enumerate(lines)) + "}"

    return _BRACED.sub(tidy, text)
