"""The routines of `flat.py`, plain or compiled by numba: a graph of millions of states is none for Python."""

from __future__ import annotations

import inspect
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from verify.explore import flat

KINDS: Final = {
    "reverse": "q i q i i q n",
    "components": "q i i i i i i q n",
    "recurring": "q i i i B n",
    "shortest": "q i i i i i i i i i i n",
    "sides": "q h n B n",
    "counted": "q B i i n",
    "attract": "n q i i B i i B i n",
}
"""Of the arguments: arrays by the letters of the module `array`, `n` for a number."""


@dataclass(frozen=True)
class Source:
    """What is compiled."""

    functions: str
    tables: str = ""

    @property
    def whole(self) -> str:
        return self.functions


class Plain:
    """The routines as they are; arrays go to them as they are."""

    def call(self, name: str, *arguments: Any) -> Any:
        found: Callable[..., Any] = getattr(flat, name)
        return found(*arguments)


class Jitted(Plain):
    """The routines compiled; arrays go to them without being copied."""

    def __init__(self, folder: Path | None) -> None:
        """Compiled code is kept in the folder, if one is given and can be written."""
        from interpreter.fast import compiling

        source = Source(inspect.getsource(flat))
        self._entries = compiling.entries(source, folder, compiling.Plan("graphs", KINDS))

    def call(self, name: str, *arguments: Any) -> Any:
        return self._entries[name](*map(_viewed, arguments))


def _viewed(argument: Any) -> Any:
    if not isinstance(argument, array | bytearray):
        return argument
    import numpy as np

    kind = argument.typecode if isinstance(argument, array) else "B"
    return np.frombuffer(argument, np.dtype(kind)) if len(argument) else np.zeros(0, np.dtype(kind))


PLAIN: Final = Plain()


def numbers(kind: str, many: int, value: int = 0) -> array[int]:
    """So many numbers, all 0 or all -1."""
    return array(kind, (b"\xff" if value else b"\x00") * (array(kind).itemsize * many))
