"""JSON that is read strictly, every value knowing its path, for errors that say where."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.text.spelling import nearest

MOST = 128 * 1024 * 1024
"""Bytes of a line that are read at all."""


class BadData(Exception):
    """The text is not what it should be; the message says where and what was expected."""


def parse(text: str) -> Node:
    """The value of a JSON text; raises `BadData` on damage, doubled keys and numbers that are none."""
    try:
        return Node(json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse), "")
    except json.JSONDecodeError as error:
        raise BadData(f"column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise BadData("the data are nested too deeply") from None
    except ValueError:
        raise BadData("a number is too long") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadData(f"the key `{_short(key)}` stands twice")
        found[key] = value
    return found


def _refuse(word: str) -> Any:
    raise BadData(f"`{word}` is not a number")


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands, as in `moves[3].player`; the path of the whole is empty."""

    value: Any
    path: str

    def wrong(self, expected: str) -> BadData:
        where = f"`{self.path}`" if self.path else "the line"
        kind = (
            "an object" if isinstance(self.value, dict) else "a list" if isinstance(self.value, list) else ""
        )
        return BadData(f"{where} must be {expected}, found {kind or f'`{_short(self.value)}`'}")

    def _child(self, key: str) -> Node:
        return Node(self.value[key], f"{self.path}.{key}" if self.path else key)

    def entries(self) -> dict[str, Node]:
        """The members of an object with any keys."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        for key in self.value:
            self._check_text(key)
        return {key: self._child(key) for key in self.value}

    def fields(self, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Node]:
        """The members of an object that has all of `required` and nothing but these keys."""
        found = self.entries()
        where = f"`{self.path}`" if self.path else "the record"
        for key in required:
            if key not in found:
                raise BadData(f"{where} has no `{key}`")
        for key in found:
            if key not in required and key not in optional:
                near = nearest(key, (*required, *optional))
                hint = f", perhaps `{near}` is meant" if near else ""
                raise BadData(f"{where} has an unknown key `{_short(key)}`{hint}")
        return found

    def items(self) -> Iterator[Node]:
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return (Node(value, f"{self.path}[{i}]") for i, value in enumerate(self.value))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        self._check_text(self.value)
        return self.value

    def _check_text(self, text: str) -> None:
        """JSON can spell half characters, which no file can hold."""
        if any("\ud800" <= c <= "\udfff" for c in text):
            raise self.wrong("made of whole characters")

    def number(self, most: int = 2**64 - 1) -> int:
        """A whole number from 0 to `most`."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not 0 <= self.value <= most:
            raise self.wrong(f"a whole number from 0 to {most}")
        return self.value

    def plain(self) -> Any:
        """A value of the rules: nothing, a truth value, a whole number, a text, or a list of such."""
        if isinstance(self.value, list):
            return [item.plain() for item in self.items()]
        if self.value is not None and not isinstance(self.value, bool | int | str):
            raise self.wrong("a value of the rules")
        if isinstance(self.value, str):
            self._check_text(self.value)
        return self.value
