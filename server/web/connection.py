"""One websocket: `hello`, then what was missed, then messages one way and events the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from server.core.commands import Return
from server.core.config import Damaged
from server.core.state import CLOSED
from server.core.tokens import place_of
from server.store.protocol import Conflict
from server.web.frames import MOST_EVENTS
from server.web.hub import Hub, Unable
from server.web.listening import Listener
from server.web.live import LiveTable
from server.web.messages import Hello, parse, read_hello, received
from server.web.outbox import Bye, Outbox


class Connection:
    """Implements `Watcher`. `sent` is the last version that the client has."""

    def __init__(self, hub: Hub, socket: WebSocket) -> None:
        self._hub, self._socket = hub, socket
        self._outbox = Outbox(socket, hub.metrics)
        self.wake, self.post, self.drop = self._outbox.wake, self._outbox.post, self._outbox.drop
        self.place: int | None = None
        self.sent = 0

    async def serve(self) -> None:
        """From the accepted handshake to the end."""
        try:
            hello = await self._hello()
            live = await self._enter(hello)
        except Bye as bye:
            await self._outbox.end(bye.code)
            return
        except (WebSocketDisconnect, RuntimeError):
            return
        try:
            await self._talk(live)
        finally:
            live.remove(self)

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(self._hub.settings.limits.hello):
                text = await received(self._socket)
            return read_hello(parse(text))
        except TimeoutError:
            raise Bye("late") from None
        except Damaged:
            raise Bye("damaged") from None

    async def _enter(self, hello: Hello) -> LiveTable:
        """Every reason why not looks the same from outside."""
        if hello.table != self._socket.path_params["table"]:
            raise Bye("unknown")
        try:
            live = await self._hub.find(hello.table)
        except Unable as error:
            raise Bye("elsewhere" if error.status == 421 else "unknown") from None
        if self._hub.stopping:
            raise Bye("stopping")
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
        """Until one of both sides has had enough."""
        try:
            await self._outbox.send(live.frames.welcome(self.place, self._last(live), live.clock()))
        except (WebSocketDisconnect, RuntimeError):
            return  # who has closed his end since saying hello
        self.post(live.presence())
        listener = Listener(self._hub, live, self._socket, self._outbox, self.place)
        reading = asyncio.create_task(listener.run())
        writing = asyncio.create_task(self._write(live, listener))
        tasks = (reading, writing)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            writing.cancel()
            await listener.stop(reading)
            await asyncio.gather(writing, return_exceptions=True)
        ends = [task.exception() for task in tasks if not task.cancelled()]
        for end in ends:
            if isinstance(end, Bye):
                await self._outbox.end(end.code)
                return
            if end is not None and not isinstance(end, WebSocketDisconnect | RuntimeError):
                raise end

    async def _write(self, live: LiveTable, listener: Listener) -> None:
        """What is new, in order; a slow client gets it in larger pieces."""
        first = True
        while True:
            await self._outbox.flush()
            last = self._last(live)
            if first or self.sent < last:
                await self._tell(live, last)
                first, listener.seen = False, self.sent
            self._outbox.check()
            if live.table.phase == CLOSED and self.sent >= live.version:
                raise Bye("closed")
            await self._outbox.news(self._delay(live))

    async def _tell(self, live: LiveTable, last: int) -> None:
        """Frames up to the version `last`; an empty one, of what the client has, if there is none."""
        if self.sent >= last > 0:
            await self._outbox.send(live.frames.events(self.place, last + 1, last))
        while self.sent < last:
            upto = min(last, self.sent + MOST_EVENTS)
            await self._outbox.send(live.frames.events(self.place, self.sent + 1, upto))
            self.sent = upto

    def _last(self, live: LiveTable) -> int:
        """The last version that may be told: spectators may have to wait."""
        delay = live.table.config.delay
        if self.place is not None or delay == 0:
            return live.version
        latest = live.clock() - 1000 * delay
        late = next((g.version for g in reversed(live.log) if g.at <= latest), 0)
        return max(1, late)

    def _delay(self, live: LiveTable) -> float | None:
        """Seconds until something may be told that may not be told yet."""
        if self.place is not None:
            return None
        last = self._last(live)
        if last >= live.version:
            return None
        coming = live.log[last].at + 1000 * live.table.config.delay
        return max(0.01, (coming - live.clock()) / 1000)
