"""Servers in processes of their own on this machine, and clients that cost little, many in one process.

Clients come from addresses 127.0.0.1 up to 127.0.0.60, so that the server's limits for one address hold as
they are. They need Linux, where all of these are this machine.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENCE = 120.0
"""Seconds that a busy machine may need for anything."""
ADDRESSES = 60
TOO_EARLY = 429
GAME = ("-c", "from cli.main import run; run()", "serve", "--pace", "0")
ECHO = ("-m", "benchmarks.echo")


@dataclass
class Server:
    """A server that listens; `address` is where it was asked from last."""

    process: subprocess.Popen[str]
    port: int
    address: int = 0

    def ask(self, path: str, data: object = None) -> Any:
        """GET, or POST if there is `data`; JSON where the answer is. Each call comes from another address and
        waits where the server says that it is too early.
        """
        end = time.monotonic() + PATIENCE
        while True:
            status, text, kind = self._asked(path, data)
            if status != TOO_EARLY or time.monotonic() > end:
                break
            time.sleep(0.1)
        if status >= 400:
            raise RuntimeError(f"{path}: {status} {text[:200]}")
        return json.loads(text) if kind == "application/json" else text

    def _asked(self, path: str, data: object) -> tuple[int, str, str]:
        """Status, text and its type."""
        self.address = self.address % ADDRESSES + 1
        source = (f"127.0.0.{self.address}", 0)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, source)
        body, method = (None, "GET") if data is None else (json.dumps(data), "POST")
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers.get_content_type()
        finally:
            connection.close()

    def metric(self, name: str) -> float:
        found = re.search(rf"^{name} (\S+)$", self.ask("/metrics"), re.MULTILINE)
        if found is None:
            raise RuntimeError(f"the server does not tell `{name}`")
        return float(found[1])

    @property
    def cpu(self) -> float:
        """Processor time in seconds."""
        return self.metric("process_cpu_seconds_total")

    @property
    def memory(self) -> int:
        """Bytes."""
        return int(self.metric("process_resident_memory_bytes"))

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


def start(folder: Path, command: tuple[str, ...], port: int = 0) -> Server:
    """A server that answers; its errors go to a file in the folder."""
    with (folder / "log.jsonl").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, *command, "--port", str(port)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r":(\d+)/?$", said.strip())
    if found is None:
        raise RuntimeError(f"no server: {said} {(folder / 'log.jsonl').read_text()[-2000:]}")
    server = Server(process, int(found[1]))
    _wait(server)
    return server


def _wait(server: Server) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError, http.client.HTTPException, RuntimeError):
            server.ask("/health")
            return
        if time.monotonic() > end:
            raise RuntimeError("the server does not answer")
        time.sleep(0.02)


@contextmanager
def running(folder: Path, command: tuple[str, ...]) -> Iterator[Server]:
    folder.mkdir(exist_ok=True)
    server = start(folder, command)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end()


class Socket(asyncio.Protocol):
    """One websocket: no masks but zeros, no compression, whole frames only. `heard` gets the texts."""

    def __init__(self, path: str, heard: Callable[[str], None], gone: Callable[[], None]) -> None:
        self._path, self._heard, self._gone = path, heard, gone
        self._got = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.closed: int | None = None
        """The code with which the server has closed it."""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        host = transport.get_extra_info("peername")[1]
        request = (
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1:{host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        )
        transport.write(request.encode())

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self._open:
            head, mark, rest = bytes(self._got).partition(b"\r\n\r\n")
            if not mark:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.close()
                return
            self._open, self._got = True, bytearray(rest)
            self.opened()
        self._frames()

    def opened(self) -> None:
        """The handshake is over; `heard` is told by an empty text."""
        self._heard("")

    def _frames(self) -> None:
        got, at = self._got, 0
        while len(got) - at >= 2:
            length, begin = got[at + 1], at + 2
            wide = {126: 2, 127: 8}.get(length, 0)
            if len(got) < begin + wide:
                break
            if wide:
                length, begin = int.from_bytes(got[begin : begin + wide], "big"), begin + wide
            if len(got) < begin + length:
                break
            payload, kind, at = bytes(got[begin : begin + length]), got[at] & 15, begin + length
            self._frame(kind, payload)
        del got[:at]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == 1:
            self._heard(payload.decode())
        elif kind == 9:
            self.send(payload, 10)
        elif kind == 8:
            self.closed = int.from_bytes(payload[:2], "big")
            self.close()

    def send(self, payload: bytes, kind: int = 1, whole: bool = True) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        head = bytes([(128 if whole else 0) | kind])
        size = len(payload)
        shown = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        if size > 65535:
            shown = bytes([255]) + size.to_bytes(8, "big")
        self._transport.write(head + shown + b"\0\0\0\0" + payload)

    def raw(self, data: bytes) -> None:
        """Bytes that need be no frame."""
        if self._transport is not None:
            self._transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def connect(
    port: int, number: int, path: str, heard: Callable[[str], None], gone: Callable[[], None]
) -> Socket:
    """A websocket from an address that follows from its number."""
    source = (f"127.0.0.{number % ADDRESSES + 1}", 0)
    loop = asyncio.get_running_loop()
    made: tuple[Any, Socket] = await loop.create_connection(
        lambda: Socket(path, heard, gone), "127.0.0.1", port, local_addr=source
    )
    return made[1]
