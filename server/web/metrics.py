"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

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
        return "\n".join(lines) + "\n"


def _lines(name: str, kind: str, help: str, value: int) -> list[str]:
    return [f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value}"]
