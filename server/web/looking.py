"""The HTTP side of looking back at matches that are over, and of the codes that telephones read."""

from __future__ import annotations

import asyncio
import io
import time
from collections import OrderedDict

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from interpreter.run.engine import Evaluator
from interpreter.run.reading import BadRecord
from server.core.describing import game_data
from server.core.past import Past
from server.core.records import record_of
from server.web.api import answered
from server.web.credits import Doors
from server.web.guard import address_of
from server.web.hub import NOWHERE, Hub, Unable
from server.web.live import LiveTable

MOST_KEPT = 8
"""Matches that are kept ready; the longest ones need a few megabytes each."""


class Looking:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._kept: OrderedDict[tuple[str, int], Past] = OrderedDict()
        limits = hub.settings.limits
        self._doors = Doors(limits.doors, limits.door_rate)

    def routes(self) -> list[Route]:
        match = "/api/tables/{table}/matches/{match:int}"
        found = {
            match: self.match,
            match + "/{position:int}": self.position,
            "/api/tables/{table}/qr": self.code,
        }
        return [Route(path, answered(ask), methods=["GET"]) for path, ask in found.items()]

    async def match(self, request: Request) -> Response:
        """A match that is over, from its beginning to its end, for everybody."""
        live = await self._hub.find(request.path_params["table"])
        past = await self._past(request, live)
        head = await asyncio.to_thread(past.head)
        return JSONResponse(
            {"title": live.rules.game.name, "code": live.table.code, "game": game_data(live.rules), **head}
        )

    async def position(self, request: Request) -> Response:
        """One of its positions, with all cards open."""
        past = await self._past(request, await self._hub.find(request.path_params["table"]))
        number = request.path_params["position"]
        if number >= len(past.states):
            raise Unable(404, "unknown", "there is no such position")
        return JSONResponse(past.view(number))

    async def _past(self, request: Request, live: LiveTable) -> Past:
        key = (live.id, request.path_params["match"])
        if key not in self._kept:
            self._kept[key] = await self._made(request, live, key[1])
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def _made(self, request: Request, live: LiveTable, number: int) -> Past:
        """Going through a match anew takes a while: it keeps nobody waiting, and costs as much as a door."""
        contest = next((m for m in live.table.matches if m.number == number), None)
        if contest is None:
            raise NOWHERE
        if not self._doors.spend(address_of(request.scope), time.monotonic()):
            raise Unable(429, "slow", "wait a moment")
        rules, record = live.rules, record_of(live.rules, live.table, contest)
        try:
            return await asyncio.to_thread(Past.of, Evaluator(rules.game, rules.engine.options), record)
        except BadRecord as error:
            raise Unable(409, "rules", error.message) from None

    async def code(self, request: Request) -> Response:
        """The link of a table as a QR code."""
        live = await self._hub.find(request.path_params["table"])
        drawn = io.BytesIO()
        made = segno.make(f"{request.base_url}t/{live.id}", micro=False)
        made.save(drawn, kind="svg", xmldecl=False, scale=4, border=3, dark="#101512", light="#ffffff")
        kept = {"cache-control": "private, max-age=3600"}
        return Response(drawn.getvalue(), media_type="image/svg+xml", headers=kept)
