"""What a run of matches comes to: sums that can be added in any order, and what came of each match."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from interpreter.run.checks import Violation
from interpreter.run.fault import Fault

Result: TypeAlias = tuple[int, str, tuple[int, ...], tuple[int, ...]]
"""The seat that begins, the ending, winners, losers."""
Counts: TypeAlias = Mapping[int, int]
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Totals:
    """Sums over matches.

    `results` are of those that ended, `unfinished` of those stopped at the cap, by the seat that made the
    first ply. `plies`, `turns` and `changes` count the matches that ended by their number of each; a change
    is that another seat came to have the fewest cards alone. `endings` counts those of single deals, too;
    `moves` how often each was made, `choices` plies by the number of legal actions, `largest` matches by the
    largest size of a zone of each name. `faulty` matches met a fault.
    """

    matches: int = 0
    results: Mapping[Result, int] = field(default_factory=dict)
    unfinished: Counts = field(default_factory=dict)
    plies: Counts = field(default_factory=dict)
    turns: Counts = field(default_factory=dict)
    endings: Mapping[str, int] = field(default_factory=dict)
    moves: Mapping[str, int] = field(default_factory=dict)
    choices: Counts = field(default_factory=dict)
    largest: Mapping[str, Counts] = field(default_factory=dict)
    changes: Counts = field(default_factory=dict)
    faults: tuple[tuple[int, Fault], ...] = ()
    faulty: int = 0
    violations: tuple[tuple[int, Violation], ...] = ()
    violated: Mapping[str, int] = field(default_factory=dict)
    witnessed: Mapping[str, int] = field(default_factory=dict)

    def merge(self, other: Totals) -> Totals:
        """Both together, the matches being different ones."""
        zones = (*self.largest, *(z for z in other.largest if z not in self.largest))
        return Totals(
            self.matches + other.matches,
            _sum(self.results, other.results),
            _sum(self.unfinished, other.unfinished),
            _sum(self.plies, other.plies),
            _sum(self.turns, other.turns),
            _sum(self.endings, other.endings),
            _sum(self.moves, other.moves),
            _sum(self.choices, other.choices),
            {z: _sum(self.largest.get(z, {}), other.largest.get(z, {})) for z in zones},
            _sum(self.changes, other.changes),
            (*self.faults, *other.faults),
            self.faulty + other.faulty,
            (*self.violations, *other.violations),
            _sum(self.violated, other.violated),
            _sum(self.witnessed, other.witnessed),
        )


def _sum(a: Mapping[Key, int], b: Mapping[Key, int]) -> dict[Key, int]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in (*a, *(k for k in b if k not in a))}


class Row(NamedTuple):
    """What came of one match."""

    index: int  # type: ignore[assignment]
    first: int
    ending: str | None
    by: int | None
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    plies: int
    turns: int
    fault: Fault | None = None
    violations: tuple[Violation, ...] = ()
    witnessed: frozenset[str] = frozenset()
