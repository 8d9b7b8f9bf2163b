"""Running the application with uvicorn."""

from __future__ import annotations

import socket

import uvicorn

from server.store.opening import open_store
from server.web.app import make_app
from server.web.logs import to_standard_error
from server.web.settings import Settings

GRACE = 5
"""Seconds that connections have to end when the server stops."""


def serve(settings: Settings, bound: socket.socket | None = None) -> None:
    """Until the process is told to stop; `bound` is a socket that listens already. Raises `StoreError`."""
    to_standard_error()
    app = make_app(settings, open_store(settings.store))
    config = uvicorn.Config(
        app,
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
    uvicorn.Server(config).run(sockets=None if bound is None else [bound])
