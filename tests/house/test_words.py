"""The rules of a game stand in its file: no word of one game and no shape of one game occurs in the code."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from tests.house.tree import ROOT, files, product

ANYWHERE = re.compile(
    r"trump|trumps|trumped|trumping|beat|beats|beaten|beater|beaters|beating|unbeaten|pile|piles|trick|tricks"
)
"""Words that have no other meaning in this code, banned in comments and documentation too."""

AS_A_NAME = re.compile(
    r"take|takes|taken|taker|take_size|hand|hands|follow|follows|lead|leads|leader|led|bid"
)
"""Words of plain English as well, banned as names, as parts of names and as texts of their own."""

SHAPES = re.compile(
    r"\b1 - (me|seat|player|mover|viewer|who)\b|\b1 \^ (me|seat|player|mover)\b|\bother_(player|seat)\b"
)

PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
PROGRAM = re.compile(r"your[ _-]?trumps", re.IGNORECASE)


def words(text: str) -> list[str]:
    """The words of a text or a name, snake and camel case taken apart, in small letters."""
    return [part.lower() for part in PARTS.findall(PROGRAM.sub("", text))]


def short_texts(code: str) -> list[tuple[int, str]]:
    """Line and content of string literals, and of the pieces of f-strings, that are a word or two alone."""
    nodes = [n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return [(n.lineno, str(n.value)) for n in nodes if re.fullmatch(r"\s*\w+( \w+)?\s*", str(n.value))]


def findings(code: str) -> list[str]:
    """`line: word` for each word of a game and each shape of a game in Python source."""
    tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    names = [(t.start[0], t.string) for t in tokens if t.type == tokenize.NAME]
    found = [(t.start[0], w) for t in tokens for w in words(t.string) if ANYWHERE.fullmatch(w)]
    found += [(n, w) for n, text in names + short_texts(code) for w in words(text) if AS_A_NAME.fullmatch(w)]
    found += [(n, line.strip()) for n, line in enumerate(code.splitlines(), 1) if SHAPES.search(line)]
    return [f"{n}: {what}" for n, what in sorted(found)]


@pytest.mark.parametrize("path", product(), ids=str)
def test_no_word_of_a_game_in_python(path: Path) -> None:
    assert findings((ROOT / path).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", [p for p in files() if p.suffix == ".lark"], ids=str)
def test_no_word_of_a_game_in_a_grammar(path: Path) -> None:
    said = words((ROOT / path).read_text(encoding="utf-8"))
    assert [w for w in said if ANYWHERE.fullmatch(w) or AS_A_NAME.fullmatch(w)] == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("trump = 3", ["1: trump"]),
        ("def canBeat(): ...", ["1: beat"]),
        ("x = 'may not be beaten here, says the rule'", ["1: beaten"]),
        ("x = 1  # one's own trumps", ["1: trumps"]),
        ("if move == 'take': ...", ["1: take"]),
        ("own_hand = 1", ["1: hand"]),
        ("x = f'{a} takes'", ["1: takes"]),
        ("a = 1 - me", ["1: a = 1 - me"]),
    ],
)
def test_a_leak_is_found(code: str, expected: list[str]) -> None:
    assert findings(code) == expected


@pytest.mark.parametrize(
    "code",
    [
        "handle = leading = 'misleading'",
        "x = 'this needs one argument and takes two'",
        "x = 1  # take care: by hand, as follows",
        "name = 'yourtrumps'; title = 'Your Trumps'",
        "def piled(upbeat): ...",
    ],
)
def test_plain_english_is_not(code: str) -> None:
    assert findings(code) == []
