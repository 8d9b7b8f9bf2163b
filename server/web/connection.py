"""One websocket: `hello`, then what was missed, then messages one way and events the other."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from server.core.commands import Return
from server.core.config import Damaged
from server.core.picture import table_data
from server.core.spelling import game_data
from server.core.state import CLOSED
from server.core.tokens import place_of
from server.store.protocol import Conflict
from server.web.answers import answer, outcome
from server.web.credits import Credits
from server.web.hub import Hub, Unable
from server.web.live import MOST_EVENTS, LiveTable, now_ms
from server.web.messages import Asked, Hello, parse, read_hello, read_message, read_question

COSTLY = {"look": 3.0, "hint": 2.0}
MOST_WAITING = 200
"""Frames that may wait for a client that does not read."""
FLOOD = 100
"""Messages without credit after which the connection ends."""


class Bye(Exception):
    """The connection ends; `code` is what the client is told."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """Implements `Watcher`. `sent` is the last version that the client has."""

    def __init__(self, hub: Hub, socket: WebSocket) -> None:
        self._hub, self._socket = hub, socket
        self.place: int | None = None
        self.sent = 0
        self._live: LiveTable | None = None
        self._news = asyncio.Event()
        self._outbox: deque[str] = deque()
        self._bye: str | None = None
        limits = hub.settings.limits
        self._credits = Credits(limits.burst, limits.rate, time.monotonic())
        self._unpaid = 0

    # what the table says

    def wake(self) -> None:
        self._news.set()

    def post(self, frame: str) -> None:
        self._outbox.append(frame)
        if len(self._outbox) > MOST_WAITING:
            self.drop("flood")
        self._news.set()

    def drop(self, code: str) -> None:
        self._bye = self._bye or code
        self._news.set()

    # the connection

    async def serve(self) -> None:
        """From the accepted handshake to the end."""
        try:
            hello = await self._hello()
            live = await self._enter(hello)
        except Bye as bye:
            await self._end(bye.code)
            return
        try:
            await self._talk(live)
        finally:
            live.remove(self)

    async def _hello(self) -> Hello:
        try:
            text = await asyncio.wait_for(self._socket.receive_text(), self._hub.settings.limits.hello)
            return read_hello(parse(text))
        except TimeoutError:
            raise Bye("late") from None
        except (Damaged, KeyError):
            raise Bye("damaged") from None

    async def _enter(self, hello: Hello) -> LiveTable:
        """Every reason why not looks the same from outside."""
        if hello.table != self._socket.path_params["table"]:
            raise Bye("unknown")
        try:
            live = await self._hub.find(hello.table)
        except Unable as error:
            raise Bye("elsewhere" if error.status == 421 else "unknown") from None
        limits, config = self._hub.settings.limits, live.table.config
        if hello.token is None:
            spectators = sum(w.place is None for w in live.watchers)
            if not config.spectators or spectators >= limits.spectators:
                raise Bye("unknown")
        else:
            self.place = place_of(live.table, hello.token)
            if self.place is None:
                raise Bye("unknown")
            self._make_room(live, limits.tabs)
        self._live = live
        self.sent = min(hello.last_version, live.version)
        live.add(self)
        await self._come_back(live)
        return live

    def _make_room(self, live: LiveTable, most: int) -> None:
        same = [w for w in live.watchers if w.place == self.place]
        for watcher in same[: max(0, len(same) + 1 - most)]:
            watcher.drop("elsewhere")

    async def _come_back(self, live: LiveTable) -> None:
        if self.place is not None and live.table.places[self.place].replaced:
            with suppress(Conflict):
                await live.handle(Return(self.place))

    async def _talk(self, live: LiveTable) -> None:
        await self._send(self._welcome(live))
        self.post(live.presence())
        tasks = {asyncio.create_task(self._read(live)), asyncio.create_task(self._write(live))}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if not isinstance(task.exception(), WebSocketDisconnect | Bye | RuntimeError | None):
                    raise task.exception() or AssertionError
            ends = [e.code for task in done if isinstance(e := task.exception(), Bye)]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if ends:
            await self._end(ends[0])

    def _welcome(self, live: LiveTable) -> str:
        last = self._last(live)
        data = {
            "type": "welcome",
            "version": last,
            "place": self.place,
            "spectator": self.place is None,
            "now": now_ms(),
            "game": game_data(live.rules),
            "table": table_data(live.rules, live.tables[max(1, last) - 1], live.id),
        }
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    # writing

    async def _write(self, live: LiveTable) -> None:
        """What is new, in order; a slow client gets it in larger pieces."""
        first = True
        while True:
            self._news.clear()
            while self._outbox:
                await self._send(self._outbox.popleft())
            last = self._last(live)
            if first or self.sent < last:
                await self._tell(live, last)
                first = False
            if self._bye is not None:
                raise Bye(self._bye)
            if live.table.phase == CLOSED and self.sent >= live.version:
                raise Bye("closed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), self._delay(live))

    async def _tell(self, live: LiveTable, last: int) -> None:
        """Frames up to the version `last`; an empty one, of what the client has, if there is none."""
        if self.sent >= last > 0:
            await self._send(live.frame(self.place, last + 1, last))
        while self.sent < last:
            upto = min(last, self.sent + MOST_EVENTS)
            await self._send(live.frame(self.place, self.sent + 1, upto))
            self.sent = upto

    def _last(self, live: LiveTable) -> int:
        """The last version that may be told: spectators may have to wait."""
        delay = live.table.config.delay
        if self.place is not None or delay == 0:
            return live.version
        latest = now_ms() - 1000 * delay
        late = next((g.version for g in reversed(live.log) if g.at <= latest), 0)
        return max(1, late)

    def _delay(self, live: LiveTable) -> float | None:
        """Seconds until something may be told that may not be told yet."""
        if self._last(live) >= live.version:
            return None
        coming = live.log[self._last(live)].at + 1000 * live.table.config.delay
        return max(0.01, (coming - now_ms()) / 1000)

    async def _send(self, frame: str) -> None:
        self._hub.metrics.add("frames_out")
        await self._socket.send_text(frame)

    async def _end(self, code: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._send(json.dumps({"type": "bye", "code": code}))
            await self._socket.close(1000 if code in ("closed", "elsewhere", "stopping") else 1008)

    # reading

    async def _read(self, live: LiveTable) -> None:
        while True:
            text = await self._socket.receive_text()
            self._hub.metrics.add("frames_in")
            try:
                data = parse(text)
            except Damaged as error:
                self._pay(1.0, {})
                self._reply({"type": "refused", "id": None, "code": "damaged", "text": str(error)})
                continue
            if self._pay(COSTLY.get(data["type"], 1.0), data):
                await self._obey(live, data)

    def _pay(self, cost: float, data: dict[str, Any]) -> bool:
        if self._credits.spend(cost, time.monotonic()):
            self._unpaid = 0
            return True
        self._unpaid += 1
        if self._unpaid > FLOOD:
            self._hub.metrics.add("floods")
            raise Bye("flood")
        if data:
            about = {"id": data.get("id"), "ref": data.get("ref")}
            self._reply({"type": "refused", **about, "code": "slow", "text": "too many messages"})
        return False

    async def _obey(self, live: LiveTable, data: dict[str, Any]) -> None:
        try:
            if self.place is None:
                self._reply(self._for_spectators(live, data))
                return
            message = read_message(data, self.place, live.rules, live.table, live.away)
            if isinstance(message, Asked):
                self._reply(answer(live, message, self.place, self.sent))
                return
            found = await live.handle(message.command, f"{self.place}:{message.id}")
            self._reply(outcome(message.id, found, live.rules, live.table))
        except Damaged as error:
            about = {"id": data.get("id"), "ref": data.get("ref")}
            self._reply({"type": "refused", **about, "code": "damaged", "text": str(error)})
        except Conflict:
            self._hub.forget(live)
            raise Bye("stopping") from None

    def _for_spectators(self, live: LiveTable, data: dict[str, Any]) -> dict[str, Any]:
        if data["type"] in ("ping", "look"):
            return answer(live, read_question(data), None, self.sent)
        text = "spectators watch"
        return {"type": "refused", "id": data.get("id"), "code": "not_yours", "text": text}

    def _reply(self, data: dict[str, Any]) -> None:
        self.post(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
