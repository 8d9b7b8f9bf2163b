"""A server that is killed at any moment, again and again, while people play: what they were told stands.

`python -m benchmarks kills` does it 200 times.
"""

from __future__ import annotations

import asyncio
import json
import random  # noqa: TID251 - no match here is to be played again
import signal
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.loopback import GAME, Server, connect, start
from benchmarks.measure import Result
from benchmarks.server import Crowd, Player, open_tables

CYCLES = 200
TABLES = 10
MOST = 60
"""Messages that are answered before the server is killed, at most; and then it is given some time more."""
LONGEST = 0.05
PATIENCE = 20.0


@dataclass
class Stubborn(Player):
    """Comes back, asks for what it missed, and sends again what was not answered."""

    told: dict[int, Any] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    pending: dict[str, Any] | None = None

    def heard(self, text: str) -> None:
        super().heard(text)
        if text:
            self._note(json.loads(text))
        elif self.pending is not None:
            self.say(self.pending)

    def _note(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "events":
                for event in frame["events"]:
                    if self.told.setdefault(event["version"], event) != event:
                        self.crowd.wrong["an event is another one now"] += 1
            case "done":
                self.acknowledged[frame["id"]] = frame["version"]

    def say(self, data: dict[str, Any]) -> None:
        if "id" in data:
            self.pending = data
        super().say(data)

    def gone(self) -> None:
        self.socket = None


async def _cycles(folder: Path, cycles: int) -> tuple[list[Stubborn], Server]:
    server = start(folder, GAME)
    tables = await asyncio.to_thread(open_tables, server, TABLES)
    crowd = Crowd(going=True)
    players = [Stubborn(crowd, table, token) for table, tokens in tables for token in tokens]
    for _ in range(cycles):
        await _come(server.port, players)
        await _some(crowd)
        server.end(signal.SIGKILL)
        await asyncio.sleep(0.05)
        server = await asyncio.to_thread(start, folder, GAME, server.port)
    return players, server


async def _some(crowd: Crowd) -> None:
    """Until so many messages, from none to `MOST`, have been answered, and a little longer."""
    wanted, end = crowd.moves + random.randint(0, MOST), asyncio.get_running_loop().time() + PATIENCE
    while crowd.moves < wanted and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.005)
    await asyncio.sleep(random.uniform(0, LONGEST))


async def _come(port: int, players: list[Stubborn]) -> None:
    for number, player in enumerate(players):
        player.waiting = player.pending is not None and player.pending["id"] not in player.acknowledged
        if not player.waiting:
            player.pending = None
        player.socket = await connect(port, number, f"/ws/{player.table}", player.heard, player.gone)


async def _compared(players: list[Stubborn], port: int) -> list[str]:
    """What the log, told anew to each, does not have, or has otherwise."""
    crowd = Crowd()
    again = [Stubborn(crowd, p.table, p.token) for p in players]
    await _come(port, again)
    while crowd.ready < len(again) or any(a.version < p.version for a, p in zip(again, players, strict=True)):
        await asyncio.sleep(0.05)
    found = []
    for player, fresh in zip(players, again, strict=True):
        changed = [v for v, event in player.told.items() if fresh.told.get(v) != event]
        found += [f"{player.table}: event {v} is not what was told" for v in changed]
        made = [e["id"] for e in fresh.told.values() if "id" in e]
        found += [f"{player.table}: {n} is there {made.count(n)} times" for n in {*made} if made.count(n) > 1]
        moves = {n: v for n, v in player.acknowledged.items() if "id" in fresh.told.get(v, {})}
        found += [f"{player.table}: {n}" for n, v in moves.items() if fresh.told[v]["id"] != n]
        found += [f"{player.table}: {v} is gone" for v in player.acknowledged.values() if v not in fresh.told]
    return found


def measure(cycles: int = CYCLES) -> Result:
    """The share of the acknowledged messages that stand."""
    with tempfile.TemporaryDirectory() as place:
        players, server = asyncio.run(_cycles(Path(place), cycles))
        try:
            found = asyncio.run(_compared(players, server.port))
        finally:
            server.end()
    acknowledged = sum(len(p.acknowledged) for p in players)
    wrong, told = players[0].crowd.wrong, sum(len(p.told) for p in players)
    notes = (
        f"{cycles} times killed; {acknowledged:,} messages acknowledged, {told:,} events told",
        f"lost, twice or changed: {len(found)} {found[:3]}; other trouble: {dict(wrong) or 'none'}",
    )
    share = 1 - (len(found) + sum(wrong.values())) / max(1, acknowledged)
    return Result("kills", "acknowledged messages that stand", "all of them", share, 1.0, True, notes)
