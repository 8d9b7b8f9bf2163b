"""What two processes do in the time of one, and what a thousand times as many matches cost.

Both are of the base game, random players, compiled by numba, as `yourtrumps simulate` plays them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from multiprocessing import get_context
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measure import Result, Skipped
from benchmarks.playing import ROOT, game_of, spent
from interpreter.fast.kernel import Kernel, numba_missing
from study.engines import folder

TWICE, IN_PROPORTION = 1.8, 1.2
SHORT, LONG = (10_000, 100_000, 1_000_000), (10_000, 1_000_000, 10_000_000)


def cores(rounds: int = 7, matches: int = 40_000) -> Result | Skipped:
    """The time of all matches in one process by that of two which play half of them each, at once."""
    reason = numba_missing() or ("this machine has one core" if (os.cpu_count() or 1) < 2 else None)
    if reason is not None:
        return Skipped("cores", reason)
    halves = [(0, matches // 2), (matches // 2, matches // 2)]
    with get_context("spawn").Pool(2) as pool:
        pool.map(_share, [(0, 500), (500, 500)] * 2, chunksize=1)
        found = []
        for _ in range(rounds):
            one, two = _timed(pool, [(0, matches)]), _timed(pool, halves)
            found.append((one[0] / two[0], one[1] / two[1]))
    busy, wall = zip(*found, strict=True)
    notes = (
        f"processor time, of two processes the longer: {min(busy):.2f} to {max(busy):.2f}",
        f"by the clock: {median(wall):.2f} ({min(wall):.2f} to {max(wall):.2f})",
    )
    return Result("cores", "two processes", "one process", median(busy), TWICE, True, notes)


def _timed(pool: Any, parts: list[tuple[int, int]]) -> tuple[float, float]:
    """Processor time of the part that takes longest, and the time by the clock."""
    began = perf_counter()
    times = pool.map(_share, parts, chunksize=1)
    return max(times), perf_counter() - began


@cache
def _kernel() -> Kernel:
    return Kernel(game_of("base"), numba=True, cache=folder())


def _share(part: tuple[int, int]) -> float:
    return spent(_kernel(), *part)[1]


# more matches ---------------------------------------------------------------------------------------------


def scale(sizes: tuple[int, int, int] = SHORT) -> Result | Skipped:
    """What a match costs between the second and third number of matches by what it costs between the first
    two; or the peak of memory of the third by that of the first, if that is more.
    """
    reason = numba_missing() or (None if hasattr(os, "wait4") else "processes are not measured here")
    if reason is not None:
        return Skipped("scale", reason)
    _simulated(sizes[0])  # compiles, if nobody has
    first, second, third = map(_simulated, sizes)
    each = (second[0] - first[0]) / (sizes[1] - sizes[0]), (third[0] - second[0]) / (sizes[2] - sizes[1])
    notes = tuple(
        f"{number:>10,} matches: {time:7.1f} s of processor time, {memory / 1024:5.0f} MiB at most"
        for number, (time, memory) in zip(sizes, (first, second, third), strict=True)
    )
    worst = max(each[1] / each[0], third[1] / first[1])
    said = f"a match: {each[0] * 1e6:.1f}, then {each[1] * 1e6:.1f} microseconds"
    return Result("scale", "many matches", "few matches", worst, IN_PROPORTION, False, (*notes, said))


def scale_long() -> Result | Skipped:
    return scale(LONG)


def _simulated(matches: int) -> tuple[float, int]:
    """Processor time in seconds and the largest memory in KiB of a process that plays so many."""
    words = ["simulate", "yourtrumps", "--matches", str(matches), "--seats", "random", "--seed", "1"]
    more = ["--engine", "numba", "--jobs", "1", "--json"]
    with tempfile.TemporaryFile() as out:
        program = [sys.executable, "-c", "from cli.main import run; run()", *words, *more]
        process = subprocess.Popen(program, cwd=ROOT, stdout=out, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        if process.returncode or json.load(out)["matches"] != matches:
            raise RuntimeError(f"`yourtrumps simulate` ended with {process.returncode}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss
