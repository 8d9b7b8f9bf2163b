"""A real server in a process of its own, and clients of it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.house.tree import ROOT

PROGRAM = "from cli.main import run; run()"
PATIENCE = 60.0
"""Seconds that a busy machine may need for anything."""
WAIT = 0.2
"""Seconds in which a connection that asked too much gets some credit again."""


@dataclass
class Running:
    """The server and the folder with its store."""

    folder: Path
    options: tuple[str, ...] = ()
    process: subprocess.Popen[str] | None = None
    port: int = 0

    def start(self) -> None:
        command = [
            sys.executable,
            "-c",
            PROGRAM,
            "serve",
            "--port",
            str(self.port),
            "--pace",
            "0",
            *self.options,
        ]
        with (self.folder / "log.jsonl").open("a") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said.startswith("serving on http://"), (self.folder / "log.jsonl").read_text()
        self.port = int(said.rstrip("/\n").rpartition(":")[2])
        self.wait()

    def wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/health")[0] == 200:
                    return
            time.sleep(0.05)
        raise AssertionError("the server does not answer: " + (self.folder / "log.jsonl").read_text())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process = None
        return code

    def ask(
        self, method: str, path: str, data: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and answer; JSON where it is JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = None if data is None else json.dumps(data)
        given = {"Content-Type": "application/json", **(headers or {})}
        try:
            connection.request(method, path, body, given)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(text) if is_json else text

    def post(self, path: str, data: object) -> Any:
        status, answer = self.ask("POST", path, data)
        assert status == 201, answer
        return answer


@contextmanager
def server(folder: Path, *options: str) -> Iterator[Running]:
    running = Running(folder, options)
    running.start()
    try:
        yield running
    finally:
        if running.process is not None:
            running.stop()


@dataclass
class Client:
    """One websocket at a table; `got` are all frames as they came, `events` the events by version."""

    running: Running
    table: str
    token: str | None
    got: list[str] = field(default_factory=list)
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    view: dict[str, Any] | None = None
    state: dict[str, Any] = field(default_factory=dict)
    answers: list[dict[str, Any]] = field(default_factory=list)
    bye: str | None = None
    version: int = 0
    socket: ClientConnection | None = None
    stack: ExitStack = field(default_factory=ExitStack)
    sent: int = 0

    def open(self, **headers: str) -> None:
        address = f"ws://127.0.0.1:{self.running.port}/ws/{self.table}"
        self.socket = self.stack.enter_context(
            connect(address, additional_headers=headers, open_timeout=PATIENCE, compression=None, proxy=None)
        )
        last = self.version
        self.send({"type": "hello", "table": self.table, "token": self.token, "last_version": last})

    def close(self) -> None:
        self.stack.close()
        self.socket = None

    def send(self, data: object) -> None:
        assert self.socket is not None
        self.socket.send(data if isinstance(data, str) else json.dumps(data))

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next frame, noted; raises `TimeoutError` or `ConnectionClosed`."""
        assert self.socket is not None
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.got.append(text)
        frame: dict[str, Any] = json.loads(text)
        match frame["type"]:
            case "events":
                self._note(frame)
            case "bye":
                self.bye = frame["code"]
            case "welcome" | "presence":
                pass
            case _:
                self.answers.append(frame)
        return frame

    def _note(self, frame: dict[str, Any]) -> None:
        versions = [event["version"] for event in frame["events"]]
        assert versions == list(range(frame["from"], frame["to"] + 1)), "versions are consecutive"
        assert not versions or versions[0] == self.version + 1, "nothing is missing, nothing comes twice"
        for event in frame["events"]:
            self.events[event["version"]] = event
        self.version = max(self.version, frame["to"])
        self.view, self.state = frame["view"], frame["table"]

    def until(self, done: Any) -> None:
        """Read until `done()` holds, or the connection has ended."""
        while not done():
            try:
                self.read()
            except ConnectionClosed:
                return

    def read_on(self) -> None:
        """Read until the connection ends, which is raised."""
        while True:
            self.read()

    def call(self, kind: str, **about: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        self.sent += 1
        name = about.pop("id", f"{kind}-{self.sent}-{id(self)}")
        return self._answered({"type": kind, "id": name, **about}, "id")

    def ask(self, kind: str, **about: Any) -> dict[str, Any]:
        """Ask a question and wait for its answer."""
        self.sent += 1
        return self._answered({"type": kind, "ref": self.sent, **about}, "ref")

    def _answered(self, message: dict[str, Any], mark: str) -> dict[str, Any]:
        """The answer to a message; one that is refused because this client was too fast is sent again."""
        while True:
            seen = len(self.answers)
            self.send(message)
            self.until(lambda seen=seen: self._found(message[mark], mark, seen))
            found = self._found(message[mark], mark, seen)
            assert found, f"the connection ended: {self.bye}"
            if found[0].get("code") != "slow":
                return found[0]
            time.sleep(WAIT)

    def _found(self, name: object, mark: str, seen: int) -> list[dict[str, Any]]:
        return [a for a in self.answers[seen:] if a.get(mark) == name]

    @property
    def over(self) -> bool:
        return self.state.get("phase") in ("over", "closed")

    def step(self) -> bool:
        """Make a move if it is this client's turn: the one that the rules list last."""
        if self.view is None or not self.view["legal"]:
            return False
        action = self.view["legal"][-1 - self.version % len(self.view["legal"])]["action"]
        answer = self.call("move", version=self.version, action=action)
        if answer["type"] == "done":
            self.until(lambda: self.version >= answer["version"])
        return True
