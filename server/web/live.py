"""A table that is in memory: its log, who watches it, and the one place where something happens to it."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from server.core import playing
from server.core.clocks import deadline
from server.core.commands import Automatic, Command, Refusal
from server.core.decide import decide
from server.core.draft import Draft
from server.core.events import Logged, Moved
from server.core.fold import fold, opened
from server.core.history import History
from server.core.picture import clock_data
from server.core.rules import Rules
from server.core.spelling import to_json
from server.core.state import PLAYING, Place, Table
from server.store.protocol import Batch, Row, StoreError
from server.web.clock import Clock, now_ms
from server.web.frames import Frames
from server.web.logs import LOG
from server.web.metrics import Metrics
from server.web.writer import Writer


class Watcher(Protocol):
    """A connection, as a table sees it; `place` is None for a spectator."""

    place: int | None

    def wake(self) -> None:
        """There is something new."""
        ...

    def post(self, frame: str) -> None:
        """Send this, which has no version."""
        ...

    def drop(self, code: str) -> None:
        """End the connection, saying this."""
        ...


@dataclass(frozen=True, slots=True)
class Unstored:
    """The command was legal, and could not be kept; nothing has changed."""

    text: str


def summary_of(rules: Rules, table: Table) -> str:
    """What the lobby shows of a table, JSON."""
    config = table.config
    return to_json(
        {
            "title": rules.game.name,
            "rules": config.rules,
            "seats": [{"name": p.name, "kind": p.kind} for p in table.places],
            "free": len(table.free),
            "clock": clock_data(config.clock),
            "spectators": config.spectators,
        }
    )


def row_of(name: str, table: Table, summary: str) -> Row:
    """What the lobby and the search by code need."""
    return Row(name, table.code, table.config.public, table.phase, table.at, summary)


@dataclass(eq=False)
class LiveTable:
    """`past` has the table after each event so far; `tables[n]` is that after `log[n]`.

    `keys` are the versions of messages that were carried out.
    """

    id: str
    rules: Rules
    log: list[Logged]
    past: list[Table]
    writer: Writer
    metrics: Metrics
    pace: float
    clock: Clock = now_ms
    watchers: set[Watcher] = field(default_factory=set)
    away: dict[int, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    used: float = field(default_factory=time.monotonic)
    broken: bool = False
    _fresh: str = field(default_factory=partial(secrets.token_hex, 32))
    """The seed of the match after this one, until an event has it."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _timer: asyncio.TimerHandle | None = None
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _summary: tuple[tuple[Place, ...], str] = ((), "")

    def __post_init__(self) -> None:
        self.tables = History(self.rules, self.log, self.past)
        self.past = []
        self.table = self.tables.last
        self.frames = Frames(self.id, self.rules, self.log, self.tables)
        self.keys.update((g.key, g.version) for g in self.log if g.key is not None)
        self.away.update((place, self.clock()) for place in self.table.people)

    @property
    def version(self) -> int:
        return self.log[-1].version

    # what happens

    async def handle(self, command: Command, key: str | None = None) -> int | Refusal | Unstored:
        """Carry a command out, store what comes of it, and only then tell it; the version then.

        With a `key` that was there before nothing happens again. Raises `Conflict` if another process has
        this table.
        """
        async with self._lock:
            if key is not None and key in self.keys:
                return self.keys[key]
            found = decide(self.rules, self.table, command, self.clock(), self._fresh, key)
            if isinstance(found, Refusal):
                self.metrics.add("refusals")
                return found
            if found.table.secret == self._fresh:
                self._fresh = secrets.token_hex(32)
            if found.events:
                try:
                    await self._store(found)
                except StoreError as error:
                    self.metrics.add("store_failures")
                    return Unstored(str(error))
                self._keep(found)
            self._plan()
            return self.version

    async def _store(self, draft: Draft) -> None:
        table = draft.table
        if self._summary[0] is not table.places:
            self._summary = (table.places, summary_of(self.rules, table))
        row = row_of(self.id, table, self._summary[1])
        await self.writer.append(Batch(row, tuple(draft.events)))

    def _keep(self, draft: Draft) -> None:
        self.log += draft.events
        self.tables.extend(draft.tables)
        self.table = draft.table
        self.keys.update((g.key, g.version) for g in draft.events if g.key is not None)
        self.metrics.add("events", len(draft.events))
        self.metrics.add("moves", sum(isinstance(g.event, Moved) for g in draft.events))
        self.frames.clear()
        self._compose(len(draft.events))
        for watcher in list(self.watchers):
            watcher.wake()

    def _compose(self, count: int) -> None:
        """The frames of the last events, for all who are going to be told them at once."""
        version, delayed = self.version, self.table.config.delay > 0
        for place in {w.place for w in self.watchers}:
            if place is not None or not delayed:
                self.frames.events(place, version - count + 1, version)

    def _plan(self) -> None:
        """When something is to happen that nobody has to ask for."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wait = self._wait()
        if wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._automatic)

    def _wait(self) -> float | None:
        """Seconds until then. Computers do not play on while nobody looks."""
        table, contest = self.table, self.table.contest
        if table.phase != PLAYING or contest is None:
            return None
        acting = playing.actors(contest)
        if any(table.places[contest.seats[s]].automatic for s in acting):
            return self.pace if self.watchers else None
        late = deadline(contest, acting)
        return None if late is None else max(0.0, (late - self.clock()) / 1000 + 0.01)

    def _automatic(self) -> None:
        self.spawn(self.handle(Automatic()))

    def spawn(self, work: Any) -> None:
        """Do this beside everything else; `stop` ends it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.error("table failed", extra={"about": {"table": self.id}}, exc_info=task.exception())
            self.fail()

    def fail(self) -> None:
        """This is not the table any more: who watches has to come again, and gets what is in the store."""
        self.broken = True
        self.stop()
        for watcher in list(self.watchers):
            watcher.drop("stopping")

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()

    # who watches

    def add(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        if watcher.place is not None:
            self.away.pop(watcher.place, None)
        self._present()
        self._plan()

    def remove(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.used = time.monotonic()
        place = watcher.place
        if place is not None and all(w.place != place for w in self.watchers):
            self.away[place] = self.clock()
        if not self.watchers:
            self.frames.clear()
        self._present()
        self._plan()

    def _present(self) -> None:
        frame = self.presence()
        for watcher in list(self.watchers):
            watcher.post(frame)

    def presence(self) -> str:
        places = range(len(self.table.places))
        people = self.table.people
        there = [n not in people or n not in self.away for n in places]
        away = [self.away.get(n) if n in people else None for n in places]
        spectators = sum(w.place is None for w in self.watchers)
        return to_json({"type": "presence", "places": there, "away": away, "spectators": spectators})


def replayed(rules: Rules, log: list[Logged]) -> list[Table]:
    """The tables after each event of a log."""
    tables = [opened(log[0])]
    for logged in log[1:]:
        tables.append(fold(rules, tables[-1], logged))
    return tables
