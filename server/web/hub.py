"""All tables of this process: opened, found, loaded from the store, forgotten when nobody needs them."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from contextlib import suppress
from string import hexdigits
from typing import Any

from players.registry import PLAYERS
from server.core.commands import Close, Join, Refusal
from server.core.config import Config, read_config, read_name, read_seed
from server.core.decide import create
from server.core.draft import Draft
from server.core.events import Logged
from server.core.rules import Rules
from server.core.state import CLOSED, OVER, WAITING, Table
from server.core.tokens import hashed, new_token
from server.shelf import BadRules, Shelf
from server.store.protocol import Batch, Conflict, Store, StoreError
from server.web.clock import Clock, now_ms
from server.web.live import LiveTable, Unstored, replayed, row_of, summary_of
from server.web.logs import note
from server.web.metrics import Metrics
from server.web.settings import SHARDS, Settings
from server.web.writer import Writer

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Of short codes: none that looks like another."""
CODE = 6
FAREWELL = 3.0
"""Seconds that connections have for it."""
SWEEP = 30.0
"""Seconds between two looks for tables that nobody needs."""


class Unable(Exception):
    """What was asked over HTTP cannot be done; `status` is the answer's."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(status, code, text)
        self.status, self.code, self.text = status, code, text


NOWHERE = Unable(404, "unknown", "there is no such table, or it is not yours")


class Hub:
    def __init__(self, settings: Settings, store: Store, clock: Clock = now_ms) -> None:
        self.settings, self.store, self.clock = settings, store, clock
        self.shelf = Shelf(store.sent() if settings.uploads else {})
        self.writer = Writer(store)
        self.metrics = Metrics()
        self.connections: dict[str, int] = {}
        self.stopping = False
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self.writer.start()
        self._sweeper = asyncio.create_task(self._sweep())

    async def farewell(self) -> None:
        """Connections end, saying that the server stops; what is being carried out is brought to its end."""
        self.stopping = True
        for live in self._live.values():
            for watcher in list(live.watchers):
                watcher.drop("stopping")
        for _ in range(int(FAREWELL / 0.02)):
            if not any(live.watchers for live in self._live.values()):
                return
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """What was accepted is stored; the tables go on where they are loaded next."""
        self.stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        for live in self._live.values():
            live.stop()
        await self.writer.stop()
        await asyncio.to_thread(self.store.close)

    # opening

    async def open(self, data: dict[str, Any]) -> dict[str, Any]:
        """A table as a request asks for it; raises `Damaged`, `BadRules` or `Unable`."""
        if len(self._live) >= self.settings.limits.tables:
            raise Unable(429, "full", "there are too many tables")
        name, seed = read_name(data.get("name")), read_seed(data.get("seed"))
        rules = data.get("rules")
        fewest = (await self._rules(rules)).game.players[0] if isinstance(rules, str) else 1
        config = read_config(data, fewest, frozenset(PLAYERS))
        token = new_token()
        return await self._opened(config, Join(name, hashed(token), seed), token)

    async def _rules(self, *about: Any) -> Any:
        """Loading may take a while: it keeps nobody else waiting."""
        return await asyncio.to_thread(self.shelf.rules, *about)

    async def _opened(self, config: Config, first: Join, token: str) -> dict[str, Any]:
        rules = await self._rules(config.rules, config.options, len(config.chairs))
        for _ in range(5):
            name, code = self._new_id(), "".join(secrets.choice(LETTERS) for _ in range(CODE))
            secret, fresh = secrets.token_hex(32), secrets.token_hex(32)
            draft = create(rules, config, code, first, self.clock(), secret, fresh)
            assert isinstance(draft, Draft), "a new table has a seat for its first person"
            row = row_of(name, draft.table, summary_of(rules, draft.table))
            try:
                await self.writer.append(Batch(row, tuple(draft.events)))
            except Conflict:
                continue
            except StoreError as error:
                raise Unable(503, "store", str(error)) from None
            self._live[name] = self._made(name, rules, draft.events, draft.tables)
            self.metrics.add("tables_opened")
            note("table opened", table=name, rules=config.rules, seats=len(config.chairs))
            place = next(n for n, p in enumerate(draft.table.places) if p.token == first.token)
            return {"id": name, "code": code, "token": token, "place": place}
        raise Unable(503, "store", "no code is free")

    def _made(self, name: str, rules: Rules, log: list[Logged], tables: list[Table]) -> LiveTable:
        pace = self.settings.pace
        return LiveTable(name, rules, log, tables, self.writer, self.metrics, pace, self.clock)

    def _new_id(self) -> str:
        shard = secrets.choice([n for n in range(SHARDS) if self.settings.mine(f"{n:x}")])
        return f"{shard:x}" + secrets.token_hex(12)

    # finding

    async def find(self, name: str) -> LiveTable:
        """The table of this id; raises `Unable`."""
        if not 2 <= len(name) <= 40 or set(name) - set(hexdigits):
            raise NOWHERE
        if not self.settings.mine(name):
            raise Unable(421, "elsewhere", "this table lives in another process")
        if name in self._live and not self._live[name].broken:
            return self._live[name]
        lock = self._loading.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                return await self._load(name)
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> LiveTable:
        live = self._live.get(name)
        if live is not None and not live.broken:
            return live
        try:
            log = await asyncio.to_thread(self.store.log, name)
        except StoreError as error:
            raise Unable(503, "store", str(error)) from None
        if not log:
            raise NOWHERE
        created: Any = log[0].event
        config: Config = created.config
        try:
            rules = await self._rules(config.rules, config.options, len(config.chairs))
        except BadRules:
            raise Unable(409, "rules", "the rules of this table are not here any more") from None
        if rules.sha256 != created.rules:
            raise Unable(409, "rules", "the rules of this table have changed")
        tables = await asyncio.to_thread(replayed, rules, log)
        self._live[name] = loaded = self._made(name, rules, log, tables)
        return loaded

    def forget(self, live: LiveTable) -> None:
        """The next who asks gets it from the store."""
        live.fail()
        if self._live.get(live.id) is live:
            del self._live[live.id]

    async def by_code(self, code: str) -> str:
        found = await asyncio.to_thread(self.store.find, code.upper())
        if found is None:
            raise NOWHERE
        return found

    async def join(self, live: LiveTable, data: dict[str, Any]) -> dict[str, Any]:
        """Takes a seat; raises `Damaged` or `Unable`."""
        token = new_token()
        command = Join(read_name(data.get("name")), hashed(token), read_seed(data.get("seed")))
        try:
            found = await live.handle(command)
        except Conflict:
            self.forget(live)
            raise Unable(503, "store", "try again") from None
        if isinstance(found, Refusal):
            raise Unable(409, found.why.value, found.text)
        if isinstance(found, Unstored):
            raise Unable(503, "store", found.text)
        place = next(n for n, p in enumerate(live.table.places) if p.token == command.token)
        return {"id": live.id, "token": token, "place": place}

    async def lobby(self) -> list[dict[str, Any]]:
        """The public tables that wait for players or may be watched."""
        rows = await asyncio.to_thread(self.store.lobby, 200)
        found = [
            {"id": r.id, "code": r.code, "phase": r.phase, **json.loads(r.summary)}
            for r in rows
            if r.phase != OVER
        ]
        return [t for t in found if t["phase"] == WAITING or t["spectators"]][:100]

    def gauges(self) -> dict[str, int]:
        watchers = [w for live in self._live.values() for w in live.watchers]
        spectators = sum(w.place is None for w in watchers)
        return {"tables": len(self._live), "open_connections": len(watchers), "spectators": spectators}

    # forgetting

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            with suppress(StoreError, Conflict, Unable):
                self._unload()
                await self._expire()

    def _unload(self) -> None:
        oldest = time.monotonic() - self.settings.limits.unloaded
        for live in list(self._live.values()):
            if not live.watchers and live.used < oldest:
                live.stop()
                del self._live[live.id]

    async def _expire(self) -> None:
        """Tables that nobody has touched for long are closed."""
        limits, now = self.settings.limits, self.clock()
        before = now - 1000 * min(limits.waiting, limits.idle)
        for row in await asyncio.to_thread(self.store.stale, before, 100):
            patience = limits.waiting if row.phase == WAITING else limits.idle
            if self.settings.mine(row.id) and row.touched < now - 1000 * patience:
                live = await self.find(row.id)
                if not live.watchers and live.table.phase != CLOSED:
                    await live.handle(Close("idle"))
                    note("table expired", table=row.id)
