"""How a file is to be proved: everything besides the game that a verdict may depend on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interpreter.ir.types import Value
from verify.budget import Budget

DEPTH = 12
"""Actions after the set-up."""
Tell = Callable[[str], None]
"""Is told of each obligation, in words, before it is asked."""


@dataclass(frozen=True)
class Settings:
    """`options` are those of the matches that are looked at; of them those named in `fixed` are also the only
    values for which the proof is. With `moves` only steps by these moves are looked at. `depth` is how many
    actions of a match are searched for what breaks a check.
    """

    options: Mapping[str, Value]
    fixed: frozenset[str] = frozenset()
    moves: frozenset[str] | None = None
    seed: int = 0
    depth: int = DEPTH
    budget: Budget = field(default_factory=Budget)
