"""Keeping a match in record files: one line for it, however often it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.exits import faulty_command
from cli.files import claim, read_text, whole

if TYPE_CHECKING:
    from interpreter.run.match import Match
    from interpreter.run.record import Heading

MARK = '{"record"'
"""How every match record begins."""


def claim_for_records(path: Path) -> Path:
    """The path, links followed; raises `Stop` if it cannot be written, or holds anything but records."""
    target = claim(path)
    if not target.is_file():
        return target
    first = last = b""
    try:
        with target.open("rb") as stream:
            for line in filter(bytes.strip, stream):
                first, last = first or line, line
    except OSError as error:
        raise faulty_command(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}") from None
    if first and not all(line.lstrip().startswith(MARK.encode()) for line in (first, last)):
        raise faulty_command(f"`{path}` is not a file of match records, and is left alone")
    return target


@dataclass
class Keep:
    """Where a match is kept: `usual` is the file for it, if any; `lines` its line in each file, from 0."""

    heading: Heading
    usual: Path | None = None
    lines: dict[Path, int] = field(default_factory=dict)

    def prepare(self, path: Path) -> Path:
        """Make sure that the file can be added to; raises `Stop` if it cannot, or holds other things."""
        target = claim(path)
        return target if target in self.lines else claim_for_records(path)

    def write(self, match: Match[Any], path: Path | None = None) -> Path | None:
        """Write the match as it stands to the usual file or another, which then is the usual one.

        Returns the file, None if there is none; raises `Stop` if it cannot be written.
        """
        path = path if path is not None else self.usual
        if path is None:
            return None
        from interpreter.run.record import record_match, to_line

        target = self.prepare(path)
        line = to_line(record_match(match, self.heading))
        kept = _lines(target)
        place = self.lines.setdefault(target, len(kept))
        kept[place : place + 1] = [line]
        with whole(target) as stream:
            stream.writelines(f"{text}\n" for text in kept)
        self.usual = path
        return path


def _lines(target: Path) -> list[str]:
    """The lines of a file that may not exist yet; only LF ends a line."""
    text = read_text(target) if target.is_file() else ""
    return text.removesuffix("\n").split("\n") if text else []
