"""Runs cases one after another in a process of its own, within limits, and tells how each went.

Two lines of JSON a case. The first has the index alone, which tells a watcher what is being tried; the second
has the codes, the processor seconds, the peak of memory so far in KiB, and the traceback if there was one.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from types import FrameType

from tests.fuzz.dice import Dice
from tests.fuzz.trial import case, run

ROOM = 1 << 30
PATIENCE = 8.0


class TooSlow(Exception):
    """A case has had more than its time."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def main(seed: int, start: int, stop: int, step: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    signal.signal(signal.SIGVTALRM, _stop)
    for index in range(start, stop, step):
        _tell({"index": index})
        _tell(_tried(seed, index))


def _tried(seed: int, index: int) -> dict[str, object]:
    given, dice = case(seed, index), Dice(seed + 1, index)
    codes: list[str] = []
    trouble = None
    began = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        codes = run(given, dice)
    except BaseException:
        trouble = traceback.format_exc(limit=-6)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    seconds = time.process_time() - began
    return {"index": index, "codes": codes, "seconds": seconds, "peak": _peak(), "trouble": trouble}


def _peak() -> int:
    """The most memory that this program has had, in KiB.

    What `getrusage` says begins, on Linux, with what the process had that has started this one.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(status.split("VmHWM:")[1].split()[0])


def _tell(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:5]))
