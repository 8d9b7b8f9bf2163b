"""Random matches at the tables of a server without a network; every byte that a viewer is sent is looked at.

`python -m tests.server.leaks --matches 2000` plays so many. A leak is a card in what was sent to somebody who
may not have seen it by then, or a variable that he may not see; who may see what is told by `declared.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.run.protocol import Position
from interpreter.run.rng import Stream, stream
from server.core.describing import game_data
from server.core.picture import seat_of
from server.core.spelling import to_json
from server.core.state import Table
from server.store.protocol import Batch
from server.store.sqlite import SqliteStore
from server.web.connection import Connection
from server.web.hub import Hub
from server.web.live import LiveTable
from server.web.settings import Limits, Settings
from server.web.writer import Writer
from tests.server.declared import secret_values, visible
from tests.server.tables import SHELF

GAMES = (
    *(("yourtrumps", 2), ("three_or_four", 3), ("crazyeights", 2), ("durak", 3), ("open_hands", 2)),
    *(("secret_trumps", 2), ("buried_trump", 2), ("crazyeights", 4), ("durak", 2), ("match", 2)),
)
LIMITS = Limits(tables=10**6, burst=1e9, rate=1e9, unloaded=-1)
DELAY = 20
LENGTHS = (40, 40, 40, 400)
"""After how many moves one match, and the next, is left."""


@dataclass
class Time:
    """Milliseconds, which go on when they are told to."""

    now: int = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@dataclass
class Viewer:
    """Somebody before a websocket that is none. `sent` are the frames, each with the last version that he may
    know of and the cards that he has named himself, at the moment in which it was sent.
    """

    hub: Hub
    live: LiveTable
    token: str | None
    delay: int = 0
    sent: list[tuple[str, int, frozenset[str]]] = field(default_factory=list)
    frame: dict[str, Any] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    waiting: int = 0
    have: int = 0
    connection: Any = None
    task: asyncio.Task[None] | None = None
    inbox: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)

    # what the server sees of a websocket

    @property
    def path_params(self) -> dict[str, str]:
        return {"table": self.live.id}

    async def receive(self) -> dict[str, Any]:
        return await self.inbox.get()

    async def send_text(self, text: str) -> None:
        self.sent.append((text, self.horizon, self.named))
        frame = json.loads(text)
        if frame["type"] == "events":
            self.frame, self.have = frame, max(self.have, frame["to"])
        elif frame["type"] in ("done", "refused", "because", "past", "advice"):
            self.waiting -= 1

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        pass

    # what he does

    @property
    def horizon(self) -> int:
        """The last version of which he may know now."""
        latest = self.live.clock() - 1000 * self.delay
        return max(1, sum(g.at <= latest for g in self.live.log)) if self.delay else self.live.version

    def come(self, version: int = 0) -> None:
        self.inbox = asyncio.Queue()
        self.connection, self.waiting = Connection(self.hub, self), 0  # type: ignore[arg-type]
        self.task = asyncio.create_task(self.connection.serve())
        self._say({"type": "hello", "table": self.live.id, "token": self.token, "last_version": version})

    async def go(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        assert self.task is not None
        await self.task

    def send(self, data: dict[str, Any], cards: frozenset[str] = frozenset()) -> None:
        self.named |= cards
        self.waiting += 1
        self._say(data)

    def _say(self, data: dict[str, Any]) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(data)})

    @property
    def quiet(self) -> bool:
        """Whether he has all that he is to be told now."""
        return self.waiting <= 0 and self.frame != {} and self.connection.sent >= self.horizon

    @property
    def legal(self) -> list[dict[str, Any]]:
        view = self.frame.get("view")
        return [each["action"] for each in view["legal"]] if view else []


class Room:
    """One table of a server with everybody at it."""

    def __init__(self, hub: Hub, time_: Time, chance: Stream) -> None:
        self.hub, self.time, self.chance = hub, time_, chance
        self.messages = 0
        self.tables: list[Table] = []

    async def open(self, name: str, seats: int, number: int) -> None:
        computers, delay = (seats - 1) * (number % 5 == 4), DELAY * (number % 2)
        chairs = [{"kind": "person"}] * (seats - computers)
        wanted = {
            "rules": name,
            "name": "P0",
            "seats": [*chairs, *[{"kind": "computer", "level": "random"}] * computers],
            "spectators": {"allowed": True, "delay": delay},
        }
        opened = await self.hub.open(wanted)
        self.live = await self.hub.find(opened["id"])
        joined = [await self.hub.join(self.live, {"name": f"P{n}"}) for n in range(1, len(chairs))]
        tokens = [seat["token"] for seat in (opened, *joined)]
        self.name = name
        self.seated = [Viewer(self.hub, self.live, token) for token in tokens]
        self.second = Viewer(self.hub, self.live, tokens[0])
        self.watching = [Viewer(self.hub, self.live, None, delay)]
        self.viewers = [*self.seated, self.second, *self.watching]
        for viewer in self.viewers:
            viewer.come()
        await self.settle()

    async def settle(self) -> None:
        """Until everybody has been told and answered everything."""
        for turn in range(100_000):
            if all(v.quiet for v in self.viewers):
                return
            await asyncio.sleep(0 if turn % 50 else 0.001)
        raise AssertionError("the table does not come to rest")

    async def play(self, most: int) -> None:
        for _ in range(most):
            self.time.now += 100 + self.chance.below(4000)
            for viewer in self.watching:
                viewer.connection.wake()
            if self.live.table.phase != "playing":
                break
            await self.something()
            await self.settle()
        for viewer in self.viewers:
            viewer.send({"type": "look", "ref": 2, "version": (viewer.have + 1) // 2})
        await self.settle()
        for viewer in self.viewers:
            await viewer.go()

    async def something(self) -> None:
        """A move of somebody who can make one, and now and then something else first."""
        await self._aside()
        able = [v for v in self.seated if v.legal]
        if not able:  # a computer moves
            await asyncio.sleep(0.001)
            return
        mover = able[self.chance.below(len(able))]
        action = mover.legal[self.chance.below(len(mover.legal))]
        self.message(mover, "move", version=mover.frame["to"], action=action)

    async def _aside(self) -> None:
        viewer = self.viewers[self.chance.below(len(self.viewers))]
        match self.chance.below(16):
            case 0:
                version = self.chance.below(viewer.have + 1)
                await viewer.go()
                viewer.frame, viewer.have = {}, version
                viewer.come(version)
            case 1:
                cards = sorted(self.live.rules.notation.spelling.cards)
                card = cards[self.chance.below(len(cards))]
                viewer.send({"type": "why", "ref": 1, "card": card}, frozenset({card}))
            case 2:
                version = 1 + self.chance.below(max(1, viewer.have))
                viewer.send({"type": "look", "ref": 2, "version": version})
            case 3:
                viewer.send({"type": "hint", "ref": 3})
            case 4 if viewer in self.seated:
                self.message(viewer, "takeback")
            case 5:
                for seated in self.seated:
                    self.message(seated, "answer", yes=bool(self.chance.below(3)))
            case _:
                return
        await self.settle()

    def message(self, viewer: Viewer, kind: str, **about: Any) -> None:
        self.messages += 1
        viewer.send({"type": kind, "id": f"m{self.messages}", **about})

    # what is found

    def leaks(self) -> list[str]:
        """`viewer: what` for each secret in what was sent."""
        symbols = sorted(self.live.rules.notation.spelling.cards, key=len, reverse=True)
        named = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(map(re.escape, symbols))})(?![0-9A-Za-z])")
        game = to_json(game_data(self.live.rules))
        self.tables = list(self.live.tables)
        found, positions = [], self._positions()
        for viewer in self.viewers:
            known = self._known(viewer, positions)
            for text, horizon, own in viewer.sent:
                frame = json.loads(text)
                version = frame.get("to", frame.get("version") if frame["type"] == "past" else horizon)
                if version > horizon:
                    found.append(f"{self.name}: {viewer.connection.place}: {version} before its time")
                shown = set(named.findall(text.replace(game, "")))
                if shown - known[version] - own:
                    found.append(f"{self.name}: {viewer.connection.place}: {sorted(shown - known[version])}")
                if frame.get("view"):
                    found += self._values(viewer, version, frame["view"], positions[version - 1][-1])
        return found

    def _known(self, viewer: Viewer, positions: list[list[Position]]) -> list[set[str]]:
        """By version, from 0, the cards that he may have seen by then."""
        known = [set[str]()]
        for table, shown in zip(self.tables, positions, strict=True):
            seat = seat_of(table, viewer.connection.place)
            found = (visible(self.live.rules, self.name, position, seat) for position in shown)
            known.append(known[-1].union(*found))
        return known

    def _positions(self) -> list[list[Position]]:
        """By event, from 0, the positions that it went through, that before it first."""
        engine, found = self.live.rules.engine, []
        for table in self.tables:
            steps = () if table.contest is None else table.contest.node.steps
            states = [] if table.contest is None else [table.contest.state]
            states = [*[step.before for step in steps[:1]], *[step.after for step in steps], *states]
            found.append([engine.evaluator.position(engine.layout.state(state)) for state in states])
        return found

    def _values(self, viewer: Viewer, version: int, view: dict[str, Any], position: Position) -> list[str]:
        """The variables that are told, and are not to be seen in this position."""
        seat = seat_of(self.tables[version - 1], viewer.connection.place)
        hidden = secret_values(self.live.rules, self.name, position, seat)
        return [f"{self.name}: {seat}: {v}[{n}]" for v, n in hidden if view["variables"][v][n] is not None]


class Direct(Writer):
    """Writes at once, in the same thread: nobody else waits here."""

    async def append(self, batch: Batch) -> None:
        (failure,) = self._write([batch])
        if failure is not None:
            raise failure


@dataclass
class Found:
    """What came of a campaign."""

    matches: int = 0
    frames: Counter[str] = field(default_factory=Counter)
    characters: int = 0
    leaks: list[str] = field(default_factory=list)


async def campaign(
    games: list[tuple[str, int]],
    seed: int = 0,
    lengths: tuple[int, ...] = LENGTHS,
    progress: bool = False,
    seconds: float = float("inf"),
) -> Found:
    """A match of each of these games, numbered from 0."""
    time_, found, began = Time(), Found(), time.monotonic()
    store = SqliteStore(Path(":memory:"))
    hub = Hub(Settings(pace=0, limits=LIMITS), store, time_)
    hub.shelf, hub.writer = SHELF, Direct(store)
    await hub.start()
    for number, (name, seats) in enumerate(games):
        if time.monotonic() - began > seconds:
            break
        room = Room(hub, time_, stream(seed, number, 16))
        await room.open(name, seats, number)
        await room.play(lengths[number % len(lengths)])
        found.leaks += [f"match {number}: {leak}" for leak in room.leaks()]
        found.matches += 1
        for viewer in room.viewers:
            found.frames.update(json.loads(text)["type"] for text, _, _ in viewer.sent)
            found.characters += sum(len(text) for text, _, _ in viewer.sent)
        hub.forget(room.live)
        if progress and number % 20 == 19:
            sys.stdout.write(f"{number + 1} matches, {time.monotonic() - began:.0f} s\n")
            sys.stdout.flush()
    await hub.stop()
    return found


def main() -> int:
    """0 if nothing has leaked."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--matches", type=int, default=100)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--seconds", type=float, default=float("inf"), help="after which no match is begun")
    given = reader.parse_args()
    games = [GAMES[n % len(GAMES)] for n in range(given.matches)]
    found = asyncio.run(campaign(games, given.seed, progress=True, seconds=given.seconds))
    said = f"{found.matches} matches, {found.characters:,} characters, {dict(found.frames)}"
    sys.stdout.write("\n".join([said, *(found.leaks[:20] or ["no leak"])]) + "\n")
    return 1 if found.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
