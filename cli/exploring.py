"""Running an exhaustive search: its progress on a terminal, its limits, interrupts, what is written of it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from rich.console import Console
from rich.status import Status

from cli.exits import Exit, faulty_command
from cli.files import whole
from cli.loading import Loaded
from interpreter.fast.kernel import Unfit
from interpreter.run.match import Match
from interpreter.run.record import record_match, to_line
from interpreter.run.state import State
from study.engines import EVALUATOR, PYTHON
from verify.explore import (
    LIMIT,
    LIMIT_PACKED,
    Explored,
    Finding,
    Fixed,
    Loop,
    Progress,
    Used,
    Word,
    prepare,
)
from verify.explore.graph import Kind
from verify.explore.randomly import Share

PATIENCE = 1.0
"""Seconds without a word on the progress."""

ANYBODY = "anybody"
"""Who plays in the matches of a search."""


@dataclass(frozen=True)
class Wanted:
    """What the command asks for; `checks` by name, `seconds` None for as long as it lasts, `limit` None for
    what the engine can well hold.
    """

    fixed: Fixed
    phases: tuple[str, ...]
    checks: tuple[str, ...]
    by_depth: bool
    limit: int | None
    seconds: float | None
    seed: int
    engine: str


class Watching:
    """While it is entered, the first interrupt ends a search in good order, the second one at once."""

    def __init__(self, seconds: float | None) -> None:
        self.interrupted = False
        self._until = None if seconds is None else time.monotonic() + seconds
        self._begun = time.monotonic()
        self._console = Console(stderr=True)
        self._status: Status | None = None
        self._before: Any = None

    def __enter__(self) -> Watching:
        self._before = signal.signal(signal.SIGINT, self._arrived)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)
        if self._status is not None:
            self._status.stop()

    def _arrived(self, number: int, frame: FrameType | None) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def __call__(self, progress: Progress) -> bool:
        """Show the progress; whether to go on."""
        now = time.monotonic()
        if self._console.is_terminal and now - self._begun > PATIENCE:
            self._show(progress, now - self._begun)
        return not self.interrupted and (self._until is None or now < self._until)

    def _show(self, progress: Progress, seconds: float) -> None:
        if progress.known == 0:
            self._said(f"{progress.what}, {seconds:.0f} s")
            return
        depth = "" if progress.depth is None else f", depth {progress.depth}"
        self._said(
            f"{progress.what}: {progress.done:,} of {progress.known:,} positions{depth}, {seconds:.0f} s"
        )

    def _said(self, line: str) -> None:
        if self._status is None:
            self._status = self._console.status(line)
            self._status.start()
        self._status.update(line)


@dataclass(frozen=True)
class Shown:
    """A match that shows something: what it is in words, and the match."""

    what: str
    match: Match[State]


@dataclass
class Found:
    """What a search has found; `lines` tells which line of the record file has which match, from 1."""

    explored: Explored
    wanted: Wanted
    findings: list[Finding]
    seconds: float
    lines: dict[str, int] = field(default_factory=dict)

    @cached_property
    def random(self) -> Share:
        return self.explored.random(self.wanted.seed)

    @cached_property
    def shown(self) -> list[Shown]:
        return list(self._shown())

    def _shown(self) -> Iterator[Shown]:
        """The worst first."""
        explored = self.explored
        for what, kind in (("stuck", Kind.STUCK), ("fault", Kind.FAULTY)):
            match = explored.shown(kind)
            if match is not None:
                yield Shown(what, match)
        for finding in self.findings:
            if finding.word is Word.VIOLATED and finding.match is not None:
                yield Shown(f"check {finding.check}", finding.match)
        if explored.trap is not None:
            yield Shown("trap", explored.trap)
        if explored.loop is not None:
            yield Shown("loop", explored.loop.match)
        for stall in explored.stalls:
            if stall.loop is not None:
                yield Shown(f"stall of seat {stall.seat + 1}", stall.loop.match)

    def loop_of(self, what: str) -> Loop | None:
        if what == "loop":
            return self.explored.loop
        return next((s.loop for s in self.explored.stalls if what == f"stall of seat {s.seat + 1}"), None)

    def write(self, target: Path, loaded: Loaded) -> None:
        """Write the matches to a file that has been claimed; raises `Stop` where the disk says no."""
        heading = loaded.heading([ANYBODY] * loaded.game.seats)
        with whole(target) as stream:
            for number, one in enumerate(self.shown, 1):
                stream.write(to_line(record_match(one.match, heading)) + "\n")
                self.lines[one.what] = number

    @property
    def status(self) -> Exit:
        bad = any(f.word is Word.VIOLATED for f in self.findings)
        kinds = self.explored.graph.kind
        if bad or Kind.STUCK in kinds or Kind.FAULTY in kinds or self.explored.trapped:
            return Exit.VIOLATED
        undecided = any(f.word in (Word.SO_FAR, Word.UNKNOWN) for f in self.findings)
        return Exit.BOUNDED if undecided or not self.explored.graph.complete else Exit.OK


def find(loaded: Loaded, wanted: Wanted, watching: Watching) -> Found:
    """Search and examine; raises `Stop` for a deck that is too big, `Unexplorable`, and `Fault` in the
    set-up.
    """
    begun = time.monotonic()
    try:
        prepared = prepare(loaded.game, loaded.options, wanted.fixed, wanted.engine)
        limit = wanted.limit or (LIMIT if wanted.engine in (PYTHON, EVALUATOR) else LIMIT_PACKED)
        if prepared.ways > limit:
            raise _too_big(loaded, prepared.ways, limit)
        explored = prepared.explore(wanted.limit, watching)
    except Unfit as error:
        raise faulty_command(f"`--engine {wanted.engine}`: {error}") from None
    _announce(explored.used)
    if explored.graph.complete and explored.graph.starts == 0:
        raise faulty_command("`--fix`: no set-up leads to such a beginning")
    checks = [c for c in loaded.game.checks if c.name in wanted.checks]
    findings = explored.examine(checks, watching)
    return Found(explored, wanted, findings, time.monotonic() - begun)


def _announce(used: Used) -> None:
    print(f"engine: {used.name}", file=sys.stderr, flush=True)
    if used.why_not is not None:
        print(f"note: numba is not used: {used.why_not}", file=sys.stderr, flush=True)


def _too_big(loaded: Loaded, ways: int, limit: int) -> Any:
    deck = loaded.game.deck
    suits = ",".join(s.symbol for s in deck.suits[:2])
    ranks = ",".join(r.symbol for r in deck.ranks[-3:])
    number = f"{ways:,}" if ways < 10**9 else f"{ways:.1e}"
    message = (
        f"such a match can begin in about {number} ways, and the search holds {limit:,} positions; "
        f'try a smaller deck, say `--deck "suits={suits} ranks={ranks}"`, or fix something with `--fix`'
    )
    return faulty_command(message)
