"""The HTTP side: rules, lobby, opening and joining tables, records."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from interpreter.run.record import to_line
from players.registry import PLAYERS
from server.core.commands import PHRASES
from server.core.config import Damaged, number, read_name
from server.core.describing import game_data
from server.core.picture import table_data
from server.core.records import record_of
from server.shelf import MAX_SENT, SENT, BadRules
from server.store.protocol import StoreError
from server.web.credits import Doors
from server.web.guard import address_of
from server.web.hub import NOWHERE, Hub, Unable

Endpoint = Callable[[Request], Awaitable[Response]]
MOST_SENT = 1000
"""Rule files that people may have sent."""


class Api:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        limits = hub.settings.limits
        self._doors = Doors(limits.doors, limits.door_rate)

    def routes(self) -> list[Route]:
        gets = {
            "/health": self.health,
            "/metrics": self.metrics,
            "/api/server": self.server,
            "/api/rules": self.rules,
            "/api/rules/{name:path}": self.game,
            "/api/tables": self.lobby,
            "/api/codes/{code}": self.code,
            "/api/tables/{table}": self.table,
            "/api/tables/{table}/record": self.record,
        }
        posts = {"/api/tables": self.open, "/api/tables/{table}/seats": self.join, "/api/rules": self.send}
        found = [Route(path, answered(ask), methods=["GET"]) for path, ask in gets.items()]
        return [*(Route(path, answered(ask), methods=["POST"]) for path, ask in posts.items()), *found]

    # about the server

    async def health(self, request: Request) -> Response:
        if self._hub.stopping:
            raise Unable(503, "stopping", "the server stops")
        await asyncio.to_thread(self._hub.store.count)
        return JSONResponse({"status": "ok"})

    async def metrics(self, request: Request) -> Response:
        kind = "text/plain; version=0.0.4"
        return PlainTextResponse(self._hub.metrics.text(self._hub.gauges()), media_type=kind)

    async def server(self, request: Request) -> Response:
        limits = self._hub.settings.limits
        return JSONResponse(
            {
                "levels": sorted(PLAYERS),
                "phrases": list(PHRASES),
                "limits": {"frame": limits.frame, "spectators": limits.spectators},
                "uploads": self._hub.settings.uploads,
            }
        )

    async def rules(self, request: Request) -> Response:
        return JSONResponse({"rules": await asyncio.to_thread(self._hub.shelf.listed)})

    async def game(self, request: Request) -> Response:
        asked = request.query_params.get("seats", "")
        seats = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 3 else None
        try:
            found = await asyncio.to_thread(self._hub.shelf.rules, request.path_params["name"], (), seats)
        except BadRules as error:
            raise Unable(404, "unknown", str(error)) from None
        return JSONResponse(game_data(found))

    async def send(self, request: Request) -> Response:
        """A rule file; it is named after its content."""
        if not self._hub.settings.uploads:
            raise Unable(404, "unknown", "this server takes no rules")
        self._door(request)
        data = await body(request, MAX_SENT)
        text, title = data.get("text"), read_name(data.get("name"))
        if not isinstance(text, str):
            raise Damaged("`text` is the rule file")
        if len(self._hub.shelf.sent) >= MOST_SENT:
            raise Unable(429, "full", "there are too many rule files")
        await asyncio.to_thread(self._hub.shelf.check, text)
        name = SENT + hashlib.sha256(text.encode()).hexdigest()[:32]
        await asyncio.to_thread(self._hub.store.send, name, title, self._hub.clock(), text)
        self._hub.shelf.sent[name] = text
        return JSONResponse({"name": name}, 201)

    # tables

    async def lobby(self, request: Request) -> Response:
        return JSONResponse({"tables": await self._hub.lobby()})

    async def open(self, request: Request) -> Response:
        self._door(request)
        return JSONResponse(await self._hub.open(await body(request, self._hub.settings.limits.body)), 201)

    async def code(self, request: Request) -> Response:
        self._door(request)
        return JSONResponse({"id": await self._hub.by_code(request.path_params["code"][:20])})

    async def table(self, request: Request) -> Response:
        live = await self._hub.find(request.path_params["table"])
        return JSONResponse(table_data(live.rules, live.table, live.id))

    async def join(self, request: Request) -> Response:
        self._door(request)
        data = await body(request, self._hub.settings.limits.body)
        live = await self._hub.find(request.path_params["table"])
        return JSONResponse(await self._hub.join(live, data), 201)

    async def record(self, request: Request) -> Response:
        """The matches that are over, whose cards are no secret any more."""
        live = await self._hub.find(request.path_params["table"])
        matches, asked = live.table.matches, request.query_params.get("match")
        if asked is not None:
            wanted = number(int(asked) if asked.isdecimal() and len(asked) < 6 else None, "match", 0, 10**6)
            matches = tuple(m for m in matches if m.number == wanted)
        if not matches:
            raise NOWHERE
        lines = [to_line(record_of(live.rules, live.table, contest)) + "\n" for contest in matches]
        return PlainTextResponse("".join(lines), media_type="application/x-ndjson")

    def _door(self, request: Request) -> None:
        if not self._doors.spend(address_of(request.scope), time.monotonic()):
            raise Unable(429, "slow", "wait a moment")


def answered(ask: Endpoint) -> Endpoint:
    """The endpoint with what it raises as answers."""

    async def endpoint(request: Request) -> Response:
        try:
            return await ask(request)
        except Unable as error:
            return JSONResponse({"code": error.code, "text": error.text}, error.status)
        except Damaged as error:
            return JSONResponse({"code": "damaged", "text": str(error)}, 400)
        except BadRules as error:
            return JSONResponse({"code": "rules", "text": str(error)}, 400)
        except StoreError:
            return JSONResponse({"code": "store", "text": "the store does not answer"}, 503)
        except ClientDisconnect:
            return Response(status_code=400)

    return endpoint


async def body(request: Request, most: int) -> dict[str, Any]:
    """The object in a request of at most so many bytes; raises `Damaged` or `Unable`."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Damaged("the content type is `application/json`")
    read = bytearray()
    async for chunk in request.stream():
        read += chunk
        if len(read) > most:
            raise Unable(413, "large", f"a request has at most {most} bytes")
    try:
        data = json.loads(bytes(read))
    except (ValueError, RecursionError):
        raise Damaged("the request is one JSON object") from None
    if not isinstance(data, dict):
        raise Damaged("the request is one JSON object")
    return data
