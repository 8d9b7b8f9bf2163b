"""A bare websocket server of the same parts as ours, which sends back what it gets."""

from __future__ import annotations

import argparse
import socket
import time

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


async def echo(websocket: WebSocket) -> None:
    await websocket.accept()
    try:
        while True:
            await websocket.send_text(await websocket.receive_text())
    except WebSocketDisconnect:
        return


async def health(_request: Request) -> Response:
    return PlainTextResponse("ok")


async def metrics(_request: Request) -> Response:
    return PlainTextResponse(f"process_cpu_seconds_total {time.process_time():.3f}\n")


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--port", type=int, default=0)
    bound = socket.create_server(("127.0.0.1", reader.parse_args().port), backlog=2048)
    print(f"echo on http://127.0.0.1:{bound.getsockname()[1]}", flush=True)
    routes = [WebSocketRoute("/ws/{table}", echo), Route("/health", health), Route("/metrics", metrics)]
    config = uvicorn.Config(
        Starlette(routes=routes),
        ws="websockets-sansio",
        ws_max_size=8192,
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
    )
    uvicorn.Server(config).run(sockets=[bound])


if __name__ == "__main__":
    main()
