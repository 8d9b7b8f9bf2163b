"""Carrying out a simulation: the matches played, samples and sums written, the result printed."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from cli.counting import Bar, gather
from cli.exits import Exit, faulty_command
from cli.files import claim, whole
from cli.results import Told, status
from cli.results_data import as_data
from cli.samples import Add, claim_for_samples, samples
from cli.study_options import announced
from study.about import about
from study.batches import batches, part
from study.branches import sampled
from study.counted import Counted
from study.kept import Kept, Misfit, read, write
from study.playing import Answer, counting, nothing, recording
from study.simulate import Plan
from study.spread import Where, spread

SUMS = '{"study"'
"""How every file of sums begins."""


def part_of(shard: str | None, matches: int) -> tuple[int, int] | None:
    """`2/5` as two numbers; raises `Stop` if there is no such part of so many matches."""
    if shard is None:
        return None
    found = re.fullmatch(r"\s*(\d{1,6})\s*/\s*(\d{1,6})\s*", shard)
    if found is None:
        raise faulty_command(f"`--shard {shard[:40]}` is not a part; one is written like 2/5")
    which, of = int(found[1]), int(found[2])
    try:
        part(matches, which, of)
    except ValueError as error:
        raise faulty_command(str(error)) from None
    return which, of


@dataclass
class Simulation:
    """`part` is which part of how many is played, `sample` how many matches are recorded (None: all)."""

    plan: Plan
    file: str
    where: Where
    part: tuple[int, int] | None = None
    record: Path | None = None
    sample: int | None = None
    save: Path | None = None

    def run(self, as_json: bool, letters: bool) -> Exit:
        """Play, write and print everything; raises `Stop` if a file cannot be written."""
        engine = announced(self._counted)
        target = claim_for_samples(self.record) if self.record is not None else None
        sums = claim_for_sums(self.save) if self.save is not None else None
        with ExitStack() as stack:
            add = stack.enter_context(samples(target)) if target is not None else None
            found, interrupted = self._count(add if self.sample is None else None)
            if add is not None and self.sample is not None and not interrupted:
                interrupted = self._sample(add, self.sample)
        study = about(self.plan, self.file)
        sample = sampled(self.plan) if not interrupted else None
        kept = Kept(str(self.save), study, found, (engine,), sample)
        if sums is not None:
            with whole(sums) as stream:
                stream.write(write(kept))
        show(kept, as_json, letters)
        return Exit.INTERRUPTED if interrupted else status(found)

    @property
    def _counted(self) -> Plan:
        """What is played for the sums: with records, if all matches are recorded."""
        return self.plan if self.sample is None else replace(self.plan, heading=None)

    def _count(self, add: Add | None) -> tuple[Counted, bool]:
        matches = self.plan.matches
        tasks = batches(matches) if self.part is None else part(matches, *self.part)
        plan = self._counted
        found = nothing(plan)

        def note(answer: Answer) -> int:
            nonlocal found
            found = found.add(answer.counted)
            if add is not None:
                for line in answer.lines:
                    add(line)
            return found.totals.matches

        bar = Bar(sum(map(len, tasks)))
        return (
            (found, True) if gather(spread(counting, plan, tasks, self.where), note, bar) else (found, False)
        )

    def _sample(self, add: Add, number: int) -> bool:
        """Record some matches, by playing them again; whether it was interrupted."""
        matches = self.plan.matches
        number = min(number, matches)
        tasks = [n * matches // number for n in range(number)]
        done = 0

        def note(line: str) -> int:
            nonlocal done
            done += 1
            add(line)
            return done

        return gather(spread(recording, self.plan, tasks, self.where), note, Bar(number, "records"))


# printing -------------------------------------------------------------------------------------------------


def show(kept: Kept, as_json: bool, letters: bool) -> None:
    """Print what came of a study."""
    if as_json:
        data = {**as_data(kept.counted, kept.about, kept.sample), "engine": ", ".join(kept.engines)}
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print(Told(kept.counted, kept.about, kept.sample, letters).text())


# sums -----------------------------------------------------------------------------------------------------


def claim_for_sums(path: Path) -> Path:
    """The path, links followed; raises `Stop` if it cannot be written, or holds anything but sums."""
    target = claim(path)
    if target.is_file():
        with target.open("rb") as stream:
            begin = stream.read(len(SUMS))
        if begin and begin != SUMS.encode():
            raise faulty_command(f"`{path}` is not a file of sums, and is left alone")
    return target


def read_sums(path: Path) -> Kept:
    """The sums in a file; raises `Stop` if there are none."""
    from cli.files import read_text

    try:
        return read(read_text(path), str(path))
    except Misfit as error:
        raise faulty_command(str(error)) from None
