"""Answers kept between runs: a small file each, so that several processes may read and write at once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from verify.depends import Keys
from verify.plain import done_data, read_done
from verify.plan import Kind, Question
from verify.result import Result
from verify.run import Doer
from verify.tasks import Done, Task
from verify.verdict import Verdict

MOST = 20_000
"""Files that are kept; when there are more, the older half goes."""


class Store(Protocol):
    """Where answers are kept, by key."""

    def get(self, key: str) -> Any: ...

    def put(self, key: str, data: Any) -> None: ...


@dataclass
class Memory:
    """Answers of this process alone."""

    kept: dict[str, Any] = field(default_factory=dict)

    def get(self, key: str) -> Any:
        return self.kept.get(key)

    def put(self, key: str, data: Any) -> None:
        self.kept[key] = data


class Folder:
    """Answers in files. What cannot be read is not there; `trouble` says why one could not be written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.trouble: str | None = None

    def _file(self, key: str) -> Path:
        return self._path / key[:2] / f"{key}.json"

    def get(self, key: str) -> Any:
        try:
            return json.loads(self._file(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def put(self, key: str, data: Any) -> None:
        target = self._file(key)
        part = target.with_name(f".{key}.{os.getpid()}.part")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(data), encoding="utf-8")
            part.replace(target)
        except OSError as error:
            self.trouble = (error.strerror or str(error)).lower()

    def tidy(self) -> None:
        """Remove the older half where there are too many."""
        with suppress(OSError):
            found = sorted((f.stat().st_mtime, f) for f in self._path.glob("*/*.json"))
            for _, file in found[: len(found) // 2 if len(found) > MOST else 0]:
                file.unlink(missing_ok=True)


@dataclass
class Cached:
    """Does tasks by looking them up, and has the others done. `reused` names the questions looked up."""

    do_others: Doer
    store: Store
    keys: Keys
    plan: tuple[Question, ...]
    reused: set[str] = field(default_factory=set)

    def do(self, tasks: Iterable[Task]) -> Iterator[Done]:
        given = [(task, self._kept(task)) for task in tasks]
        others = iter(self.do_others([task for task, kept in given if kept is None]))
        for task, kept in given:
            names = [q.name for q in self._questions(task)]
            if kept is not None:
                self.reused.update(names)
                yield kept
                continue
            self.reused.difference_update(names)
            done = next(others)
            self._keep(task, done)
            yield done

    def _questions(self, task: Task) -> list[Question]:
        return [self.plan[i] for i in task.group or (task.question,)]

    def _kept(self, task: Task) -> Done | None:
        keys = (self.keys.proof, self.keys.match, self.keys.anything)
        return next((done for key in keys if (done := self._read(key(task), task)) is not None), None)

    def _read(self, key: str, task: Task) -> Done | None:
        try:
            data = self.store.get(key)
            return None if data is None else read_done(data, [q.span for q in self._questions(task)])
        except (KeyError, TypeError, ValueError):
            return None

    def _keep(self, task: Task, done: Done) -> None:
        """What is unknown is tried again next time."""
        verdicts = {r.verdict for r in done} if isinstance(done, tuple) else {done.verdict}
        if Verdict.UNKNOWN in verdicts:
            return
        key = self.keys.anything
        if verdicts == {Verdict.PROVED}:
            shown = isinstance(done, tuple) or (isinstance(done, Result) and done.trace is not None)
            whole = self.plan[task.question].kind is Kind.ENDING_AT_ALL  # which depends on the set-up, too
            key = self.keys.match if shown or whole else self.keys.proof
        self.store.put(key(task), done_data(done))
