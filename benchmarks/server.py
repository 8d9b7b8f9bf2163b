"""Many tables at once, moves as fast as the answers come, beside a server that only sends back what it gets.

The same clients on the same machine speak to both in turn. Counted are websocket frames, those that the
server gets and those that it sends, on both sides alike: a move is one frame in and, for two players, three
out (its answer, and what has happened for each); an echo is one in and one out.
"""

from __future__ import annotations

import asyncio
import json
import random  # noqa: TID251 - no match here is to be played again
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.loopback import ECHO, GAME, Server, Socket, connect, running
from benchmarks.measure import Result

TABLES = 500
GOAL = 0.3
ROUNDS = 3
SECONDS = 6.0
"""Of a round with our server; the echo gets half."""
WARM = 3
"""Answers to each client before the first round, on the average: cards are dealt, caches filled."""


@dataclass
class Crowd:
    """What all clients of one server have counted. Nobody sends while not `going`."""

    going: bool = False
    frames: int = 0
    moves: int = 0
    waited: int = 0
    waits: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    ready: int = 0

    def wait(self, since: float) -> None:
        """An answer has come to what was sent at that time."""
        self.waited += 1
        self.waits.append(time.perf_counter() - since)

    def reset(self) -> None:
        self.frames = self.moves = 0
        self.waits.clear()


@dataclass
class Player:
    """A seat that makes a random legal move whenever it can, and asks for another match after each."""

    crowd: Crowd
    table: str
    token: str
    version: int = 0
    sent: int = 0
    asked: float = 0.0
    waiting: bool = False
    until: int = 0
    frame: dict[str, Any] = field(default_factory=dict)
    socket: Socket | None = None

    def heard(self, text: str) -> None:
        if not text:
            self.say(
                {"type": "hello", "table": self.table, "token": self.token, "last_version": self.version}
            )
            return
        self.crowd.frames += 1
        frame = json.loads(text)
        match frame["type"]:
            case "events":
                self._events(frame)
            case "done":
                self.crowd.moves += 1
                self.crowd.wait(self.asked)
                self.waiting, self.until = False, frame["version"]
            case "refused":
                self.waiting = False
                self.crowd.wrong["refused: " + frame["code"]] += frame["code"] != "not_now"
            case "bye":
                self.crowd.wrong["bye: " + frame["code"]] += 1
            case _:
                return
        self.go()

    def _events(self, frame: dict[str, Any]) -> None:
        first = not self.frame
        if frame["from"] != self.version + 1:
            self.crowd.wrong["an event is missing or comes twice"] += 1
        self.version, self.frame = frame["to"], frame
        self.crowd.ready += first

    def go(self) -> None:
        """What is to be done now, if anything."""
        view = self.frame.get("view")
        if not self.crowd.going or self.waiting or view is None or self.version < self.until:
            return
        if view["legal"]:
            action = random.choice(view["legal"])["action"]
            self._act({"type": "move", "version": self.version, "action": action})
        elif self.frame["table"]["phase"] == "over" and self._place not in self._again:
            self._act({"type": "rematch"})

    @property
    def _again(self) -> list[int]:
        asked: list[int] = self.frame["table"]["asked"]["rematch"]
        return asked

    @property
    def _place(self) -> int:
        seats = [place["seat"] for place in self.frame["table"]["places"]]
        return seats.index(self.frame["view"]["viewer"])

    def _act(self, about: dict[str, Any]) -> None:
        self.sent += 1
        self.waiting, self.asked = True, time.perf_counter()
        self.crowd.frames += 1
        self.say({**about, "id": f"{self.sent}-{self.version}"})

    def say(self, data: dict[str, Any]) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(data).encode())

    def gone(self) -> None:
        self.crowd.wrong["a connection has ended"] += self.crowd.going


@dataclass
class Caller:
    """Sends the same text again when it has come back."""

    crowd: Crowd
    text: bytes
    socket: Socket | None = None
    asked: float = 0.0
    waiting: bool = False

    def heard(self, text: str) -> None:
        if text:
            self.crowd.frames += 1
            self.crowd.wait(self.asked)
            self.waiting = False
        else:
            self.crowd.ready += 1
        self.go()

    def go(self) -> None:
        if self.crowd.going and not self.waiting and self.socket is not None:
            self.crowd.frames += 1
            self.waiting, self.asked = True, time.perf_counter()
            self.socket.send(self.text)

    def gone(self) -> None:
        self.crowd.wrong["a connection has ended"] += self.crowd.going


@dataclass(frozen=True)
class Round:
    """Frames, moves and p99 of one round of one server."""

    frames_a_second: float
    frames_a_cpu_second: float
    moves_a_second: float
    p99: float


def open_tables(server: Server, count: int, **more: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Tables for two with everybody seated: id and tokens."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for _ in range(count):
        opened = server.ask("/api/tables", {"rules": "yourtrumps", "name": "A", **more})
        joined = server.ask(f"/api/tables/{opened['id']}/seats", {"name": "B"})
        found.append((opened["id"], (opened["token"], joined["token"])))
    return found


async def _connected(port: int, clients: list[Any], path: str = "") -> None:
    for number, client in enumerate(clients):
        where = path or f"/ws/{client.table}"
        client.socket = await connect(port, number, where, client.heard, client.gone)
    crowd = clients[0].crowd
    while crowd.ready < len(clients):
        await asyncio.sleep(0.02)


async def _round(server: Server, clients: list[Any], seconds: float) -> Round:
    crowd: Crowd = clients[0].crowd
    crowd.going = True
    for client in clients:
        client.go()
    while crowd.waited < WARM * len(clients):
        await asyncio.sleep(0.05)
    cpu = await asyncio.to_thread(lambda: server.cpu)
    crowd.reset()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    passed, frames, moves, waits = time.perf_counter() - began, crowd.frames, crowd.moves, sorted(crowd.waits)
    cpu = await asyncio.to_thread(lambda: server.cpu) - cpu
    crowd.going = False
    await asyncio.sleep(0.5)
    p99 = waits[int(0.99 * (len(waits) - 1))] if waits else float("inf")
    return Round(frames / passed, frames / max(cpu, 1e-9), moves / passed, p99)


async def _measured(ours: Server, echo: Server) -> tuple[list[tuple[Round, Round]], Counter[str], int]:
    tables = await asyncio.to_thread(open_tables, ours, TABLES)
    crowd, other = Crowd(), Crowd()
    players = [Player(crowd, table, token) for table, tokens in tables for token in tokens]
    text = json.dumps({"type": "move", "id": "1-17", "version": 17, "action": {"move": "lead", "card": "6C"}})
    callers = [Caller(other, text.encode()) for _ in players]
    await _connected(ours.port, players)
    await _connected(echo.port, callers, "/ws/echo")
    rounds = []
    for _ in range(ROUNDS):
        mine = await _round(ours, players, SECONDS)
        rounds.append((mine, await _round(echo, callers, SECONDS / 2)))
    missed = await asyncio.to_thread(_compared, ours, players)
    return rounds, crowd.wrong, missed


def _compared(server: Server, players: list[Player]) -> int:
    """Players who have not got all events of their table."""
    events = server.metric("yourtrumps_events_total")
    told = {p.table: p.version for p in players}
    uneven = sum(p.version != told[p.table] for p in players)
    opening = 0 if events <= sum(told.values()) else 1
    return uneven + opening


def measure() -> Result:
    """Frames a second of our server by those of the echo."""
    with (
        tempfile.TemporaryDirectory() as place,
        running(Path(place) / "game", GAME) as ours,
        running(Path(place) / "echo", ECHO) as echo,
    ):
        rounds, wrong, missed = asyncio.run(_measured(ours, echo))
    ratios = [mine.frames_a_second / other.frames_a_second for mine, other in rounds]
    by_cpu = [mine.frames_a_cpu_second / other.frames_a_cpu_second for mine, other in rounds]
    mine, other = ([r[n] for r in rounds] for n in (0, 1))
    late, echoed = (median(r.p99 for r in side) * 1000 for side in (mine, other))
    frames, bare = (median(r.frames_a_second for r in side) for side in (mine, other))
    notes = [
        f"{TABLES} tables, {2 * TABLES} connections; ratios {min(ratios):.3g} to {max(ratios):.3g}",
        f"by the servers' processor time {median(by_cpu):.3f} ({min(by_cpu):.3g} to {max(by_cpu):.3g})",
        f"{median(r.moves_a_second for r in mine):,.0f} moves a second; frames {frames:,.0f} and {bare:,.0f}",
        f"99 of 100 answers within {late:.0f} ms; of echoes within {echoed:.0f} ms",
        f"events missing or twice: {missed}; other trouble: {dict(wrong) or 'none'}",
    ]
    ratio = 0.0 if missed or sum(wrong.values()) else median(ratios)
    subject, opponent = "frames of a server with 500 tables", "an echo server of the same parts"
    return Result("server", subject, opponent, ratio, GOAL, True, tuple(notes))
