"""Whole matches in a real browser: between two browsers, by keyboard alone, over a server that is killed."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.browser.chromium import PROGRAM, Tab
from tests.browser.conftest import NewTab
from tests.browser.playing import (
    CHOSEN,
    LINES,
    OVER,
    PICTURE,
    SHORT,
    WIDE,
    address,
    move,
    opened,
    play_on,
)
from tests.server.running import Client, Running, server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed"),
]

CHOICE = "!!document.activeElement?.matches('.live, .action')"
UNANSWERED = "document.querySelector('.middle .card') !== null && " + CHOSEN
MOST_MOVES = 400


def test_two_browsers_play_a_match_and_one_loads_the_page_again(shared: Running, tabs: NewTab) -> None:
    """By the lobby and the link; with cards on the table, who is to answer loads the page again."""
    anna, bob = tabs(viewport={"width": 1440, "height": 900}), tabs(viewport={"width": 360, "height": 740})
    anna.page.goto(address(shared))
    anna.has("[data-key=go]")
    anna.page.select_option("#rules", str(SHORT["rules"]))
    anna.until("document.querySelector('#option-turn_cap') !== null")
    anna.page.select_option("#seat-0", "person")
    anna.page.fill("#name", "<b>Zoë</b>")
    anna.js("document.querySelector('[data-key=options]').open = true")
    anna.page.select_option("#option-lowest_rank", "9")
    anna.page.fill("#option-turn_cap", "40")
    anna.click("[data-key=go]")
    anna.has("#invite")
    bob.page.goto(anna.page.input_value("#invite"))
    bob.has("#join-name")
    bob.page.fill("#join-name", "Bob")
    bob.page.click("form .main")
    bob.until("document.querySelector('.own .who')?.textContent.includes('Bob')")
    assert "<b>Zoë</b>" in bob.js("document.querySelector('.seats .who').textContent"), "a name is a text"
    number = 0
    while number < 5 or not anna.js(UNANSWERED):
        assert move(anna, bob, number=number), "cards lie on the table before the match is over"
        number += 1
    _come_back(anna)
    play_on(anna, bob)
    for tab in (anna, bob):
        assert tab.js(WIDE) is False
        assert tab.faults == []
    headline = "document.querySelector('.end .headline').textContent"
    assert anna.js(headline) == bob.js(headline)


def _come_back(tab: Tab) -> None:
    """Load the page again: it is what it was, and everything is known again."""
    before = tab.js(PICTURE)
    tab.page.reload()
    tab.until(f"{CHOSEN} && {PICTURE} === {json.dumps(before)}")


def test_a_whole_match_by_keyboard(shared: Running, tabs: NewTab) -> None:
    """From the lobby to another match, with the keys Tab and Enter alone."""
    tab = tabs()
    tab.page.goto(address(shared))
    tab.has("[data-key=go]")
    tab.tab_to("#name")
    tab.press("Enter")
    tab.has(".choices .action, .live")
    opened(shared, tab, integer_seed=3)
    tab.has(".choices .action, .live")
    tab.tab_to(".live, .action")
    for _ in range(MOST_MOVES):
        if tab.until(f"{OVER} ? 'over' : {CHOICE} && 'choice'") == "over":
            break
        lines = tab.js(LINES)
        tab.press("Enter")
        tab.until(f"{OVER} || {LINES} > {lines}")
    tab.has(".end")
    tab.tab_to("[data-key=rematch]")
    tab.press("Enter")
    tab.until(f"!({OVER})")
    assert tab.faults == []


@pytest.fixture
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("mortal")) as found:
        yield found


def test_a_server_that_is_killed_is_found_again(mortal: Running, tabs: NewTab) -> None:
    """The page shows the connection, goes on where it was, and what could not be sent is sent then."""
    tab = tabs()
    people = [{"kind": "person"}, {"kind": "person"}]
    table = opened(mortal, tab, seats=people)
    tab.has("#invite")
    bob = mortal.post(f"/api/tables/{table}/seats", {"name": "Bob"})
    with closing(Client(mortal, table, bob["token"])) as other:
        other.open()
        _until_page_turn(tab, other)
        mortal.stop(signal.SIGKILL)
        tab.until("document.querySelector('#link').textContent === 'reconnecting'")
        before, lines = tab.js(PICTURE), tab.js(LINES)
        tab.page.evaluate("document.querySelector('.live, .choices .action').click()")
        assert tab.js(PICTURE) == before
        mortal.start()
        tab.until("document.querySelector('#link').textContent === 'connected'")
        tab.until(f"{LINES} > {lines}")
        seen = other.version
        other.close()
        other.open()
        other.until(lambda: other.version > seen)
        _until_page_turn(tab, other)
        assert move(tab)


def _until_page_turn(tab: Tab, other: Client) -> None:
    """The other client moves until the page has to choose."""
    other.until(lambda: other.view is not None)
    while other.view is not None and other.state["places"][0]["seat"] not in other.view["actors"]:
        assert other.step()
    tab.until(CHOSEN)
