"""Files that a proof leaves behind: match records, traces, a page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.exits import faulty_command
from cli.files import claim, whole
from cli.terminal import warn
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
        for folder in (self.records, None if self.single else self.traces):
            if folder is not None:
                _folder(folder)
        if self.single and self.traces is not None:
            claim(self.traces)
        if self.report is not None:
            claim(self.report)

    @property
    def single(self) -> bool:
        """Whether traces go into one file, for the match of a single check, not into a folder."""
        return self.traces is not None and self.traces.suffix == ".json" and not self.traces.is_dir()

    def fit(self, checks: Sequence[str]) -> None:
        """Raises `Stop` where more may be shown than there is a place for."""
        if self.single and len(checks) != 1:
            message = (
                f"`{self.traces}` is a file for one match; name one check with `--check`, or give a folder"
            )
            raise faulty_command(message)

    def write(self, found: Found) -> None:
        """All files, each whole or not at all. The second of two matches goes beside the first."""
        if self.single and not any(r.trace is not None for r in found.results):
            warn(f"note: no match is shown, so that `{self.traces}` was not written")
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
            _trace(asked, self._place(self.traces, name, result, trace), result, trace)

    def _place(self, path: Path, name: str, result: Result, trace: Trace) -> Path:
        if not self.single:
            return path / f"{name}.itf.json"
        stem, *ends = path.name.split(".")
        return path if trace is result.trace else path.with_name(".".join((f"{stem}_other", *ends)))


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
