"""Many cases over several processes, watched: what was reported, what took too long, what broke."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 1.0
MEMORY = 256 * 1024
"""KiB."""
SILENCE = 600.0
"""Seconds without a word after which a process is given up; many, for a busy machine may be long."""


@dataclass
class Findings:
    """What came of a campaign; `broken` are the cases that ended in neither diagnostics nor a game."""

    seconds: float = SECONDS
    cases: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, int] = (0.0, -1)
    peak: int = 0
    broken: dict[int, str] = field(default_factory=dict)


@dataclass
class Worker:
    """A process that works on every `step`-th case, from `start` on, the next that is to be heard of."""

    seed: int
    start: int
    stop: int
    step: int
    process: subprocess.Popen[str] | None = None

    def begin(self, start: int) -> None:
        self.start = start
        numbers = map(str, (self.seed, start, self.stop, self.step))
        command = [sys.executable, "-m", "tests.fuzz.worker", *numbers]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, bufsize=1)

    def line(self) -> dict[str, object] | None:
        """What it tells next; None when it has ended or has been silent for too long."""
        assert self.process is not None and self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], SILENCE)
        text = self.process.stdout.readline() if ready else ""
        return json.loads(text) if text else None

    def end(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def campaign(
    seed: int,
    cases: int,
    jobs: int = 1,
    first: int = 0,
    seconds: float = SECONDS,
    tell: Callable[[Findings], None] | None = None,
) -> Findings:
    """Try the cases from `first` on; one that needs more than `seconds` of processor time is broken."""
    findings = Findings(seconds)
    workers = [Worker(seed, first + n, first + cases, jobs) for n in range(jobs)]
    for worker in workers:
        worker.begin(worker.start)
    while workers:
        for worker in tuple(workers):
            if not _listen(worker, findings):
                workers.remove(worker)
        if tell is not None:
            tell(findings)
    return findings


def _listen(worker: Worker, findings: Findings) -> bool:
    """Hear how one case went; whether there are more."""
    index = worker.start
    if index >= worker.stop:
        worker.end()
        return False
    told = worker.line() and worker.line()
    if told is None:
        worker.end()
        findings.broken[index] = "the process died or said nothing more"
        worker.begin(index + worker.step)
        return True
    worker.start += worker.step
    _note(told, index, findings)
    if findings.peak > MEMORY:
        worker.end()
        findings.peak = MEMORY
        worker.begin(index + worker.step)
    return True


def _note(told: dict[str, object], index: int, findings: Findings) -> None:
    seconds, peak = float(str(told["seconds"])), int(str(told["peak"]))
    codes = told["codes"]
    assert isinstance(codes, list)
    findings.cases += 1
    findings.codes.update(set(codes) or {"nothing"})
    findings.slowest = max(findings.slowest, (seconds, index))
    findings.peak = max(findings.peak, peak)
    if told["trouble"]:
        findings.broken[index] = str(told["trouble"])
    elif seconds > findings.seconds:
        findings.broken[index] = f"{seconds:.2f} s of processor time"
    elif peak > MEMORY:
        findings.broken[index] = f"{peak // 1024} MiB by now"
