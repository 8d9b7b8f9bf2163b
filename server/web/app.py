"""The application: its routes, its pages, its beginning and its end."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from server.web.api import Api
from server.web.connection import Connection
from server.web.guard import Guard
from server.web.hub import Hub
from server.web.logs import note
from server.web.looking import Looking

PAGES = Path(__file__).resolve().parent.parent / "static"
"""Where the browser's files lie."""


def make_app(hub: Hub) -> ASGIApp:
    """The server as an ASGI application; it closes the hub's store at its end."""
    settings = hub.settings

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        note("started", process=settings.process, processes=settings.processes)
        try:
            yield
        finally:
            await hub.stop()
            note("stopped")

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        await Connection(hub, websocket).serve()

    answers = [*Looking(hub).routes(), *Api(hub).routes()]
    routes: list[BaseRoute] = [WebSocketRoute("/ws/{table}", socket), *answers, *_pages()]
    return Guard(Starlette(routes=routes, lifespan=lifespan), hub)


class Fresh(StaticFiles):
    """Files of which a browser asks each time whether they are still the same: they belong together."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        found = super().file_response(*args, **more)
        found.headers["cache-control"] = "no-cache"
        return found


def _pages() -> list[BaseRoute]:
    """The same page for the lobby and for every table; its script looks at the address."""
    found: list[BaseRoute] = [Route("/", page), Route("/t/{table}", page), Route("/favicon.ico", nothing)]
    return [*found, Mount("/static", Fresh(directory=PAGES))] if PAGES.is_dir() else found


async def page(request: Request) -> Response:
    index = PAGES / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"cache-control": "no-cache"})
    return PlainTextResponse("Come to this table with: yourtrumps join " + str(request.url) + "\n")


async def nothing(_request: Request) -> Response:
    return Response(status_code=204)
