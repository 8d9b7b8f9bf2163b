"""Proving again whenever a file of the rules has changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import typer

from cli.exits import Exit, Stop
from cli.loading import find_rules
from cli.terminal import warn
from cli.verify.found import Found
from cli.verify.keeping import Keeping
from verify.depends import sources

PACE = 0.3
"""Seconds between two looks at the files."""


def keep_watch(once: Callable[[Keeping], Found], rules: str, keeping: Keeping) -> NoReturn:
    """Until an interrupt, which exits as such. A file that is faulty is told, and watched on."""
    files = [find_rules(rules)]
    while True:
        seen = _times(files)
        try:
            found = once(keeping)
            if found.interrupted:
                raise typer.Exit(Exit.INTERRUPTED)
            files = _files(found, files[0])
        except Stop as stop:
            warn(stop.message)
        warn(f"watching {', '.join(f'`{f}`' for f in files)}; an interrupt ends it")
        while _times(files) == seen:
            time.sleep(PACE)


def _files(found: Found, first: Path) -> list[Path]:
    """The file and its bases, as far as they are files."""
    named = (Path(s.name) for s in sources(found.asked.game))
    return [first, *(p for p in named if p.is_file() and p.resolve() != first.resolve())]


def _times(files: list[Path]) -> list[float | None]:
    return [f.stat().st_mtime if f.exists() else None for f in files]
