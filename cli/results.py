"""What a simulation came to, as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isinf

from cli import plots
from cli.exits import Exit, count
from study import findings
from study.about import About
from study.branches import Sampled
from study.counted import Counted, Trouble
from study.findings import Share, Spread
from study.intervals import Interval

SHOWN = 10
"""Faults and violations that are printed one by one."""
MANY = 20_000
"""Matches from which on shares have more digits."""
BAR = 30
"""Columns of the longest bar of a histogram."""


def status(of: Counted) -> Exit:
    """A fault is the rule file's, a violated check the worst verdict."""
    if of.violations:
        return Exit.VIOLATED
    return Exit.FAULTY_FILE if of.faults else Exit.OK


@dataclass(frozen=True)
class Told:
    """The lines that tell what came of a study."""

    of: Counted
    about: About
    sample: Sampled | None = None
    letters: bool = False

    def text(self) -> str:
        if not self.of.totals.matches:
            return self._title()
        sections = [
            self._outcomes(),
            self._first(),
            self._lengths(),
            self._play(),
            self._moves(),
            self._branches(),
            self._sizes(),
            self._checks(),
            self._problems(),
        ]
        told = ["\n".join(lines) for lines in map(list, sections) if lines]
        return "\n\n".join([self._title(), *told])

    def _title(self) -> str:
        matches = count(self.of.totals.matches, "match", "matches")
        return f"{self.about.game}: {matches}, seed {self.about.seed}"

    # who wins

    def _outcomes(self) -> Iterator[str]:
        of, players = self.of, self.about.players
        names = [f"seat {seat + 1}  {player}" for seat, player in enumerate(players)]
        width = max(map(len, [*names, "who begins"]))
        both = any(not _opposite(of, seat) for seat in range(len(players)))
        for seat, name in enumerate(names):
            yield _share(f"{name:<{width}}  wins", findings.wins(of, seat))
            if both:
                yield _share(f"{'':<{width}}  loses", findings.losses(of, seat))
        yield _share(f"{'who begins':<{width}}  wins", findings.first_wins(of))
        if both:
            yield _share(f"{'':<{width}}  loses", findings.first_loses(of))
        yield _share(f"{'draws':<{width}}", findings.draws(of))
        yield ""
        ended = ", ".join(f"{name} {n}" for name, n in findings.ended_by(of).items())
        yield f"  {count(of.finished, 'match', 'matches')} finished" + (f": {ended}" if ended else "")
        yield f"  unfinished after {self.about.cap} moves: {of.unfinished or 'none'}"
        if of.totals.faulty:
            yield f"  ended by a fault of the rules: {of.totals.faulty}"
        never = findings.never_ended(of, self.about.endings)
        if never:
            yield f"  endings that never came: {', '.join(never)}"

    def _first(self) -> Iterator[str]:
        """Who wins by who begins; nothing to tell where one seat always does."""
        begun = sorted({key[0] for key in self.of.totals.results})
        if len(begun) < 2:
            return
        yield "  when a seat makes the first move"
        for first in begun:
            total = findings.draws(self.of, first).of
            yield f"    seat {first + 1} begins, {count(total, 'match', 'matches')}"
            for seat in range(self.about.seats):
                yield _share(f"    seat {seat + 1} wins", findings.wins(self.of, seat, first))

    # how long

    def _lengths(self) -> Iterator[str]:
        lengths = findings.spread(self.of.totals.plies)
        if lengths is None:
            return
        yield f"  moves of a finished match: {_mean(lengths.mean)} in the mean, {_ends(lengths)}"
        for found in lengths.quantiles:
            name = "half" if found.percent == 50 else f"{found.percent} %"
            yield f"    {name:>4} up to {found.value:>5}  ({found.low} to {found.high})"
        turns = findings.spread(self.of.totals.turns)
        if turns is not None:
            yield f"    turns: {_mean(turns.mean)} in the mean, {_ends(turns)}"
        yield ""
        drawn = plots.bins(self.of.totals.plies, lengths.at(99))
        yield from (f"    {line}".rstrip() for line in plots.histogram(drawn, BAR, self.letters))

    def _play(self) -> Iterator[str]:
        branching, forced = findings.branching(self.of), findings.forced(self.of)
        if branching is None or forced is None:
            return
        yield f"  legal moves to choose from: {_mean(branching)} in the mean"
        yield f"  only one legal move: {_percent(forced)} of the moves"
        changes = findings.spread(self.of.totals.changes)
        if changes is not None:
            often = f"{_mean(changes.mean)} times a match in the mean, {_ends(changes)}"
            yield f"  who alone has the fewest cards changes {often}"

    def _moves(self) -> Iterator[str]:
        rules = self.about.moves
        width = max((len(rule.name) for rule in rules), default=0)
        yield "  moves made, and how often in a match"
        for rule in rules:
            number, often = self.of.totals.moves.get(rule.name, 0), findings.per_match(self.of, rule.name)
            if number and often is not None:
                where = "  (set-up)" if rule.in_setup else ""
                yield f"    {rule.name:<{width}}  {number:>10}  {_mean(often)}{where}"
        never = findings.never_made(self.of)
        if never:
            yield f"    never made: {', '.join(never)}"

    def _branches(self) -> Iterator[str]:
        if self.sample is None or not self.sample.branches:
            return
        of = f"{count(self.sample.matches, 'match', 'matches')}, {self.sample.plies} moves"
        yield f"  branches of definitions, how often each was asked for in a sample of {of}"
        width = max(len(branch.definition) for branch in self.sample.branches)
        for branch in self.sample.branches:
            yield f"    {branch.definition:<{width}}  {branch.times or 'never':>8}  {branch.text}"

    def _sizes(self) -> Iterator[str]:
        found = {zone: findings.spread(sizes) for zone, sizes in self.of.totals.largest.items()}
        shown = {zone: sizes for zone, sizes in found.items() if sizes is not None and sizes.highest}
        width = max(map(len, shown), default=0)
        if shown:
            yield "  most cards in a zone at a time, by match"
        for zone, sizes in shown.items():
            middle = f"half up to {sizes.at(50)}, 99 % up to {sizes.at(99)}, never over {sizes.highest}"
            yield f"    {zone:<{width}}  {middle}"

    # what was found wrong

    def _checks(self) -> Iterator[str]:
        if not self.about.check:
            return
        yield "  checks"
        for check in self.about.checks:
            times = self.of.totals.witnessed.get(check.name, 0)
            fate = f"seen in {count(times, 'match', 'matches')}" if check.witness else "held"
            violated = self.of.totals.violated.get(check.name, 0)
            yield f"    {'VIOLATED' if violated else fate:<20} {check.name}"

    def _problems(self) -> Iterator[str]:
        of = self.of
        yield from (_violation(found) for found in of.violations[:SHOWN])
        yield from (_fault(found) for found in of.faults[:SHOWN])
        shown = min(SHOWN, len(of.violations)) + min(SHOWN, len(of.faults))
        more = sum(of.totals.violated.values()) + of.totals.faulty - shown
        if more > 0:
            yield f"and {more} more"


def _opposite(of: Counted, seat: int) -> bool:
    """Whether whoever does not win loses, draws apart: then losses need no lines of their own."""
    return all(
        (seat in winners) != (seat in losers)
        for _, _, winners, losers in of.totals.results
        if winners or losers
    )


def _share(label: str, found: Share) -> str:
    line = f"  {label:<28} {found.number:>10}"
    if found.interval is None:
        return line
    shown = found.interval
    digits = 1 + (found.of >= MANY) + (found.of >= 100 * MANY)
    ends = f"({100 * shown.low:.{digits}f} to {100 * shown.high:.{digits}f} %)"
    return f"{line}  {plots.percent(shown.value, digits)}  {ends}"


def _mean(found: Interval) -> str:
    return f"{found.value:.2f}" + ("" if isinf(found.reach) else f" ± {found.reach:.2f}")


def _percent(found: Interval) -> str:
    return f"{100 * found.value:.1f}" + (" %" if isinf(found.reach) else f" ± {100 * found.reach:.1f} %")


def _ends(found: Spread) -> str:
    return f"{found.lowest} to {found.highest}"


def _violation(found: Trouble) -> str:
    place = f"{found.file}:{found.line}:{found.column}"
    return f"{place}: match {found.match}, move {found.action}: check `{found.name}`: {found.message}"


def _fault(found: Trouble) -> str:
    return f"{found.file}:{found.line}:{found.column}: match {found.match}: {found.name}: {found.message}"
