"""Tables of a server from the terminal: what is read from the wire, and a match between two programs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.exits import Stop
from cli.host import read_clock
from cli.online.reading import Reader, read_game
from cli.online.wire import read_address
from interpreter.ir.types import Seat
from interpreter.run.rng import stream
from server.core.describing import game_data
from server.core.picture import view_json
from server.core.spelling import sentence
from tests.house.tree import ROOT
from tests.server.running import PATIENCE, PROGRAM, Running, server
from tests.server.tables import SHELF, Played, config


@pytest.mark.parametrize("name", ["yourtrumps", "durak", "crazyeights", "buried_trump", "match"])
def test_a_view_that_went_over_the_wire_is_the_same(name: str) -> None:
    played = Played.open(config(name, SHELF.rules(name).game.players[0]), 3)
    rules = played.rules
    reader = Reader(read_game(json.loads(json.dumps(game_data(rules)))))
    chance = stream(3, 0, 16)
    for _ in range(12):
        played.move(chance)
        contest = played.table.contest
        assert contest is not None
        for place in (0, 1):
            seat = Seat(contest.seats.index(place))
            sent = json.loads(view_json(rules, played.table, place))
            state = rules.shown(contest.state)
            legal = tuple(a for a in rules.engine.evaluator.legal(state) if a.player == seat)
            view, meant = reader.view(sent), rules.hearing.view(state, seat, legal)
            assert (view.zones, view.variables, view.legal) == (meant.zones, meant.variables, meant.legal)
            assert [reader.written(a) for a in view.legal] == [each["action"] for each in sent["legal"]]
            for action, each in zip(view.legal, sent["legal"], strict=True):
                told = rules.hearing.words.title(state, action)
                assert sentence(told, rules.notation.spelling) == each["title"]
                assert reader.sentence(each["title"])


@dataclass
class Person:
    """The program with somebody before it who always makes the first move that is listed."""

    folder: Path
    name: str
    arguments: tuple[str, ...]
    process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Person:
        lines, said = self.folder / f"{self.name}.in", self.folder / f"{self.name}.out"
        lines.write_text("#1\n" * 5000, encoding="utf-8")
        settings = {"PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(self.folder / self.name)}
        with lines.open() as stdin, said.open("w") as stdout:
            self.process = subprocess.Popen(
                [sys.executable, "-u", "-c", PROGRAM, *self.arguments, "--name", self.name, "--ascii"],
                cwd=self.folder,
                env={**os.environ, **settings},
                stdin=stdin,
                stdout=stdout,
                stderr=subprocess.STDOUT,
            )
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    @property
    def said(self) -> str:
        return (self.folder / f"{self.name}.out").read_text(encoding="utf-8")

    def until(self, text: str) -> str:
        """What was said, as soon as this is in it."""
        end = time.monotonic() + PATIENCE
        while text not in (said := self.said):
            assert time.monotonic() < end, said
            time.sleep(0.05)
        return said

    def ends(self) -> str:
        assert self.process is not None
        assert self.process.wait(PATIENCE) == 0, self.said
        return self.said


def test_two_terminals_play_while_the_server_is_killed(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        address = f"http://localhost:{running.port}"
        rules = ("turn_cap", "--set", "lowest_rank=9", "--set", "turn_cap=50", "--clock", "9+9")
        with Person(tmp_path, "Anna", ("host", *rules, "--server", address)) as anna:
            words = anna.until("sits down").split()
            link, code = words[0], words[2]
            with Person(tmp_path, "Bob", ("join", code, "--server", address)) as bob:
                bob.until("(you)")
                running.stop(signal.SIGKILL)
                running.start()
                ends = ("has won", "fewer cards win", "a draw")
                assert all(any(end in person.ends() for end in ends) for person in (anna, bob))
        with Person(tmp_path, "Bob", ("join", link)) as bob:
            assert "Bob (you)" in bob.ends()
        _verified(running, tmp_path, link.rpartition("/")[2])


def _verified(running: Running, folder: Path, table: str) -> None:
    """The record of the match, by `deal verify` as it is and with another seed of the server."""
    text = running.ask("GET", f"/api/tables/{table}/record")[1]
    record = json.loads(text)
    changed = {**record, "deal": {**record["deal"], "server": "00" * 32}}
    (folder / "good.jsonl").write_text(text, encoding="utf-8")
    (folder / "bad.jsonl").write_text(json.dumps(changed) + "\n", encoding="utf-8")
    seed = record["deal"]["players"][0]
    results = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM, "deal", "verify", *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        for arguments in (["good.jsonl", "--seed", seed], ["bad.jsonl"], ["good.jsonl", "--commitment", "00"])
    ]
    assert [r.returncode for r in results] == [0, 1, 1], [r.stdout + r.stderr for r in results]
    assert "2 players gave a seed" in results[0].stdout


def test_addresses_and_clocks() -> None:
    assert read_address("cards.example.org:80/t/0c")[0].address == "http://cards.example.org:80"
    assert read_address("https://cards.example.org/t/0c")[0].socket("0c") == "wss://cards.example.org/ws/0c"
    assert read_clock("5+3") == {"kind": "total", "seconds": 300, "increment": 3}
    assert read_clock("30") == {"kind": "move", "seconds": 30}
    for wrong in ("ftp://x", "http://"):
        with pytest.raises(Stop):
            read_address(wrong)
    with pytest.raises(Stop):
        read_clock("soon")
