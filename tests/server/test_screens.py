"""`host` and `join` before real terminals: the invitation, moves, a server that is killed and comes back."""

from __future__ import annotations

import io
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("terminals of this kind are not for Windows", allow_module_level=True)

import segno

from tests.cli.terminals import Terminal, terminal
from tests.server.running import PATIENCE, Running, server

pytestmark = pytest.mark.slow
RULES = ("turn_cap", "--set", "lowest_rank=9", "--clock", "30+30")
"""With a clock everybody is told whose turn it is."""


def drawn(link: str) -> str:
    """The QR code of a link as a terminal shows it."""
    lines = io.StringIO()
    segno.make(link, micro=False).terminal(lines, compact=True, border=1)
    return lines.getvalue()


def state_of(running: Running, table: str) -> Any:
    return running.ask("GET", f"/api/tables/{table}")[1]


def move(running: Running, table: str, screens: tuple[Terminal, ...]) -> None:
    """Who has the turn makes his first move, and both see what happens."""
    before = state_of(running, table)
    seat = before["running"][0]
    place = next(n for n, p in enumerate(before["places"]) if p["seat"] == seat)
    seen = [len(screen.text) for screen in screens]
    screens[place].press("#1\n")
    _until_moved(running, table, before["at"])
    for screen, since in zip(screens, seen, strict=True):
        screen.wait_for(before["places"][place]["name"], since)
        screen.wait_for_prompt()


def _until_moved(running: Running, table: str, at: int) -> None:
    end = time.monotonic() + PATIENCE
    while state_of(running, table)["at"] == at:
        assert time.monotonic() < end, "nobody moves"
        time.sleep(0.05)


def test_two_screens_and_a_server_that_is_killed(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        address = f"http://localhost:{running.port}"
        homes = [{"XDG_STATE_HOME": str(tmp_path / name)} for name in ("a", "b")]
        host = ("host", *RULES, "--server", address, "--name", "Anna")
        with terminal(*host, rows=50, more=homes[0]) as anna:
            anna.wait_for("Enter goes to the table")
            code, link = _invitation(anna)
            table = link.rpartition("/")[2]
            anna.press("\n")
            anna.wait_for("waiting for 1 more")
            with terminal("join", code, "--server", address, "--name", "Bob", more=homes[1]) as bob:
                both = (anna, bob)
                for screen in both:
                    screen.wait_for("(you)")
                for _ in range(5):
                    move(running, table, both)
                bob.press("say 2\n")
                anna.wait_for("Bob: Good luck")
                _killed(running, table, both)
                for _ in range(3):
                    move(running, table, both)
                anna.press("resign\n")
                bob.wait_for("Anna gave up")
                bob.press("quit\n")
                assert bob.status() == 0
                assert anna.interrupted() == 130
                assert "Traceback" not in anna.text + bob.text


def _invitation(screen: Terminal) -> tuple[str, str]:
    """Code and link; between them and the prompt stands the QR code of the link."""
    found = re.search(r"(http://\S+/t/[0-9a-f]+)\s+code ([A-Z0-9]{6})", screen.everything)
    assert found is not None, screen.everything
    link, code = found.groups()
    lines = [line.rstrip("\r") for line in screen.text.split("\n")]
    assert [line for line in drawn(link).split("\n") if line] == lines[-1 - drawn(link).count("\n") : -1]
    return code, link


def _killed(running: Running, table: str, screens: tuple[Terminal, ...]) -> None:
    """What is typed while the server is away is carried out when it is back, once."""
    before = state_of(running, table)
    seen = [len(screen.text) for screen in screens]
    running.stop(signal.SIGKILL)
    for screen, since in zip(screens, seen, strict=True):
        screen.wait_for("the connection is lost", since)
    seat = before["running"][0]
    place = next(n for n, p in enumerate(before["places"]) if p["seat"] == seat)
    seen = [len(screen.text) for screen in screens]
    screens[place].press("#1\n")
    running.start()
    _until_moved(running, table, before["at"])
    for screen, since in zip(screens, seen, strict=True):
        screen.wait_for(before["places"][place]["name"], since)
        screen.wait_for_prompt()
