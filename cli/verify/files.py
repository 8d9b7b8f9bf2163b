"""Files that a proof leaves behind: match records, traces, a page."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from cli.exits import faulty_command
from cli.files import claim, whole
from cli.verify.asked import Asked
from cli.verify.found import Found
from interpreter.run.record import to_line
from verify.recorded import record_of
from verify.result import Result
from verify.trace import Trace


@dataclass(frozen=True)
class Files:
    """Where to write what, None for nowhere."""

    records: Path | None
    traces: Path | None
    report: Path | None

    def __post_init__(self) -> None:
        """Raises `Stop` if something could not be written, before anything is proved."""
        for folder in (self.records, self.traces):
            if folder is not None:
                _folder(folder)
        if self.report is not None:
            claim(self.report)

    def write(self, found: Found) -> None:
        """All files, each whole or not at all. The second of two matches goes beside the first."""
        for number, result in enumerate(found.results, 1):
            name = f"{number:02}_{_plain(result.check)}"
            if result.trace is not None:
                self._match(found.asked, name, result, result.trace)
            if result.other is not None:
                self._match(found.asked, f"{name}_other", result, result.other.trace)
        if self.report is not None:
            from cli.verify.page import report

            with whole(self.report) as stream:
                stream.write(report(found))

    def _match(self, asked: Asked, name: str, result: Result, trace: Trace) -> None:
        if self.records is not None:
            _record(asked, self.records / f"{name}.jsonl", trace)
        if self.traces is not None:
            _trace(asked, self.traces / f"{name}.itf.json", result, trace)


def _trace(asked: Asked, path: Path, result: Result, trace: Trace) -> None:
    from verify.itf import trace_data

    loaded = asked.loaded
    data = trace_data(loaded.game, trace, f"{result.check}: {result.word}", loaded.path.name)
    with whole(path) as stream:
        stream.write(json.dumps(data, ensure_ascii=False) + "\n")


def _record(asked: Asked, path: Path, trace: Trace) -> None:
    loaded = asked.loaded
    record = record_of(loaded.game, trace, loaded.heading(["anybody"] * loaded.game.seats))
    with whole(path) as stream:
        stream.write(to_line(record) + "\n")


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise faulty_command(f"`{path}` cannot be made: {(error.strerror or str(error)).lower()}") from None
    claim(path / "a")


def _plain(name: str) -> str:
    """A file name with something of the check's name in it."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:60] or "check"
