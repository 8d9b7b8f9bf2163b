"""What waits to be sent on one websocket, and what wakes its writer."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from server.core.spelling import to_json
from server.web.metrics import Metrics

MOST_WAITING = 200
"""Frames that may wait for a client that does not read."""
CLOSING = {"closed": 1000, "elsewhere": 1000, "stopping": 1012}
"""How the websocket is closed after a `bye`; 1008 where somebody did what he may not."""


class Bye(Exception):
    """The connection ends; `code` is what the client is told."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Outbox:
    def __init__(self, socket: WebSocket, metrics: Metrics) -> None:
        self._socket, self._metrics = socket, metrics
        self._news = False
        self._waiter: asyncio.Future[None] | None = None
        """Of the writer, of whom there is one, while there is nothing to do."""
        self._waiting: deque[str] = deque()
        self._bye: str | None = None

    def wake(self) -> None:
        self._news = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def post(self, frame: str) -> None:
        """Send this in its turn."""
        self._waiting.append(frame)
        if len(self._waiting) > MOST_WAITING:
            self.drop("flood")
        self.wake()

    def drop(self, code: str) -> None:
        """End the connection, saying this; what was said first stands."""
        self._bye = self._bye or code
        self.wake()

    async def flush(self) -> None:
        """Send what waits."""
        self._news = False
        while self._waiting:
            await self.send(self._waiting.popleft())

    async def send(self, frame: str) -> None:
        self._metrics.add("frames_out")
        await self._socket.send_text(frame)

    def check(self) -> None:
        """Raises `Bye` if the connection is to end."""
        if self._bye is not None:
            raise Bye(self._bye)

    async def news(self, patience: float | None) -> None:
        """Until there is something to do, at most so many seconds."""
        if self._news:
            return
        self._waiter = asyncio.get_running_loop().create_future()
        if patience is None:
            await self._waiter
            return
        with suppress(TimeoutError):  # not `wait_for`, in which a cancellation at that moment is lost
            async with asyncio.timeout(patience):
                await self._waiter

    async def end(self, code: str) -> None:
        """Say farewell."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.send(to_json({"type": "bye", "code": code}))
            await self._socket.close(CLOSING.get(code, 1008), code)
