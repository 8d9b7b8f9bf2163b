"""The page in a real browser, by keyboard alone: a table opened, a whole match, a connection lost and found again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import PROGRAM, Tab, chromium
from tests.server.running import Running, server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed"),
]

CHOICE = "document.activeElement?.matches('.live, .action')"
OVER = "!!document.querySelector('.end')"
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
UNNAMED = """[...document.querySelectorAll('button, a, input, select, [role=img]')].filter((e) =>
  !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)"""
LINES = "document.querySelectorAll('.log li').length"
MOST_MOVES = 400


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with chromium(tmp_path_factory.mktemp("browser")) as found:
        yield found


def address(running: Running, path: str = "/") -> str:
    return f"http://localhost:{running.port}{path}"


def small_table(running: Running, tab: Tab, rules: str = "deck_24", **about: object) -> str:
    """A table with a seed of its own, and this browser at it; its id."""
    seats = [{"kind": "person"}, {"kind": "computer", "level": "greedy"}]
    wanted = {"rules": rules, "name": "Anna", "seats": seats, "integer_seed": 3, **about}
    opened = running.post("/api/tables", wanted)
    kept = json.dumps(json.dumps({"token": opened["token"], "title": "x"}))
    tab.open(address(running))
    tab.js(f"localStorage.setItem('seat:{opened['id']}', {kept})")
    tab.open(address(running, f"/t/{opened['id']}"))
    return str(opened["id"])


def test_a_table_is_opened_by_keyboard(running: Running, tab: Tab) -> None:
    tab.size(360, 740)
    tab.open(address(running))
    tab.until("!!document.querySelector('[data-key=go]')")
    assert tab.js(WIDE) is False
    assert tab.js(UNNAMED) == []
    tab.tab_to("#name")
    tab.js("document.activeElement.select()")
    tab.type("<b>Zoë</b>")
    tab.press("Enter")
    tab.until("location.pathname.startsWith('/t/') && !!document.querySelector('.own .who')")
    assert "<b>Zoë</b>" in tab.js("document.querySelector('.own .who').textContent"), "a name is a text"
    assert tab.faults == []


def test_a_whole_match_by_keyboard(running: Running, tab: Tab) -> None:
    tab.size(1440, 900)
    table = small_table(running, tab)
    tab.until(OVER + " || !!document.querySelector('.choices .action, .live')")
    tab.tab_to(".live, .action")
    for moves in range(MOST_MOVES):
        if tab.until(f"{OVER} ? 'over' : {CHOICE} && 'choice'") == "over":
            break
        if moves == 5:
            _come_back(tab)
        lines = tab.js(LINES)
        tab.press("Enter")
        tab.until(f"{OVER} || {LINES} > {lines}")
    assert tab.js(OVER), "the match is over"
    assert tab.js(UNNAMED) == []
    assert tab.faults == []
    status, record = running.ask("GET", f"/api/tables/{table}/record?match=0")
    assert status == 200 and record.count("\n") == 1
    tab.tab_to("[data-key=rematch]")
    tab.press("Enter")
    tab.until(f"!({OVER})")


def _come_back(tab: Tab) -> None:
    """Load the page again in the middle of the match: it is what it was, and everything is known again."""
    picture = "JSON.stringify([...document.querySelectorAll('.felt .seat, .felt .zone, .log li')].map((e) => e.textContent))"
    before = tab.until(picture)
    tab.call("Page.reload")
    tab.until(f"!!document.querySelector('.live, .action') && {picture} === {json.dumps(before)}")
    tab.tab_to(".live, .action")
