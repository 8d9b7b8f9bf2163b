"""Carrying out a comparison, and telling what came of it in a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from cli import plots
from cli.contenders import Contender
from cli.counting import Bar, gather
from cli.exits import Exit
from cli.files import claim, whole
from cli.study_options import announced
from study.batches import batches, growing
from study.compared import Outcome, told, values
from study.intervals import Interval
from study.paired import Compared, Difference, contest, narrow, needed, settled_rho
from study.simulate import Plan
from study.spread import Where, spread

PICTURE = 30
"""Columns of the picture of an interval."""


@dataclass
class Comparison:
    """`within` is how narrow the intervals are to become, None for a fixed number of matches."""

    contenders: Sequence[Contender]
    plans: tuple[Plan, ...]
    where: Where
    within: float | None = None
    report: Path | None = None

    def run(self, as_json: bool, letters: bool) -> Exit:
        """Play, write and print everything; raises `Stop` if the page cannot be written."""
        engine = announced(*self.plans)
        page = claim(self.report) if self.report is not None else None
        found, interrupted = self._play()
        outcome = self._outcome(found)
        if page is not None:
            from study.page import compared

            with whole(page) as stream:
                stream.write(compared(outcome))
        if as_json:
            from cli.comparing_data import as_data

            print(json.dumps({**as_data(outcome), "engine": engine}, indent=2, ensure_ascii=False))
        else:
            print(Told(outcome, letters).text())
        if interrupted:
            return Exit.INTERRUPTED
        return Exit.FAULTY_FILE if any(one.faults for one in outcome.each) else Exit.OK

    @property
    def _rho(self) -> float | None:
        return settled_rho(self.within) if self.within is not None else None

    def _play(self) -> tuple[Compared | None, bool]:
        most, within, rho = self.plans[0].matches, self.within, self._rho
        tasks = batches(most) if within is None else growing(most)
        found: Compared | None = None

        def note(answer: Compared) -> int:
            nonlocal found
            found = answer if found is None else found.add(answer)
            if within is not None and rho is not None:
                bar.total = min(most, needed(found, within, rho))
            return found.each[0].totals.matches

        def enough() -> bool:
            if found is None or within is None or rho is None:
                return False
            return narrow(found, within, rho)

        bar = Bar(most)
        answers = spread(contest, self.plans, tasks, self.where)
        interrupted = gather(answers, note, bar, enough)
        return found, interrupted

    def _outcome(self, found: Compared | None) -> Outcome:
        return Outcome.of(
            [(c.name, c.loaded.path.name) for c in self.contenders],
            self.plans,
            found,
            self._rho,
            self.within,
        )


@dataclass(frozen=True)
class Told:
    """The lines that tell what came of a comparison."""

    outcome: Outcome
    letters: bool = False

    def text(self) -> str:
        sections = [self._heading(), self._values(), *self._differences(), self._notes()]
        return "\n\n".join("\n".join(lines) for lines in map(list, sections) if lines)

    def _heading(self) -> Iterator[str]:
        yield self.outcome.title
        yield ""
        yield from (
            f"  {letter}  {name}"
            for letter, name in zip(self.outcome.letters, self.outcome.names, strict=True)
        )

    def _values(self) -> Iterator[str]:
        rows = list(values(self.outcome.each, self.outcome.seats))
        width = max(len(name) for name, _ in rows)
        yield f"  {'':<{width}}" + "".join(f"{letter:>16}" for letter in self.outcome.letters)
        for name, cells in rows:
            yield f"  {name:<{width}}" + "".join(f"{cell:>16}" for cell in cells)

    def _differences(self) -> Iterator[Iterator[str]]:
        for which in range(1, len(self.outcome.names)):
            yield self._difference(which)

    def _difference(self, which: int) -> Iterator[str]:
        found = self.outcome.differences(which)
        yield f"  from A to {self.outcome.letters[which]}, {self.outcome.pairs_told(which)}"
        for rate in (True, False):
            group = [d for d in found if d.measure.rate is rate and d.interval is not None]
            ends = _ends([d.interval for d in group if d.interval is not None])
            yield from (self._line(d, ends) for d in group)

    def _line(self, found: Difference, ends: tuple[float, float]) -> str:
        shown = found.interval
        assert shown is not None
        picture = plots.interval(shown.low, shown.value, shown.high, ends, PICTURE, self.letters)
        return f"    {found.measure.name:<15} {told(found):<26} {picture}".rstrip()

    def _notes(self) -> Iterator[str]:
        for line in self.outcome.notes():
            yield from wrap(line, 78, initial_indent="  ", subsequent_indent="  ")


def _ends(found: Sequence[Interval]) -> tuple[float, float]:
    """An axis that shows all of them, with zero in its middle."""
    most = max((max(abs(i.low), abs(i.high)) for i in found), default=0) or 1
    return -most, most
