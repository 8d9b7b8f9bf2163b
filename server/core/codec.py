"""Events as JSON and back: the fields of a dataclass under their names, its class under `is`."""

from __future__ import annotations

import json
import types
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from interpreter.run.protocol import Action
from server.core.events import EVENTS, Event, Moved

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
MOST_ACTIONS = 4096
"""Actions of which the text is remembered."""
_BY_NAME = {kind.__name__.lower(): kind for kind in EVENTS}


def encode(event: Event) -> str:
    """One line of JSON."""
    if isinstance(event, Moved):
        return f'{{"is":"moved","by":"{event.by.value}","action":{_action(event.action)}}}'
    return _JSON.encode({"is": type(event).__name__.lower(), **_plain(event)})


@lru_cache(MOST_ACTIONS)
def _action(action: Action) -> str:
    """What comes thousands of times a second is written once."""
    return _JSON.encode(_plain(action))


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass; none for other types."""
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()


def _plain(value: Any) -> Any:
    """Fields by name; tuples as lists."""
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    if isinstance(value, Enum):
        return value.value
    kind: type = type(value)
    names = _names(kind)
    return {name: _plain(getattr(value, name)) for name in names} if names else value


def decode(text: str) -> Event:
    """The inverse of `encode`; raises `ValueError` for anything else."""
    try:
        data = json.loads(text)
        kind = _BY_NAME[data.pop("is")]
        event: Event = _made(data, kind)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no event: {error}") from None
    return event


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _made(data: Any, kind: Any) -> Any:
    """Plain data as a value of a field's type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return None if data is None else _made(data, next(p for p in parts if p is not type(None)))
    if origin is tuple:
        kinds = [parts[0]] * len(data) if parts[-1] is Ellipsis else parts
        return tuple(_made(d, k) for d, k in zip(data, kinds, strict=True))
    if is_dataclass(kind) and isinstance(kind, type):
        hints = _hints(kind)
        return kind(**{name: _made(value, hints[name]) for name, value in data.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    return data
