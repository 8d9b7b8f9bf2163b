"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

HELP = {
    "moves": "moves accepted",
    "events": "events stored",
    "refusals": "messages refused",
    "frames_in": "websocket frames received",
    "frames_out": "websocket frames sent",
    "connections": "websocket connections accepted",
    "tables_opened": "tables opened",
    "store_failures": "writes that the store refused",
    "floods": "connections closed for sending too much",
}


class Metrics:
    """Counters by name; what can go down is told when asked."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, name: str, by: int = 1) -> None:
        self.counts[name] += by

    def text(self, now: Mapping[str, int]) -> str:
        """All counters, and `now`, which are gauges."""
        lines = []
        for name, help in HELP.items():
            lines += _lines(f"yourtrumps_{name}_total", "counter", help, self.counts[name])
        for name, value in now.items():
            lines += _lines(f"yourtrumps_{name}", "gauge", f"{name.replace('_', ' ')} at this moment", value)
        return "\n".join([*lines, *_process()]) + "\n"


def _process() -> list[str]:
    """What Prometheus calls the same for every program; memory only where the system tells it so."""
    lines = _lines("process_cpu_seconds_total", "counter", "processor time", round(time.process_time(), 3))
    with suppress(OSError, ValueError, IndexError, AttributeError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        size = pages * os.sysconf("SC_PAGE_SIZE")
        lines += _lines("process_resident_memory_bytes", "gauge", "resident memory", size)
    return lines


def _lines(name: str, kind: str, help: str, value: float) -> list[str]:
    return [f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value}"]
