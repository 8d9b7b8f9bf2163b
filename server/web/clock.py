"""The time, as everything that needs it is given it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

Clock: TypeAlias = Callable[[], int]
"""Tells the milliseconds since 1970."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000
