"""Loading, checking and lowering the rule file against merely parsing the same text.

The opponent is PyYAML's C loader on the file plus Lark on every expression in it, with the same grammar, into
plain trees. Building the grammar's tables is left out on both sides; what a start costs with and without the
cache of those tables is told beside the ratio.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

import yaml
from lark import Lark, TextSlice

from benchmarks.measure import Result, in_turn, middle_ratio, milliseconds, seconds, spread
from interpreter.check.load import load_file
from interpreter.front import parser

ROOT = Path(__file__).parents[1]
RULES = ROOT / "rules" / "yourtrumps.yaml"
GRAMMAR = Path(parser.__file__).with_name("grammar.lark")
ONCE = f"from interpreter.check.load import load_file; assert load_file({str(RULES)!r}).game"
GOAL = 5.0
ROUNDS = 41
STARTS = 5

Heard = list[tuple[str, str]]


@contextmanager
def listening() -> Iterator[Heard]:
    """Collects what Lark is asked to parse meanwhile: texts with the rule each starts from."""
    heard: Heard = []
    parse = Lark.parse

    def spy(self: Lark, text: Any, start: str | None = None, **more: Any) -> Any:
        piece = text.text[text.start : text.end] if isinstance(text, TextSlice) else text
        heard.append((piece, start or ""))
        return parse(self, text, start=start, **more)

    with patch.object(Lark, "parse", spy):
        yield heard


def load() -> None:
    assert load_file(RULES).game is not None


def parse_only(text: str, expressions: Heard, lark: Lark) -> None:
    yaml.load(text, Loader=yaml.CSafeLoader)
    for piece, start in expressions:
        lark.parse(piece, start=start)


def first_start(cache: str) -> float:
    """Seconds for a new process that loads the rule file, with its cache folder in `cache`."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    command = [sys.executable, "-c", ONCE]
    return seconds(lambda: subprocess.run(command, cwd=ROOT, env=environment, check=True))


def first_starts(number: int) -> tuple[float, float]:
    """Median seconds without and with the cached tables."""
    without, having = [], []
    for _ in range(number):
        with tempfile.TemporaryDirectory() as folder:
            without.append(first_start(folder))
            having.append(first_start(folder))
    return median(without), median(having)


def measure(rounds: int = ROUNDS, number_of_starts: int = STARTS) -> Result:
    load()
    with listening() as expressions:
        load()
    text = RULES.read_text(encoding="utf-8")
    starts = sorted({start for _, start in expressions})
    lark = Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", start=starts)
    times = in_turn(load, lambda: parse_only(text, expressions, lark), rounds)
    without, having = first_starts(number_of_starts)
    return Result(
        "loading",
        "load, check and lower",
        "PyYAML's C loader and Lark parsing the same text",
        middle_ratio(times),
        GOAL,
        at_least=False,
        notes=(
            f"medians: {milliseconds([a for a, _ in times])} against {milliseconds([b for _, b in times])}",
            f"ratios {spread(times)}; {len(expressions)} expressions",
            f"a new process: {milliseconds([without])} without cached tables, {milliseconds([having])} with",
        ),
    )
