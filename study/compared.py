"""What a comparison came to, ready to be told: names, numbers with intervals, and what to bear in mind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from study import findings
from study.about import About, about
from study.counted import Counted
from study.paired import Compared, Difference, differences, same_deals
from study.playing import nothing
from study.simulate import Plan
from study.told import number, rate


@dataclass(frozen=True)
class Outcome:
    """`deals` tells for each contender but the first how many deals are those of the first, and of how many.

    `rho` and `within` are those of a comparison that stopped by itself, else None.
    """

    names: tuple[str, ...]
    abouts: tuple[About, ...]
    found: Compared
    deals: tuple[tuple[int, int], ...]
    rho: float | None
    within: float | None

    @staticmethod
    def of(
        named: Sequence[tuple[str, str]],
        plans: Sequence[Plan],
        found: Compared | None,
        rho: float | None,
        within: float | None,
    ) -> Outcome:
        """From names with their files and plans; `found` is None if nothing was played."""
        empty = Compared(tuple(nothing(plan) for plan in plans), ())
        return Outcome(
            tuple(name for name, _ in named),
            tuple(about(plan, file) for plan, (_, file) in zip(plans, named, strict=True)),
            found or empty,
            tuple(same_deals(plans[0], plan) for plan in plans[1:]),
            rho,
            within,
        )

    @property
    def each(self) -> tuple[Counted, ...]:
        return self.found.each

    @property
    def matches(self) -> int:
        return self.each[0].totals.matches

    @property
    def seats(self) -> int:
        return self.abouts[0].seats

    @property
    def title(self) -> str:
        games = list(dict.fromkeys(a.game for a in self.abouts))
        players = ", ".join(dict.fromkeys(self.abouts[0].players))
        return f"{' and '.join(games)}: {self.matches} matches of each, {players}, seed {self.abouts[0].seed}"

    @property
    def letters(self) -> tuple[str, ...]:
        """What each is called where there is little room."""
        return tuple(chr(ord("A") + n) if n < 26 else str(n + 1) for n in range(len(self.names)))

    def differences(self, which: int) -> tuple[Difference, ...]:
        """From the first contender to number `which` (from 1); empty if nothing was played."""
        return differences(self.found, which, self.rho) if self.found.pairs else ()

    def pairs(self, which: int) -> int:
        """Matches that both have finished."""
        found = self.differences(which)
        return found[0].pairs.n if found else 0

    def pairs_told(self, which: int) -> str:
        same, of = self.deals[which - 1]
        dealt = "the same deals" if same == of else "other deals" if same == 0 else "partly the same deals"
        return f"{self.pairs(which)} pairs on {dealt}"

    def notes(self) -> Iterator[str]:
        """What must be known to read the numbers."""
        if self.rho is not None and self.within is not None:
            reached = "" if self._reached else ", which it did not reach"
            yield (
                "the intervals of the differences hold in 19 of 20 comparisons, however often one looks; "
                f"this one went on until each rate was known to {100 * self.within:g} points{reached}"
            )
        else:
            yield "each interval holds in 19 of 20 comparisons"
        saved = [(d.saved, n) for n in range(1, len(self.names)) for d in self.differences(n) if d.saved]
        best = max((times for times, _ in saved), default=1.0)
        if best > 1.05:
            yield f"on deals of their own up to {best:.1f} times the matches would have been needed"
        for which in range(1, len(self.names)):
            out = self.matches - self.pairs(which)
            if out:
                yield f"{self.names[which]}: {out} pairs are left out, for not both of their matches finished"

    @property
    def _reached(self) -> bool:
        assert self.within is not None
        within = self.within
        return all(
            d.interval is not None and d.interval.reach <= within
            for which in range(1, len(self.names))
            for d in self.differences(which)
            if d.measure.rate
        )


def values(each: Sequence[Counted], seats: int) -> Iterator[tuple[str, list[str]]]:
    """What each contender comes to alone, with intervals of its own."""
    for seat in range(seats):
        yield f"seat {seat + 1} wins", [rate(findings.wins(of, seat).interval) for of in each]
    yield "who begins wins", [rate(findings.first_wins(of).interval) for of in each]
    yield "draws", [rate(findings.draws(of).interval) for of in each]
    yield "unfinished", [rate(findings.stopped(of).interval) for of in each]
    lengths = [findings.spread(of.totals.plies) for of in each]
    yield "moves", [number(of.mean if of is not None else None) for of in lengths]
    yield "half up to", ["-" if of is None else str(of.at(50)) for of in lengths]
    yield "99 % up to", ["-" if of is None else str(of.at(99)) for of in lengths]
    yield "legal moves", [number(findings.branching(of)) for of in each]
    yield "only one", [rate(findings.forced(of)) for of in each]
    changes = [findings.spread(of.totals.changes) for of in each]
    yield "turning points", [number(of.mean if of is not None else None) for of in changes]


def told(found: Difference) -> str:
    """The difference with how far it reaches, rates in percentage points."""
    shown = found.interval
    if shown is None:
        return "-"
    scale, unit = (100, " points") if found.measure.rate else (1, "")
    return f"{scale * shown.value:+.2f} ± {scale * shown.reach:.2f}{unit}"
