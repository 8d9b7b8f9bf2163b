"""Which scalars of a rule file hold what: an expression, an effect, a sentence, or plain text.

The sections and keys are those of `shape.py`; a test compares what is found here with what the checks parse.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from interpreter.front import parser
from interpreter.front import tree as t
from interpreter.text.diagnostic import Report


class Kind(Enum):
    """What a scalar is parsed as."""

    TEXT = "text"
    EXPRESSION = "expression"
    EFFECT = "effect"
    STEP = "step"
    PICK = "pick"
    SIGNATURE = "signature"
    TYPE = "type"
    SENTENCE = "sentence"


PARSERS: Mapping[Kind, Callable[[t.Scalar, Report], Any]] = {
    Kind.EXPRESSION: parser.parse_expression,
    Kind.EFFECT: parser.parse_effect,
    Kind.STEP: parser.parse_step,
    Kind.PICK: parser.parse_pick,
    Kind.SIGNATURE: parser.parse_signature,
    Kind.TYPE: parser.parse_type,
    Kind.SENTENCE: parser.parse_sentence,
}


@dataclass(frozen=True)
class _Shape:
    """What a node holds: as a scalar, behind its keys (`others` for any key), and its keys themselves.

    A list holds what its items hold. A scalar that `plain` says so of is a text after all.
    """

    bare: Kind = Kind.TEXT
    keys: Mapping[str, _Shape] = field(default_factory=dict)
    others: _Shape | None = None
    key: Kind = Kind.TEXT
    plain: Callable[[str], bool] = operator.not_


_TEXT = _Shape()
_EXPRESSION = _Shape(Kind.EXPRESSION)
_SENTENCE = _Shape(Kind.SENTENCE)
_TYPE = _Shape(Kind.TYPE)
_AUDIENCE = _Shape(Kind.EXPRESSION, plain=lambda text: text in ("", "count only"))
_OWNER = _Shape(Kind.TYPE, plain=lambda text: text not in ("suit", "rank") and ".." not in text)
_CONDITION = _Shape(Kind.EXPRESSION, {"that": _EXPRESSION, "else": _SENTENCE})


def _named(bare: Kind = Kind.TEXT, **keys: _Shape) -> _Shape:
    """A section of named items with these keys."""
    return _Shape(others=_Shape(bare, {key.replace("_", " "): shape for key, shape in keys.items()}))


_NAMED: Mapping[str, _Shape] = {
    "options": _named(type=_TYPE, range=_TYPE, text=_SENTENCE),
    "require": _Shape(others=_CONDITION),
    "zones": _named(of=_OWNER, seen_by=_AUDIENCE, counted_by=_EXPRESSION, text=_SENTENCE),
    "variables": _named(of=_OWNER, type=_TYPE, starts=_EXPRESSION, seen_by=_AUDIENCE, text=_SENTENCE),
    "define": _Shape(others=_EXPRESSION, key=Kind.SIGNATURE),
    "routines": _Shape(others=_Shape(Kind.EFFECT)),
    "phases": _named(Kind.SENTENCE, actors=_EXPRESSION, text=_SENTENCE),
    "moves": _named(
        when=_CONDITION,
        pick=_Shape(Kind.PICK, {"choose": _Shape(Kind.PICK), "else": _SENTENCE}),
        do=_Shape(Kind.EFFECT),
        advice=_EXPRESSION,
        text=_SENTENCE,
        said=_SENTENCE,
    ),
    "endings": _named(
        when=_EXPRESSION,
        winners=_EXPRESSION,
        losers=_EXPRESSION,
        said=_SENTENCE,
        do=_Shape(Kind.EFFECT),
        again=_EXPRESSION,
    ),
    "checks": _named(
        Kind.EXPRESSION, always=_EXPRESSION, holds=_EXPRESSION, can_happen=_EXPRESSION, text=_SENTENCE
    ),
    "rules": _Shape(others=_Shape(Kind.SENTENCE, {"if": _EXPRESSION, "say": _SENTENCE})),
}
_HEAD: Mapping[str, _Shape] = {
    "deck": _Shape(keys={"where": _EXPRESSION}),
    "turn": _Shape(keys={"among": _EXPRESSION}),
    "setup": _Shape(Kind.STEP, others=_Shape(Kind.STEP, {"do": _Shape(Kind.STEP)})),
    "table": _Shape(keys={"mark": _EXPRESSION, "mark text": _SENTENCE}),
}
_SECTIONS = {**_NAMED, **_HEAD}
_FILE = _Shape(keys={**_SECTIONS, "change": _Shape(keys=_SECTIONS), "add": _Shape(keys=_SECTIONS)})


def kinds(root: t.Node) -> Iterator[tuple[t.Scalar, Kind]]:
    """Every scalar of a rule file with what it holds, in the order of the file."""
    return _kinds(root, _FILE)


def _kinds(node: t.Node, shape: _Shape) -> Iterator[tuple[t.Scalar, Kind]]:
    match node:
        case t.Scalar():
            yield node, Kind.TEXT if shape.plain(node.value.strip()) else shape.bare
        case t.Sequence():
            for item in node.items:
                yield from _kinds(item, shape)
        case t.Mapping():
            for entry in node.entries:
                yield entry.key, shape.key
                inner = shape.keys.get(entry.key.value, shape.others or _TEXT)
                yield from _kinds(entry.value, inner)
