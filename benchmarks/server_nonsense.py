"""Nonsense by the hundred thousand, and what a table costs when nothing happens at it.

`python -m benchmarks nonsense` sends malformed frames, `python -m benchmarks idle` opens tables.
"""

from __future__ import annotations

import asyncio
import json
import random  # noqa: TID251 - nothing here is to be repeated
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.loopback import GAME, Server, Socket, connect, running
from benchmarks.measure import Result
from benchmarks.server import Crowd, Player, open_tables

FRAMES = 100_000
SENDERS = 40
GROWTH = 8.0
"""MiB that may remain after the frames; caches and the allocator take that much."""
IDLE = 1000
ROOM = 50.0
"""KiB of a table."""
KINDS = "move say takeback answer rematch resign claim leave why hint look ping hello dance".split()
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 2**63, 10**300, 1.5, "", "x" * 4000, "\ud800", "\0", "é" * 64, [], {}, [[]], {"a": {}}),
    *(["6C"], {"move": "dance"}, {"move": ["x"], "card": "6C"}, {"move": "move", "card": 6}, "6C", "6C\n"),
)
FIELDS = "id ref version action card phrase yes seed place how table token last_version type".split()


def _message(chance: random.Random) -> bytes:
    """An object that looks like a message, with values that do not belong there."""
    data = {name: chance.choice(VALUES) for name in chance.sample(FIELDS, chance.randint(0, 6))}
    return json.dumps({"type": chance.choice(KINDS), **data}).encode()


def _text(chance: random.Random) -> bytes:
    whole = json.dumps({"type": "move", "id": "1", "version": 1, "action": {"move": "dance"}}).encode()
    return chance.choice(
        [
            whole[: chance.randrange(len(whole))],
            b"[" * 4000,
            b'{"a":' * 1500,
            b"1" * 5000,
            b'{"type":"move","version":' + b"9" * 5000 + b"}",
            b"NaN",
            chance.randbytes(chance.randint(0, 200)).hex().encode(),
            b'{"type":"ping","type":"move"}',
            b'{"type":"\\ud800","id":"\\udfff"}',
        ]
    )


def _bytes(socket: Socket, chance: random.Random) -> None:
    """What is against the rules of websockets: the server has to end the connection."""
    junk = chance.randbytes(chance.randint(1, 100))
    wrong: list[Callable[[], None]] = [
        lambda: socket.send(junk, 2),
        lambda: socket.send(b"\xff\xfe\xfd", 1),
        lambda: socket.send(b"x" * 9000, 1),
        lambda: socket.send(b"half", 1, whole=False),
        lambda: socket.send(b"", 0),
        lambda: socket.send(junk, chance.randint(3, 7)),
        lambda: socket.send(b"p" * 200, 9),
        lambda: socket.send(b"\0", 8),
        lambda: socket.raw(junk),
        lambda: socket.raw(b"\x81\x05hello"),
    ]
    chance.choice(wrong)()


class Sender:
    """Sends nonsense on one connection after another, before and after `hello`."""

    def __init__(self, port: int, table: str, token: str, number: int) -> None:
        self._port, self._table, self._token, self._number = port, table, token, number
        self._chance = random.Random(number)
        self._over = asyncio.Event()
        self._open = asyncio.Event()
        self.sent = 0
        self.answered = 0

    def _heard(self, text: str) -> None:
        self._open.set()
        self.answered += bool(text)

    async def run(self, frames: int) -> None:
        while self.sent < frames:
            self._over.clear()
            self._open.clear()
            where = f"/ws/{self._table}"
            socket = await connect(self._port, self._number, where, self._heard, self._over.set)
            opened, over = (asyncio.create_task(e.wait()) for e in (self._open, self._over))
            await asyncio.wait((opened, over), return_when=asyncio.FIRST_COMPLETED)
            opened.cancel()
            over.cancel()
            if self._chance.randrange(4):
                hello = {"type": "hello", "table": self._table, "token": self._token, "last_version": 0}
                socket.send(json.dumps(hello).encode())
            await self._nonsense(socket)
            socket.close()

    async def _nonsense(self, socket: Socket) -> None:
        while not self._over.is_set():
            for _ in range(self._chance.randint(1, 30)):
                self._one(socket)
            await asyncio.sleep(0.005)

    def _one(self, socket: Socket) -> None:
        self.sent += 1
        match self._chance.randrange(40):
            case 0:
                _bytes(socket, self._chance)
            case n if n < 12:
                socket.send(_text(self._chance))
            case _:
                socket.send(_message(self._chance))


async def _sent(server: Server, tables: list[Any], frames: int) -> tuple[int, int]:
    """Frames sent and answers got."""
    places = [(table, token) for table, tokens in tables for token in tokens]
    senders = [Sender(server.port, *places[n % len(places)], n) for n in range(SENDERS)]
    await asyncio.gather(*(sender.run(frames // SENDERS) for sender in senders))
    return sum(s.sent for s in senders), sum(s.answered for s in senders)


def nonsense(frames: int = FRAMES) -> Result:
    """MiB that the process is larger after the frames than before."""
    with tempfile.TemporaryDirectory() as place, running(Path(place) / "game", GAME) as server:
        tables = open_tables(server, 10)
        asyncio.run(_sent(server, tables, frames // 10))
        time.sleep(1)
        before = server.memory
        sent, answered = asyncio.run(_sent(server, tables, frames))
        time.sleep(1)
        after = server.memory
        lives = server.process.poll() is None and server.ask("/health") == {"status": "ok"}
        log = (Path(place) / "game" / "log.jsonl").read_text(encoding="utf-8")
        errors = [line for line in log.splitlines() if '"level": "error"' in line]
    first, last = before / 2**20, after / 2**20
    notes = (
        f"{sent:,} frames, {answered:,} answers; memory {first:.1f} MiB before and {last:.1f} MiB after",
        f"the process {'lives' if lives else 'is dead'}; errors in its log: {len(errors)} {errors[:1]}",
    )
    grown = last - first if lives and not errors else float("inf")
    return Result("nonsense", "MiB grown by malformed frames", "none", grown, GROWTH, False, notes)


async def _played(server: Server, tables: list[Any], moves: int) -> None:
    """So many moves at each table, about; then everybody leaves."""
    for first in range(0, len(tables), 100):
        crowd = Crowd()
        players = [Player(crowd, t, token) for t, tokens in tables[first : first + 100] for token in tokens]
        for number, player in enumerate(players):
            where = f"/ws/{player.table}"
            player.socket = await connect(server.port, number, where, player.heard, player.gone)
        while crowd.ready < len(players):
            await asyncio.sleep(0.02)
        crowd.going = True
        for player in players:
            player.go()
        while crowd.moves < moves * len(players) // 2:
            await asyncio.sleep(0.02)
        crowd.going = False
        for player in players:
            if player.socket is not None:
                player.socket.close()
        await asyncio.sleep(0.1)


def idle(count: int = IDLE, moves: int = 40) -> Result:
    """KiB of a table at which nothing happens, in the middle of a match."""
    with tempfile.TemporaryDirectory() as place, running(Path(place) / "game", GAME) as server:
        some = open_tables(server, 100)
        asyncio.run(_played(server, some, moves))
        before = server.memory
        tables = open_tables(server, count)
        dealt = server.memory
        asyncio.run(_played(server, tables, moves))
        after = server.memory
    each, later = (dealt - before) / count / 1024, (after - before) / count / 1024
    notes = (f"{count} tables for two: {each:.1f} KiB with cards dealt, {later:.1f} KiB after {moves} moves",)
    return Result("idle", "KiB of an idle table", "none", later, ROOM, False, notes)
