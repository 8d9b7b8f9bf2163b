"""Sentences and types as the protocol has them; `docs/server.md` describes it."""

from __future__ import annotations

import json
from typing import Any, assert_never

from interpreter.ir.types import (
    BoolType,
    CardType,
    EnumType,
    IntType,
    RankType,
    SeatType,
    SequenceType,
    SetType,
    SuitType,
    Type,
    Value,
)
from interpreter.run.protocol import Sentence
from interpreter.run.telling import Told, Unknown
from interpreter.run.values import Spelling

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_json(data: Any) -> str:
    """As all frames are written: no spaces, letters as they are."""
    return _JSON.encode(data)


def kind_of(of: Type) -> str:
    """What values of a type are called."""
    match of:
        case BoolType():
            return "flag"
        case IntType():
            return "number"
        case SuitType():
            return "suit"
        case RankType():
            return "rank"
        case CardType():
            return "card"
        case SeatType():
            return "seat"
        case EnumType():
            return "name"
        case SetType():
            return "set"
        case SequenceType():
            return "stack"
        case _:
            assert_never(of)


def type_data(of: Type) -> dict[str, Any]:
    match of:
        case IntType(low, high):
            return {"kind": "number", "low": low, "high": high}
        case EnumType(name, members):
            return {"kind": "name", "name": name, "members": list(members)}
        case SetType(element) | SequenceType(element):
            return {"kind": kind_of(of), "of": type_data(element)}
        case _:
            return {"kind": kind_of(of)}


def sentence(told: Told | Sentence, spelling: Spelling) -> list[Any]:
    """Texts and values; a value that is not to be known is `hidden`."""
    return [part if isinstance(part, str) else _value(part, spelling) for part in told]


def _value(part: tuple[Value, Type] | Unknown, spelling: Spelling) -> dict[str, Any]:
    if isinstance(part, Unknown):
        return {"hidden": kind_of(part.type)}
    value, of = part
    if isinstance(of, SetType | SequenceType):
        assert isinstance(value, tuple)
        return {"list": [_value((v, of.of), spelling) for v in value]}
    return {kind_of(of): spelling.write(value, of)}
