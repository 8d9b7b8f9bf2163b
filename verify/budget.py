"""How much a single question may cost."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

STEPS = 20_000_000
_UNITS = MappingProxyType({"": 1, "k": 10**3, "m": 10**6, "g": 10**9})
_PART = re.compile(r"(\d+(?:\.\d+)?)\s*([kmg]?|s)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Budget:
    """Solver steps (Z3's `rlimit`), the same on every machine, and seconds, None for no limit."""

    steps: int = STEPS
    seconds: float | None = None

    def __str__(self) -> str:
        time = "" if self.seconds is None else f", {self.seconds:g}s"
        return f"{self.steps}{time}"


class BadBudget(ValueError):
    """A text that is no budget; the message says what one looks like."""


def read_budget(text: str) -> Budget:
    """`5M` steps, `30s`, or both with a comma; raises `BadBudget`, of nothing too."""
    parts = [_PART.fullmatch(part.strip()) for part in text.split(",")]
    found = {p[2].lower() == "s": p for p in parts if p is not None}
    if len(found) < len(parts):
        raise BadBudget(
            f"`{text}` is no budget; write solver steps (`5M`), seconds (`30s`) or both (`5M,30s`)"
        )
    if any(float(p[1]) == 0 for p in found.values()):
        raise BadBudget("a budget of nothing proves nothing")
    time, work = found.get(True), found.get(False)
    seconds = None if time is None else float(time[1])
    steps = STEPS if work is None else int(float(work[1]) * _UNITS[work[2].lower()])
    if not 1 <= steps < 2**32:
        raise BadBudget("a budget has from 1 to 4294967295 solver steps")
    return Budget(steps, seconds)
