"""A rule file some of whose checks are faulty: the rest of it, with all lines where they were."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from interpreter.check.load import load, load_file
from interpreter.text.source import Source

ROUNDS = 5
"""Faults may hide behind faults."""


def without_faulty_checks(path: Path) -> Source | None:
    """The text without them; None where something else is faulty, or nothing is left to be asked."""
    loaded = load_file(path)
    for _ in range(ROUNDS):
        errors = [d for d in loaded.report if d.is_error]
        if not loaded.sources:
            return None
        source = loaded.sources[0]
        if not errors:
            return source
        entries = list(_entries(source))
        wrong = set()
        for error in errors:
            place = next((e for e in entries if error.span.line in e), None)
            if place is None or error.span.source.name != source.name:
                return None
            wrong.add(place)
        if len(wrong) == len(entries):
            return None
        loaded = load(_blanked(source, wrong))
    return None


def _entries(source: Source) -> Iterator[range]:
    """The lines of each check, from 1: those of its name and what is indented deeper."""
    lines = source.text.splitlines()
    first = next((n for n, line in enumerate(lines) if line.startswith("checks:")), len(lines))
    rest = enumerate(lines[first + 1 :], first + 1)
    inside = [(n, line) for n, line in rest if line.strip() and not line.lstrip().startswith("#")]
    end = next((n for n, line in inside if not line.startswith(" ")), len(lines))
    inside = [(n, line) for n, line in inside if n < end]
    depth = min((len(line) - len(line.lstrip()) for _, line in inside), default=0)
    starts = [n for n, line in inside if len(line) - len(line.lstrip()) == depth]
    yield from (range(a + 1, b + 1) for a, b in pairwise([*starts, end]))


def _blanked(source: Source, wrong: set[range]) -> Source:
    lines = source.text.splitlines()
    kept = ("" if any(n in r for r in wrong) else line for n, line in enumerate(lines, 1))
    return Source(source.name, "\n".join(kept) + "\n")
