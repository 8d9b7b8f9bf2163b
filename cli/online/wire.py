"""The wire to a server: HTTP for doors, one websocket for the table, reconnecting by itself."""

from __future__ import annotations

import json
import queue
import threading
import time
import urllib.error
import urllib.request
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import quote, urlsplit

from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect

from cli.exits import faulty_command

PATIENCE = 20.0
"""Seconds that a server has for an answer."""
FINAL = frozenset({"unknown", "closed", "damaged", "elsewhere", "flood"})
"""Ends of a connection after which it makes no sense to come again."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone and is tried again."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The connection has ended for good; `code` is the server's."""

    code: str


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody has typed; None is the end of input."""

    text: str | None


Happening: TypeAlias = "dict[str, Any] | Lost | Gone | Line"


@dataclass(frozen=True, slots=True)
class Server:
    """A server by its address, without a slash at its end."""

    address: str

    def ask(self, path: str, data: object = None) -> Any:
        """GET, or POST if there is `data`; raises `Stop` with what the server says."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.address + path, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                text = answer.read().decode()
                return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
        except urllib.error.HTTPError as error:
            raise faulty_command(_said(error)) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise faulty_command(f"`{self.address}` does not answer: {str(reason).lower()}") from None

    def socket(self, table: str) -> str:
        return "ws" + self.address.removeprefix("http") + f"/ws/{quote(table)}"


def _said(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read())["text"])
    except (ValueError, KeyError, OSError):
        return f"the server answers {error.code}"


def read_address(text: str) -> tuple[Server, str]:
    """The server and the rest of a link; raises `Stop` for what is none."""
    parts = urlsplit(text if "://" in text else f"http://{text}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise faulty_command(f"`{text[:100]}` is no address of a server")
    return Server(f"{parts.scheme}://{parts.netloc}"), parts.path


@dataclass
class Wire:
    """One seat, or a spectator's place (`token` None), at one table. Frames arrive in `inbox`."""

    server: Server
    table: str
    token: str | None
    inbox: queue.SimpleQueue[Happening] = field(default_factory=queue.SimpleQueue)
    version: int = 0
    _socket: ClientConnection | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _pending: dict[str, str] = field(default_factory=dict)
    _answers: dict[int, queue.SimpleQueue[dict[str, Any]]] = field(default_factory=dict)
    _asked: int = 0
    _ended: bool = False

    def start(self) -> None:
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        self._ended = True
        with self._lock:
            socket = self._socket
        if socket is not None:
            with suppress(WebSocketException, OSError):
                socket.close()

    def _run(self) -> None:
        wait = 0.2
        while not self._ended:
            try:
                with connect(
                    self.server.socket(self.table), open_timeout=PATIENCE, max_size=2**24, compression=None
                ) as socket:
                    self._greet(socket)
                    wait = 0.2
                    for text in socket:
                        if self._hear(json.loads(text)):
                            return
            except (OSError, WebSocketException, InvalidHandshake, InvalidURI, TimeoutError, ValueError):
                pass
            with self._lock:
                self._socket = None
            self.inbox.put(Lost())
            time.sleep(wait)
            wait = min(8.0, 2 * wait)

    def _greet(self, socket: ClientConnection) -> None:
        """`hello`, and again what was not answered."""
        hello = {"type": "hello", "table": self.table, "token": self.token, "last_version": self.version}
        with self._lock:
            socket.send(json.dumps(hello))
            for text in self._pending.values():
                socket.send(text)
            self._socket = socket

    def _hear(self, frame: dict[str, Any]) -> bool:
        """Pass a frame on; True if it is the last."""
        match frame.get("type"):
            case "bye" if frame["code"] in FINAL:
                self.inbox.put(Gone(frame["code"]))
                return True
            case "events":
                self.version = max(self.version, frame["to"])
            case "done" | "refused":
                self._pending.pop(str(frame.get("id")), None)
        answer = self._answers.pop(frame["ref"], None) if isinstance(frame.get("ref"), int) else None
        if answer is not None:
            answer.put(frame)
        else:
            self.inbox.put(frame)
        return False

    def send(self, kind: str, **about: Any) -> None:
        """A message that is carried out once, whatever happens to the connection."""
        name = uuid.uuid4().hex
        text = json.dumps({"type": kind, "id": name, **about})
        with self._lock:
            self._pending[name] = text
            if self._socket is not None:
                with suppress(WebSocketException, OSError):
                    self._socket.send(text)

    def ask(self, kind: str, **about: Any) -> dict[str, Any] | None:
        """The answer to a question; None if there is none in time."""
        answer: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        with self._lock:
            self._asked += 1
            self._answers[self._asked] = answer
            if self._socket is None:
                return None
            with suppress(WebSocketException, OSError):
                self._socket.send(json.dumps({"type": kind, "ref": self._asked, **about}))
        try:
            return answer.get(timeout=PATIENCE / 4)
        except queue.Empty:
            return None
