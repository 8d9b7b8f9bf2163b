"""Small wrongs done to a rule file: to its bytes, its lines, its words, its layout."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from tests.fuzz.dice import Dice

Mutation: TypeAlias = Callable[[str, Dice], str]

# fmt: off
WORDS = (
    "and", "or", "not", "if", "then", "else", "some", "every", "in", "where", "satisfies", "is",
    "empty", "set", "unset", "for", "implies", "count", "those", "lowest", "highest", "total", "over",
    "move", "all", "from", "to", "top", "bottom", "of", "becomes", "forget", "pass", "phase", "each",
    "starting", "with", "do", "lot", "deal", "seat", "does", "yes", "no", "true", "false", "me",
    "mover", "owner", "seats", "suits", "ranks", "cards", "everyone", "nobody", "deck", "setup",
    "chance", "suit", "rank", "card", "flag", "old", "can", "last_move", "last_player", "size", "min",
    "max", "index", "only", "union", "common", "less", "the", "numbers", "next", "ended", "wins",
    "loses", "laid_by", "at", "indices", "table", "player", "stack", "count only", "by", "random",
    "language", "game", "players", "options", "zones", "variables", "define", "phases", "moves",
    "endings", "checks", "extends", "change", "add", "remove", "always", "after", "holds",
)
SIGNS = (
    "(", ")", "[", "]", "{", "}", ",", ";", ".", "..", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*",
    "=", "&", "|", "!", "'", '"', "\\", ":", "#", "?", "%", "@", "`", "~", "$", "<<", "<<:", "*a", "&a",
    "!!str", "!x",
)
# fmt: on
ODD = (
    "\t",
    "\0",
    "\r",
    "\n",
    "\u00a0",
    "\u0085",
    "\u2028",
    "\u2029",
    "\ufeff",
    "\ud800",
    "\U0001f0a1",
    "é",
    "\x1b",
    "\u202e",
)
NUMBERS = (
    "0",
    "1",
    "2",
    "-1",
    "99",
    "1000",
    "1001",
    "65536",
    "9" * 30,
    "9" * 500,
    "1.5",
    "1e9",
    "0x10",
    "٣",
    "²",
)
_TOKEN = re.compile(r"\w+|[<>=!]=|\.\.|\S")
_NAME = re.compile(r"[A-Za-z_]\w*")
_VALUE = re.compile(r"(?<=: )[^\n]+")


def _spot(text: str, dice: Dice) -> tuple[int, int]:
    """A slice of the text, mostly short."""
    start = dice.below(len(text) + 1)
    return start, min(len(text), start + dice.size(40))


def _cut(text: str, dice: Dice) -> str:
    start, end = _spot(text, dice)
    return text[:start] + text[end:]


def _double(text: str, dice: Dice) -> str:
    start, end = _spot(text, dice)
    return text[:end] + text[start:]


def _insert(piece: str, text: str, dice: Dice) -> str:
    at = dice.below(len(text) + 1)
    return text[:at] + piece + text[at:]


def _word(text: str, dice: Dice) -> str:
    return _insert(f" {dice.one(WORDS)} ", text, dice)


def _sign(text: str, dice: Dice) -> str:
    return _insert(dice.one(SIGNS), text, dice)


def _odd(text: str, dice: Dice) -> str:
    return _insert(dice.one(ODD), text, dice)


def _swap_tokens(text: str, dice: Dice) -> str:
    """One token becomes another of the same text."""
    found = list(_TOKEN.finditer(text))
    if not found:
        return text
    old, new = dice.one(found), dice.one(found)
    return text[: old.start()] + new.group() + text[old.end() :]


def _swap_names(text: str, dice: Dice) -> str:
    """One name becomes another, which leaves the grammar content."""
    found = list(_NAME.finditer(text))
    if not found:
        return text
    old = dice.one(found)
    new = dice.one(WORDS) if dice.chance(3) else dice.one(found).group()
    return text[: old.start()] + new + text[old.end() :]


def _swap_values(text: str, dice: Dice) -> str:
    """What stands behind one key comes behind another, too."""
    found = list(_VALUE.finditer(text))
    if not found:
        return text
    old, new = dice.one(found), dice.one(found)
    return text[: old.start()] + new.group() + text[old.end() :]


def _number(text: str, dice: Dice) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    old = dice.one(found)
    return text[: old.start()] + dice.one(NUMBERS) + text[old.end() :]


def _misspell(text: str, dice: Dice) -> str:
    found = list(_NAME.finditer(text))
    if not found:
        return text
    word = dice.one(found)
    at = word.start() + dice.below(len(word.group()))
    return text[:at] + dice.one(("", "e", "x_", "-", text[at : at + 1].upper())) + text[at + 1 :]


def _lines(text: str, dice: Dice) -> str:
    """A line is left out, doubled, moved, or put where another one was."""
    lines = text.split("\n")
    a, b = dice.below(len(lines)), dice.below(len(lines))
    kind = dice.below(4)
    if kind == 0:
        del lines[a]
    elif kind == 1:
        lines.insert(b, lines[a])
    elif kind == 2:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        lines[a] = lines[b]
    return "\n".join(lines)


def _indent(text: str, dice: Dice) -> str:
    lines = text.split("\n")
    at = dice.below(len(lines))
    lines[at] = (
        dice.one(("  ", " ", "\t", "- ", "    ")) + lines[at] if dice.chance(2) else lines[at].lstrip()
    )
    return "\n".join(lines)


def _truncate(text: str, dice: Dice) -> str:
    return text[: dice.below(len(text) + 1)]


def _repeat(text: str, dice: Dice) -> str:
    """A piece many times over."""
    start, end = _spot(text, dice)
    return text[:end] + text[start:end] * dice.one((2, 10, 100, 1000)) + text[end:]


def _wrap(text: str, dice: Dice) -> str:
    """A value between many brackets, or after many words that take one argument."""
    found = list(_VALUE.finditer(text))
    if not found:
        return text
    value = dice.one(found)
    left, right = dice.one(
        (("(", ")"), ("[", "]"), ("not ", ""), ("-", ""), ("size(", ")"), ("if yes then ", " else no"))
    )
    times = dice.one((1, 5, 30, 60, 300))
    return text[: value.start()] + left * times + value.group() + right * times + text[value.end() :]


def _style(text: str, dice: Dice) -> str:
    """A value in another YAML style."""
    found = list(_VALUE.finditer(text))
    if not found:
        return text
    value = dice.one(found)
    style = dice.one(
        (
            "'{}'",
            '"{}"',
            "|\n          {}",
            ">-\n          {}",
            "!!str {}",
            "[{}]",
            "{{{}}}",
            "&a {}",
            "{}\n  {}",
        )
    )
    return text[: value.start()] + style.format(value.group(), value.group()) + text[value.end() :]


def _line_ends(text: str, dice: Dice) -> str:
    return text.replace("\n", dice.one(("\r\n", "\r", "\u0085", "\u2028")))


OFTEN: tuple[Mutation, ...] = (
    _swap_tokens,
    _swap_names,
    _swap_values,
    _misspell,
    _number,
    _lines,
    _word,
    _cut,
)
SELDOM: tuple[Mutation, ...] = (_double, _sign, _odd, _indent, _truncate, _repeat, _wrap, _style, _line_ends)

GENTLE: tuple[Mutation, ...] = (_swap_names, _swap_values, _number, _swap_tokens)


def mutated(text: str, dice: Dice) -> bytes:
    """The text with one to six wrongs, some perhaps to its bytes; or with one that may be none."""
    if dice.chance(3):
        return dice.one(GENTLE)(text, dice).encode("utf-8", "surrogatepass")
    for _ in range(dice.size(6)):
        text = dice.one(OFTEN if dice.below(3) else SELDOM)(text, dice)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if dice.chance(8):
        for _ in range(dice.size(4)):
            if data:
                data[dice.below(len(data))] = dice.below(256)
    return bytes(data)
