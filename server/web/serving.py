"""Running the application with uvicorn."""

from __future__ import annotations

import gc
import socket

import uvicorn

from server.store.opening import open_store
from server.web.app import make_app
from server.web.hub import Hub
from server.web.logs import to_standard_error
from server.web.settings import Settings

GRACE = 5
"""Seconds that connections have to end when the server stops."""
COLLECTING = (2_000, 5, 5)
"""After how many more objects the collector of cycles looks for some, and how often at older ones. Moves make
objects that stay, and no cycles: by default a tenth of the time goes into looking at a thousand connections.
What connections leave behind is still found after some thousand objects.
"""


class Stopping(uvicorn.Server):
    """Says farewell at the tables before the connections are closed."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTING)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._hub.farewell()
        await super().shutdown(sockets)


def serve(settings: Settings, bound: socket.socket | None = None) -> None:
    """Until the process is told to stop; `bound` is a socket that listens already. Raises `StoreError`."""
    to_standard_error()
    hub = Hub(settings, open_store(settings.store))
    config = uvicorn.Config(
        make_app(hub),
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=settings.limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips="*" if settings.behind_proxy else None,
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        limit_concurrency=settings.limits.connections + 1000,
    )
    Stopping(config, hub).run(sockets=None if bound is None else [bound])
