"""Reads the case files: rule files with the expected code as a comment on the offending line.

A file holds cases that begin with `=== title`. A case is a piece of a rule file, put into the small game of
`heaps.yaml`: its items replace those of the same name. What is expected stands

- as a comment on the line itself, which stays in the file: `c.suit == colur  # E410@17 it is one of`; the
  number is the column, the rest part of the message or the help;
- or, where a comment cannot stand, on a line of its own below, which is removed: carets under the characters,
  then the code: `^^^^^ E410 it is one of`.

Lines that begin with `:` say how a case is loaded:

    :whole                the text is the file, nothing is added to it
    :without moves        the game lacks this section; `moves.draw` is one item of it
    :deck suits=red       another deck; an expectation may stand behind
    :set most=4           a setting; an expectation may stand behind
    :there # E706@17      expected in the base of a variant, on whatever line
    :anywhere # E202@1    expected in the file itself, on whatever line
    :escaped              the text holds escapes like \\x00 and \\r, and is read as bytes
    :pad 60000            that many characters of comment are added
    :load name            nothing is written, this is what the user asks for

Where a fault of a match is expected, as in `# F801@17`, matches are played until one stops; warnings are
no matter there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from tests.diagnostics.bases import HERE, changed

CASES = HERE / "cases"
_TRAILING = re.compile(r"#\s*([EWF]\d{3})@(\d+)(?: ((?:(?!# [EW]\d{3}@).)*))?")
_CARETS = re.compile(r"^[ #]*(\^+) ([EWF]\d{3})(?: (.*))?$")


@dataclass(frozen=True, slots=True)
class Expected:
    """A code in a source; `line` 0 is any line, `width` 0 any width, `text` part of the message or help."""

    source: str
    line: int
    column: int
    width: int
    code: str
    text: str


@dataclass
class Case:
    file: str
    title: str
    line: int
    text: str = ""
    deck: str | None = None
    settings: list[str] = field(default_factory=list)
    load: str | None = None
    escaped: bool = False
    expected: list[Expected] = field(default_factory=list)

    @property
    def data(self) -> bytes:
        """The rule file as it would stand on a disk."""
        if not self.escaped:
            return self.text.encode()
        return self.text.encode().decode("unicode_escape").encode("latin-1")


def titled(path: Path) -> list[tuple[int, str, list[str]]]:
    """The pieces of a file that begin with `=== title`: the title's line, the title, the lines below."""
    lines = path.read_text(encoding="utf-8").split("\n")
    starts = [n for n, line in enumerate(lines) if line.startswith("=== ")]
    ends = [*starts[1:], len(lines)]
    return [(s + 1, lines[s][4:].strip(), lines[s + 1 : e]) for s, e in zip(starts, ends, strict=True)]


def read_titled(path: Path) -> dict[str, tuple[dict[str, str], str]]:
    """The pieces of a file by title: the words of the lines that begin with `:`, and the text."""
    return {title: (dict(_words(lines)), _body(lines)) for _, title, lines in titled(path)}


def _words(lines: list[str]) -> list[tuple[str, str]]:
    parts = (line[1:].partition(" ") for line in lines if line.startswith(":"))
    return [(word, rest) for word, _, rest in parts]


def _body(lines: list[str]) -> str:
    return "\n".join(line for line in lines if not line.startswith(":")).strip("\n") + "\n"


def cases(path: Path) -> list[Case]:
    """The cases of one file, in order."""
    found = [Case(path.name, title, line) for line, title, _ in titled(path)]
    for case, (_, _, lines) in zip(found, titled(path), strict=True):
        _read(case, lines)
    return found


def all_cases() -> list[Case]:
    return [case for path in sorted(CASES.glob("*.txt")) for case in cases(path)]


def _read(case: Case, lines: list[str]) -> None:
    directives, body = _words(lines), _body(lines)
    words = dict(directives)
    case.escaped, case.load = "escaped" in words, words.get("load")
    text = body if "whole" in words else changed(body, frozenset(words.get("without", "").split()))
    case.text, expected = _taken(text)
    case.text += "# " + "x" * int(words["pad"]) + "\n" if "pad" in words else ""
    case.expected += [Expected("case.yaml", *e) for e in expected]
    for word, rest in directives:
        _directive(case, word, rest)


def _directive(case: Case, word: str, rest: str) -> None:
    value = rest.partition("  #")[0].strip()
    if word == "deck":
        case.deck = value
    elif word == "set":
        case.settings.append(value)
    elif word == "load":
        case.load = value
    names = {"deck": "--deck", "set": "--set", "there": "heaps", "load": value, "anywhere": "case.yaml"}
    source = names.get(word)
    if source is not None:
        case.expected += [
            Expected(source, 0, column, 0, code, text) for column, code, text in _trailing(rest)
        ]


def _trailing(line: str) -> list[tuple[int, str, str]]:
    return [(int(m[2]), m[1], (m[3] or "").strip()) for m in _TRAILING.finditer(line)]


def _taken(text: str) -> tuple[str, list[tuple[int, int, int, str, str]]]:
    """The text without its lines of carets, and what is expected in it: line, column, width, code, part."""
    kept: list[str] = []
    expected: list[tuple[int, int, int, str, str]] = []
    for line in text.split("\n"):
        carets = _CARETS.match(line)
        if carets:
            column = carets.start(1) + 1
            expected.append((len(kept), column, len(carets[1]), carets[2], (carets[3] or "").strip()))
            continue
        kept.append(line)
        expected += [(len(kept), column, 0, code, part) for column, code, part in _trailing(line)]
    return "\n".join(kept), expected
