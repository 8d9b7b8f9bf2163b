"""What is known of a run of matches: sums that can be added in any order, and which matches they are of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from interpreter.fast.totals import Totals
from interpreter.run.checks import Violation
from interpreter.run.fault import Fault
from study.intervals import Pairs

Spans = tuple[tuple[int, int], ...]
"""Matches from one index up to another, which is not among them; ascending, none touching the next."""

CHOICES, FORCED = "choices", "forced"
"""Sums by plies: the legal actions there were, and the plies with a single one."""
KEPT = 100
"""Faults, and violations, that are kept with their places; all of them are counted."""


class Doubled(ValueError):
    """The matches from `low` to `high`, inclusive, were counted twice."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(low, high)
        self.low, self.high = low, high


@dataclass(frozen=True, slots=True, order=True)
class Trouble:
    """A fault of the rules (`name` is its code) or a violated check, after so many actions of play."""

    match: int
    action: int
    name: str
    message: str
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Counted:
    """`totals` of the matches in `spans`, their faults and violations apart, the first by match and action.

    `by_ply` and `by_match` are sums over batches: `by_ply` has `CHOICES` and `FORCED`, `by_match` how often
    each move was made.
    """

    spans: Spans
    totals: Totals
    by_ply: Mapping[str, Pairs] = field(default_factory=dict)
    by_match: Mapping[str, Pairs] = field(default_factory=dict)
    faults: tuple[Trouble, ...] = ()
    violations: tuple[Trouble, ...] = ()

    def add(self, other: Counted) -> Counted:
        """Both together; raises `Doubled` if a match is in both."""
        return Counted(
            joined((*self.spans, *other.spans)),
            self.totals.merge(other.totals),
            _sum(self.by_ply, other.by_ply),
            _sum(self.by_match, other.by_match),
            tuple(sorted((*self.faults, *other.faults))[:KEPT]),
            tuple(sorted((*self.violations, *other.violations))[:KEPT]),
        )

    @property
    def finished(self) -> int:
        """The matches that came to an end."""
        return sum(self.totals.results.values())

    @property
    def unfinished(self) -> int:
        """The matches that were stopped at the cap."""
        return sum(self.totals.unfinished.values())


def _sum(a: Mapping[str, Pairs], b: Mapping[str, Pairs]) -> Mapping[str, Pairs]:
    return {name: a.get(name, Pairs()) + b.get(name, Pairs()) for name in (*a, *(n for n in b if n not in a))}


def joined(spans: Iterable[tuple[int, int]]) -> Spans:
    """The same matches in as few spans as can be; raises `Doubled` if a match is in two of them."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if found and low < found[-1][1]:
            raise Doubled(low, min(high, found[-1][1]) - 1)
        if found and low == found[-1][1]:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return tuple(found)


def missing(spans: Spans, matches: int) -> Spans:
    """Those of the matches 0 to `matches` - 1 that are in none of the spans."""
    ends = [0, *(end for span in spans for end in span), matches]
    return tuple((low, high) for low, high in zip(ends[::2], ends[1::2], strict=True) if low < high)


def batch(indices: range, totals: Totals, moves: Iterable[str]) -> Counted:
    """What came of the matches of one batch; `moves` are all moves that the rules have."""
    if not indices:
        return Counted((), totals)
    plies = sum(totals.choices.values())
    available = sum(size * n for size, n in totals.choices.items())
    return Counted(
        ((indices.start, indices.stop),),
        replace(totals, faults=(), violations=()),
        {
            CHOICES: Pairs.of(available, plies),
            FORCED: Pairs.of(totals.choices.get(1, 0), plies),
        },
        {name: Pairs.of(totals.moves.get(name, 0), totals.matches) for name in moves},
        tuple(_fault(index, fault) for index, fault in totals.faults),
        tuple(sorted(_violation(index, violation) for index, violation in totals.violations)),
    )


def _fault(match: int, fault: Fault) -> Trouble:
    span = fault.span
    return Trouble(match, 0, fault.code.name, fault.message, span.source.name, span.line, span.column)


def _violation(match: int, found: Violation) -> Trouble:
    span = found.span
    return Trouble(match, found.action, found.check, found.message, span.source.name, span.line, span.column)
