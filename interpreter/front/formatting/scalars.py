"""One scalar in its own style: quotes, header and lines are kept, spacing and indentation are the house's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.front.formatting.kinds import Kind
from interpreter.front.formatting.spacing import Line, spaced, spaced_sentence
from interpreter.front.tree import Scalar

_HEADER = re.compile(r"([|>])([-+0-9]*)[ \t]*(#[^\n]*)?(?:\n|$)")
_TAG = re.compile(r"(?:!<[^>\s]*>|![^\s,\[\]{}]*)?(?:[ \t\n]+|#[^\n]*)*")
_BLANKS = " \t"
_QUOTES = ("'", '"')
STEP = 2
"""Characters of indentation for each depth."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """What stands where the scalar begins, and the lines below, indented relative to their depth."""

    first: str
    rest: tuple[Line, ...] = ()


def body(scalar: Scalar) -> int:
    """Where a scalar begins behind its tag; the end of its span if it is empty."""
    match = _TAG.match(scalar.raw.source.text, scalar.span.start, scalar.span.end)
    return match.end() if match is not None else scalar.span.start


def holds_text(scalar: Scalar) -> bool:
    """Whether it has characters of its own in the file."""
    return body(scalar) < scalar.span.end


def end(scalar: Scalar) -> int:
    """Where a scalar ends; a block without the line ends after it."""
    text, start = scalar.raw.source.text, body(scalar)
    return (
        start + len(text[start : scalar.span.end].rstrip(" \t\n")) if text[start] in "|>" else scalar.span.end
    )


def spell(scalar: Scalar, kind: Kind, on_own_line: bool = False) -> Spelled:
    """A scalar that holds text, without its tag."""
    text, start = scalar.raw.source.text, body(scalar)
    if text[start] in "|>":
        return _block(scalar, kind, start)
    quote = text[start] if text[start] in _QUOTES else ""
    inner = text[start + len(quote) : scalar.span.end - len(quote)]
    column = start - text.rfind("\n", 0, start) - 1 if on_own_line else None
    if kind in (Kind.TEXT, Kind.SENTENCE):
        given = spaced_sentence(inner) if kind is Kind.SENTENCE and scalar.exact else inner
        lines = _flow_text(given, quote)
    else:
        lines = spaced(inner)
    return _hung([lines[0].text, *_aligned(lines[1:], column)], quote)


def _hung(lines: list[Line | str], quote: str) -> Spelled:
    first, *rest = [Line(0, each) if isinstance(each, str) else each for each in lines]
    if not rest:
        return Spelled(quote + first.text + quote)
    last = Line(rest[-1].indent, rest[-1].text + quote)
    return Spelled(quote + first.text, (*rest[:-1], last))


def _flow_text(text: str, quote: str) -> list[Line]:
    """The lines of a plain or quoted text; the blanks around its line breaks mean nothing."""
    given = text.split("\n")
    lines = []
    for number, line in enumerate(given):
        bare = line.lstrip(_BLANKS) if number else line
        kept = bare if number == len(given) - 1 else _end_stripped(bare, quote)
        lines.append(Line(len(line) - len(line.lstrip(_BLANKS)), kept))
    return lines


def _end_stripped(line: str, quote: str) -> str:
    """Without the blanks at its end, save one that a backslash makes part of the text."""
    bare = line.rstrip(_BLANKS)
    escaped = quote == '"' and (len(bare) - len(bare.rstrip("\\"))) % 2
    return line[: len(bare) + 1] if escaped else bare


def _aligned(lines: list[Line], column: int | None) -> list[Line]:
    """The lines relative to `column`, or else to the one that is indented least."""
    base = min((line.indent for line in lines if line.text), default=0) if column is None else column
    return [Line(max(0, line.indent - base) if line.text else 0, line.text) for line in lines]


# block scalars --------------------------------------------------------------------------------------------


def _block(scalar: Scalar, kind: Kind, start: int) -> Spelled:
    text = scalar.raw.source.text
    header = _HEADER.match(text, start)
    assert header is not None
    style, marks, comment = header.groups()
    if kind in (Kind.TEXT, Kind.SENTENCE):
        below = text[header.end() : scalar.span.end]
        lines, chomping = _block_text(scalar, kind, style, below), _chomping(scalar.value)
    else:
        given = spaced(scalar.raw.text)
        lines, chomping = _aligned(given, given[0].indent), "-" if "-" in marks else ""
    digit = str(STEP) if _begins_with_blank(lines) else ""
    first = style + digit + chomping + (f"  {comment.rstrip()}" if comment else "")
    return Spelled(first, tuple(lines))


def _chomping(value: str) -> str:
    """What says how many line ends the value has at its end."""
    if not value.strip("\n"):
        return "+" if value else ""
    ends = len(value) - len(value.rstrip("\n"))
    return "-" if ends == 0 else "" if ends == 1 else "+"


def _begins_with_blank(lines: list[Line]) -> bool:
    """Whether the depth of the lines cannot be told from the first that is not empty."""
    for line in lines:
        if line.text:
            return line.text[0] in _BLANKS
    return False


def _block_text(scalar: Scalar, kind: Kind, style: str, below: str) -> list[Line]:
    value = scalar.value
    literal = style == "|" or not value.strip(" \n")
    text = value if literal else _folded(value, below)
    if kind is Kind.SENTENCE and scalar.exact:
        text = spaced_sentence(text)
    given = text.split("\n")
    return [Line(0, line) for line in (given[:-1] if text.endswith("\n") or not text else given)]


def _folded(value: str, below: str) -> str:
    """The lines of a folded text as they were written, without their common indentation."""
    lines = below.split("\n")
    first = next(line for line in lines if line.strip(" "))
    shown = next(line for line in value.split("\n") if line.strip(" "))
    depth = _indent(first) - _indent(shown)
    written = "\n".join(line[depth:] for line in lines).rstrip("\n")
    return written + "\n" * (len(value) - len(value.rstrip("\n")))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
