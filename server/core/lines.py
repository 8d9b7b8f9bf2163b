"""Sentences of which every value may be told, as JSON text straight from states of the compiled engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from interpreter.fast.engine import State
from interpreter.fast.layout import Layout
from interpreter.fast.runtime import Undefined
from interpreter.fast.spoken import Find, types_of
from interpreter.ir.nodes import Template
from interpreter.ir.types import Type
from server.core.pieces import Pieces
from server.core.spelling import to_json

MOST = 1024
"""Values of one place in a sentence that are remembered."""


def patterned(parts: Iterable[str | None]) -> str:
    """A pattern of Python in which these texts stand as they are; None is a place for one."""
    return "".join("%s" if part is None else part.replace("%", "%%") for part in parts)


class Line:
    """One sentence of a game."""

    def __init__(self, template: Template, find: Find, layout: Layout, pieces: Pieces) -> None:
        texts = [to_json(part) if isinstance(part, str) else None for part in template.parts]
        commas = [part for text in texts for part in (text, ",")][:-1]
        self._find, self._pattern = find, patterned(("[", *commas, "]"))
        self._writers = [_writer(of, layout, pieces) for of in types_of(template)]

    def __call__(self, state: State, seat: int, picks: Iterable[int]) -> str | None:
        """What is said; None where it has a value that cannot be found."""
        try:
            values = self._find(state, seat, *picks)
        except Undefined:
            return None
        return self._pattern % tuple([write(v) for write, v in zip(self._writers, values, strict=True)])


def _writer(of: Type, layout: Layout, pieces: Pieces) -> Callable[[Any], str]:
    return lru_cache(MOST)(lambda held: pieces.part(layout.decode(held, of), of))
