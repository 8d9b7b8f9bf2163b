"""Errors in a base that come of what a variant changes: each gets a note with the place of the change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from interpreter.front.merge import Replaced, item_name
from interpreter.text.diagnostic import Diagnostic, Note, Report
from interpreter.text.source import Source

_WORD = re.compile(r"\w+")


def blame(report: Report, sources: Sequence[Source], replaced: Sequence[Replaced]) -> None:
    """Adds the notes; `sources` are the files read, the variant first."""
    files = list(sources)
    for n, found in enumerate(report.found):
        if found.is_error and not found.notes and found.span.source in files[1:]:
            above = files[: files.index(found.span.source)]
            changes = [r for r in replaced if r.here.source in above]
            report.found[n] = replace(found, notes=tuple(_notes(found, changes)))


def _notes(found: Diagnostic, changes: Sequence[Replaced]) -> list[Note]:
    words = set(_WORD.findall(found.span.text))
    named = [c for c in changes if item_name(c.here.text) in words]
    if named:
        return [Note(f"`{item_name(c.here.text)}` is another one here", c.here) for c in named]
    return left_by(found.span.text, changes) if len(words) == 1 else []


def left_by(name: str, replaced: Sequence[Replaced]) -> list[Note]:
    """Where a variant has replaced what spoke of `name`; the item of that name itself apart."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    gone = (r for r in replaced if item_name(r.here.text) != name and word.search(r.before.text))
    return [Note("what spoke of it is replaced here", r.here) for r in gone]
