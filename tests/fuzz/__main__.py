"""`python -m tests.fuzz`: rule files that are wrong in every way, through the loader and a few moves.

Each must end in diagnostics or in a game, within a second of processor time and 256 MiB; what goes wrong is
listed with its number. `--case N` shows one of them and runs it here, with its traceback.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.campaign import Findings, campaign
from tests.fuzz.dice import Dice
from tests.fuzz.trial import case, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=200_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--case", type=int, help="show this one and run it alone")
    given = parser.parse_args()
    if given.case is not None:
        return _alone(given.seed, given.case)
    found = campaign(given.seed, given.cases, given.jobs, given.first, tell=_Progress())
    _summary(found)
    return 1 if found.broken else 0


class _Progress:
    """A line every few seconds."""

    def __init__(self) -> None:
        self._next = time.monotonic() + 10

    def __call__(self, found: Findings) -> None:
        if time.monotonic() > self._next:
            self._next = time.monotonic() + 10
            _say(f"{found.cases} cases, {len(found.broken)} broken, slowest {found.slowest[0]:.2f} s")


def _alone(seed: int, index: int) -> int:
    given = case(seed, index)
    text = given.data[:20_000].decode("utf-8", "backslashreplace")
    _say(f"{text}\n--deck {given.deck!r} --set {given.settings!r}")
    began = time.process_time()
    _say(f"{run(given, Dice(seed + 1, index))}\n{time.process_time() - began:.3f} s")
    return 0


def _summary(found: Findings) -> None:
    for index, trouble in sorted(found.broken.items()):
        _say(f"case {index}: {trouble}")
    for code, number in sorted(found.codes.items()):
        _say(f"{code:>8} {number}")
    seconds, index = found.slowest
    peak = found.peak // 1024
    _say(
        f"{found.cases} cases, {len(found.broken)} broken; at most {seconds:.2f} s (case {index}), {peak} MiB"
    )


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
