"""The page in a real browser: a table opened and a whole match by keyboard, a server that is killed."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.browser.chromium import PROGRAM, Tab, chromium
from tests.server.running import Client, Running, server

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


PICTURE = """JSON.stringify([...document.querySelectorAll('.felt .seat, .felt .zone, .log li')]
  .map((e) => e.textContent.replace(' away', '')))"""


def _come_back(tab: Tab) -> None:
    """Load the page again in the middle of the match: it is what it was, and everything is known again."""
    before = tab.until(PICTURE)
    tab.call("Page.reload")
    tab.until(f"!!document.querySelector('.live, .action') && {PICTURE} === {json.dumps(before)}")
    tab.tab_to(".live, .action")


def test_a_server_that_is_killed_is_found_again(running: Running, tab: Tab) -> None:
    """Against a person with another client, before and after; a card that is not legal is explained."""
    people = [{"kind": "person"}, {"kind": "person"}]
    table = small_table(running, tab, seats=people)
    tab.until("!!document.querySelector('#invite')")
    bob = running.post(f"/api/tables/{table}/seats", {"name": "Bob"})
    with closing(Client(running, table, bob["token"])) as other:
        other.open()
        _moves(tab, other, 8)
        before = tab.until(PICTURE)
        running.stop(signal.SIGKILL)
        tab.until("document.querySelector('#link').textContent === 'reconnecting'")
        running.start()
        tab.until("document.querySelector('#link').textContent === 'connected'")
        tab.until(f"{PICTURE} === {json.dumps(before)}")
        other.close()
        other.open()
        _moves(tab, other, 4)
        while not tab.js("!!document.querySelector('.still')"):
            _moves(tab, other, 1)
        tab.js("document.querySelector('.still').click()")
        tab.until("!!document.querySelector('.note').textContent")


CHOSEN = "!!document.querySelector('.live, .choices .action')"


def _moves(tab: Tab, other: Client, count: int) -> None:
    """So many moves, of whoever has the turn; then it is the page's turn."""
    other.until(lambda: other.view is not None)
    made = 0
    while made < count or not _page_turn(tab, other):
        if _page_turn(tab, other):
            lines = tab.js(LINES)
            tab.js("document.querySelector('.live, .choices .action').click()")
            tab.until(f"{LINES} > {lines}")
            seen = other.version
            other.until(lambda: other.version > seen)  # noqa: B023
        else:
            assert other.step()
        made += 1


def _page_turn(tab: Tab, other: Client) -> bool:
    """Whether the page has to choose, once it has heard of everything that the other client knows."""
    assert other.view is not None
    mine = 0 in [n for n, p in enumerate(other.state["places"]) if p["seat"] in other.view["actors"]]
    if mine:
        tab.until(CHOSEN)
    return mine
