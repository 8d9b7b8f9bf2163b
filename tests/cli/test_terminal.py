"""Matches before a terminal: leaving by keys, hidden cards, colours."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("terminals of this kind are not for Windows", allow_module_level=True)

from tests.cli.running import run
from tests.cli.terminals import INTERRUPT, Terminal, terminal

CHOICE = "1 trump suit"
CARDS = re.compile("(?:[6-9JQKA]|10)[\u2663\u2666\u2665\u2660]")


def begun(screen: Terminal) -> None:
    """A match against the computer, one card led."""
    screen.wait_for(CHOICE)
    screen.type("spades", "lead a card")
    screen.type("6c", "beat with a card")
    screen.wait_for_prompt()


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("quit\n", 0), (INTERRUPT, 130)])
def test_leaving_by_a_key_keeps_the_record(key: str, status: int, tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    with terminal("play", "--seed", "7", "--pace", "0", "--record", kept) as screen:
        begun(screen)
        if key == INTERRUPT:
            assert screen.interrupted() == status
        else:
            screen.press(key)
            assert screen.status() == status
        assert "Left after 3 moves." in screen.text
        assert "> spades" in screen.text
        assert "Traceback" not in screen.text
    assert json.loads(kept.read_text(encoding="utf-8"))["result"]["plies"] == 3
    assert run("replay", "--quiet", kept).exit_code == 0


def test_keys_pressed_too_early_count_and_are_not_drawn() -> None:
    with terminal("play", "--seed", "7", "--pace", "0") as screen:
        screen.wait_for(CHOICE)
        screen.press("spades\n6c\n1\n\x04")
        assert screen.status() == 0
        assert "Left after 4 moves." in screen.text
        assert "6c\r\n1\r\n" not in screen.text


def test_an_interrupt_while_computers_play(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    with terminal("play", "--seats", "greedy", "--seed", "7", "--record", kept) as screen:
        screen.wait_for("2 moves")
        assert screen.interrupted() == 130
    assert run("replay", "--quiet", kept).exit_code == 0


@pytest.mark.parametrize("delay", [0.0, 0.3, 1.5])
def test_an_interrupt_while_workers_start(delay: float, tmp_path: Path) -> None:
    """Whether a match has begun by then depends on the machine; nothing half-written is left in any case."""
    with terminal("simulate", "-n", "200000", "--jobs", "4", "--record", tmp_path / "kept.jsonl") as screen:
        while not list(tmp_path.iterdir()):
            time.sleep(0.01)
        time.sleep(delay)
        assert screen.interrupted() == 130
    assert "Traceback" not in screen.text
    assert [p.name for p in tmp_path.iterdir()] in ([], ["kept.jsonl"])


def test_an_interrupt_while_workers_play(tmp_path: Path) -> None:
    with terminal("simulate", "-n", "200000", "--jobs", "2", "--record", tmp_path / "kept.jsonl") as screen:
        screen.wait_for("a second")
        before = len(screen.everything)
        assert screen.interrupted() == 130
    assert "Traceback" not in screen.text
    assert "matches" in screen.everything[before:]
    assert [p.name for p in tmp_path.iterdir()] == ["kept.jsonl"]


def test_a_closed_window_keeps_the_record(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    with terminal("play", "--seed", "7", "--pace", "0", "--record", kept) as screen:
        begun(screen)
        assert screen.stopped(lambda: os.kill(screen.pid, signal.SIGTERM)) == 143
    assert json.loads(kept.read_text(encoding="utf-8"))["result"]["plies"] == 3


def test_cards_are_hidden_between_two_people() -> None:
    with terminal("play", "--seats", "human=Anna,human=Bob", "--seed", "3", "--pace", "0") as screen:
        screen.wait_for(CHOICE)
        screen.type("h", "Bob (you)")
        screen.type("c", "lead a card")
        screen.type("8c", "Pass the screen to Anna")
        assert CARDS.findall(screen.screen) == []
        assert "\x1b[3J" in screen.text
        screen.type("", "Anna (you)")
        assert "Pass the screen" not in screen.screen


def test_only_enter_opens_the_curtain() -> None:
    with terminal("play", "--seats", "human=Anna,human=Bob", "--seed", "3", "--pace", "0") as screen:
        screen.wait_for(CHOICE)
        screen.type("h", "Bob (you)")
        screen.type("c", "lead a card")
        screen.type("8c", "Pass the screen to Anna")
        for line, answer in (("hint", "Enter alone goes on"), ("1", "Enter alone"), ("?", "this list")):
            screen.type(line, answer)
            assert CARDS.findall(screen.screen) == []
        screen.press("quit\n")
        assert screen.status() == 0
        assert "Left after" in screen.screen
        assert CARDS.findall(screen.screen) == []


def test_no_curtain_when_all_hands_are_open() -> None:
    seats = ("--seats", "human=Anna,human=Bob")
    with terminal("play", *seats, "--seed", "3", "--set", "open_hands=yes", "--pace", "0") as screen:
        screen.wait_for(CHOICE)
        screen.type("h", "Bob (you)")
        screen.type("c", "lead a card")
        screen.type("8c", "Anna (you)")
        assert "Pass the screen" not in screen.text


def test_sixty_columns_by_twenty_four_rows_never_scroll() -> None:
    with terminal("play", "--seed", "7", "--pace", "0", columns=60, rows=24) as screen:
        begun(screen)
        for line in ("zz", "hint", "1"):
            screen.type(line, "> ")
            shown = screen.screen.split("\n")
            assert len(shown) <= 24
            assert max(len(row) for row in shown) <= 60


def test_a_whole_match_fits_on_sixty_columns() -> None:
    with terminal("play", "--seed", "12", "--pace", "0", columns=60, rows=24) as screen:
        screen.wait_for(CHOICE)
        screen.press("1\n" * 150)
        screen.wait_for("gives the same cards again")
        assert max(len(row) for row in screen.everything.split("\n")) <= 60
        assert screen.status() == 0


@pytest.mark.parametrize(
    ("args", "more", "coloured"),
    [([], {}, True), (["--no-color"], {}, False), ([], {"NO_COLOR": "1"}, False)],
)
def test_colours(args: list[str], more: dict[str, str], coloured: bool) -> None:
    with terminal("play", "--seed", "7", *args, more=more) as screen:
        screen.wait_for(CHOICE)
        screen.wait_for("> ")
        assert ("\x1b[31m" in screen.text) is coloured


def test_letters_where_the_encoding_has_no_signs() -> None:
    with terminal("play", "--seed", "7", more={"PYTHONIOENCODING": "ascii"}) as screen:
        screen.wait_for("1 trump suit clubs")
        assert screen.text.isascii()


def test_stepping_through_a_record(tmp_path: Path) -> None:
    kept = tmp_path / "match.jsonl"
    run("play", "--seats", "greedy", "--seed", "7", "--record", kept)
    with terminal("replay", kept) as screen:
        screen.wait_for("move 0")
        screen.type("", "move 1")
        screen.type("12", "move 12")
        screen.type("b", "move 11")
        screen.type("e", "has won")
        screen.press("q\n")
        assert screen.status() == 0
