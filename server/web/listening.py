"""What comes in on one websocket: paid for, understood, carried out, answered."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.websockets import WebSocket

from server.core.config import Damaged
from server.core.spelling import to_json
from server.store.protocol import Conflict
from server.web.answers import answer, outcome
from server.web.credits import Credits
from server.web.hub import Hub
from server.web.live import LiveTable
from server.web.messages import Asked, is_name, parse, read_message, read_question, received
from server.web.outbox import Bye, Outbox

COSTLY = {"look": 3.0, "hint": 2.0}
FLOOD = 100
"""Messages without credit after which the connection ends."""


class Listener:
    """`place` is who sends, None for a spectator. `seen` is the last version that was told him."""

    def __init__(
        self, hub: Hub, live: LiveTable, socket: WebSocket, outbox: Outbox, place: int | None
    ) -> None:
        self._hub, self._live, self._socket = hub, live, socket
        self._outbox, self._place = outbox, place
        limits = hub.settings.limits
        self._credits = Credits(limits.burst, limits.rate, time.monotonic())
        self._unpaid = 0
        self._busy = False
        self._ended = False
        self.seen = 0

    async def run(self) -> None:
        """Until the connection ends, which is raised."""
        while not self._ended:
            text = await received(self._socket)
            self._hub.metrics.add("frames_in")
            self._busy = True
            await self._hear(text)
            self._busy = False

    async def stop(self, task: asyncio.Task[None]) -> None:
        """End `task`, which runs this; what is being carried out is brought to its end before."""
        self._ended = True
        if not self._busy:
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def _hear(self, text: str) -> None:
        try:
            data = parse(text)
        except Damaged as error:
            self._pay(1.0, {})
            self._refuse({}, "damaged", str(error))
            return
        if self._pay(COSTLY.get(data["type"], 1.0), data):
            await self._obey(data)

    def _pay(self, cost: float, data: dict[str, Any]) -> bool:
        if self._credits.spend(cost, time.monotonic()):
            self._unpaid = 0
            return True
        self._unpaid += 1
        if self._unpaid > FLOOD:
            self._hub.metrics.add("floods")
            raise Bye("flood")
        if data:
            self._refuse(data, "slow", "too many messages")
        return False

    async def _obey(self, data: dict[str, Any]) -> None:
        live, place = self._live, self._place
        try:
            if place is None:
                self._for_spectators(data)
                return
            message = read_message(data, place, live.rules, live.table, live.away)
            if isinstance(message, Asked):
                self._outbox.post(answer(live, message, place, self.seen))
                return
            found = await live.handle(message.command, f"{place}:{message.id}")
            self._outbox.post(outcome(message.id, found, live.rules, live.table))
        except Damaged as error:
            self._refuse(data, "damaged", str(error))
        except Conflict:
            self._hub.forget(live)
            raise Bye("stopping") from None

    def _for_spectators(self, data: dict[str, Any]) -> None:
        if data["type"] in ("ping", "look"):
            self._outbox.post(answer(self._live, read_question(data), None, self.seen))
        else:
            self._refuse(data, "not_yours", "spectators watch")

    def _refuse(self, data: dict[str, Any], code: str, text: str) -> None:
        about = {key: data.get(key) if is_name(data.get(key)) else None for key in ("id", "ref")}
        readable = text.encode("utf-8", "replace").decode()
        self._outbox.post(to_json({"type": "refused", **about, "code": code, "text": readable}))
