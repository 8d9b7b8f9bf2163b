"""What happens between people at a table, and between one and the computer, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.chromium import PROGRAM, Tab
from tests.browser.conftest import NewTab
from tests.browser.playing import (
    CHOSEN,
    LINES,
    OVER,
    SHORT,
    WIDE,
    address,
    joined,
    move,
    opened,
)
from tests.server.running import Running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed"),
]

PEOPLE = [{"kind": "person"}, {"kind": "person"}]
TABLE = """JSON.stringify([...document.querySelectorAll('.felt .seat .about, .felt .zone')]
  .map((e) => e.textContent))"""


COUNTED = "window.arrived += document.querySelectorAll('.arrived').length;"
WHOLE = "{childList: true, subtree: true}"


def said(tab: Tab, text: str) -> None:
    """Wait until the page has told something, to eyes and to screen readers."""
    tab.until(f"document.querySelector('.log').textContent.includes({text!r})")
    tab.until(f"document.querySelector('#live').textContent.includes({text!r})")


def table_of(running: Running, table: str) -> Any:
    return running.ask("GET", f"/api/tables/{table}")[1]


def test_what_two_people_arrange(shared: Running, tabs: NewTab) -> None:
    """Phrases, undoing by consent, absence in its three ways, giving up, another match with seats swapped."""
    anna, bob = tabs(), tabs()
    table = opened(shared, anna, seats=PEOPLE, grace=0, matches=2, lots="loser", **SHORT)
    joined(shared, bob, table)
    anna.has("[data-key=say-0]")
    bob.has("[data-key=say-1]")
    bob.js("document.querySelector('[data-key=say-1]').click()")
    said(anna, "Bob: Good luck")
    while not anna.js(CHOSEN):
        move(anna, bob)
    before = anna.js(TABLE)
    assert move(anna)
    for answer in ("no", "yes"):
        anna.click("[data-key=undo]")
        bob.click(f"[data-key={answer}]")
        said(anna, "Bob does not agree" if answer == "no" else "a move of Anna is undone")
    anna.until(f"{TABLE} === {before!r}")
    bob.page.goto("about:blank")
    anna.has("[data-key=wait-1]")
    assert "away" in anna.js("document.querySelector('.seats .who').textContent")
    anna.click("[data-key=wait-1]")
    anna.until("!document.querySelector('[data-key=wait-1]')")
    bob.page.goto(address(shared, f"/t/{table}"))
    anna.until("!document.querySelector('.away')")
    bob.page.goto("about:blank")
    anna.click("[data-key=computer-1]")
    said(anna, "the computer plays for Bob")
    for _ in range(3):
        assert move(anna)
        anna.until(f"{OVER} || {CHOSEN}")
    bob.page.goto(address(shared, f"/t/{table}"))
    said(anna, "Bob is back")
    anna.click("[data-key=resign]")
    anna.click("[data-key=resign].danger")
    for tab in (anna, bob):
        tab.has(".end")
        assert "Anna gave up" in tab.js("document.querySelector('.end').textContent")
        assert "Anna 0 · Bob 1" in tab.js("document.querySelector('.end').textContent")
    first = [place["seat"] for place in table_of(shared, table)["places"]]
    anna.click("[data-key=rematch]")
    said(bob, "Anna would like another match")
    bob.click("[data-key=rematch]")
    anna.until(f"!({OVER})")
    assert [place["seat"] for place in table_of(shared, table)["places"]] == first[::-1]
    bob.page.goto("about:blank")
    anna.click("[data-key=win-1]")
    anna.has(".end")
    assert "Bob stayed away" in anna.js("document.querySelector('.end').textContent")
    deal = shared.ask("GET", f"/api/tables/{table}/matches/1")[1]["deal"]
    assert deal["falls_on"] == first[1], "Anna has lost the first match, and sits there in the second"
    assert "lots among the players fall on who lost" in anna.js("document.body.textContent")
    assert "The series is over: Anna 1 · Bob 1" in anna.js("document.querySelector('.end').textContent")
    assert anna.js("!!document.querySelector('[data-key=rematch]')") is False
    assert anna.faults == bob.faults == []


def test_alone_with_the_computer(shared: Running, tabs: NewTab) -> None:
    """Hints, undoing at once, reasons, typed moves, going back through what happened."""
    tab = tabs()
    opened(shared, tab, integer_seed=3)
    tab.until(CHOSEN)
    while not tab.js("!!document.querySelector('.own .still') && !!document.querySelector('.own .live')"):
        assert move(tab)
        tab.until(CHOSEN)
    tab.click("[data-key=hint]")
    tab.until("document.querySelector('.note').textContent.startsWith('hint: ')")
    assert tab.js("document.querySelectorAll('.advised').length") > 0
    tab.js("document.querySelector('.own .still').click()")
    tab.until("!document.querySelector('.note').textContent.startsWith('hint: ')")
    reason = tab.js("document.querySelector('.note').textContent")
    assert reason
    assert "cannot be chosen now" not in reason, "the rules say why"
    before, lines = tab.js(TABLE), tab.js(LINES)
    card = tab.js("document.querySelector('.own .live').dataset.key").removeprefix("card-")
    tab.js("document.querySelector('[data-key=typing]').open = true")
    tab.page.fill("#typed", f"{card.lower()}")
    tab.press("Enter")
    tab.until(f"{LINES} > {lines} || document.querySelector('.which')")
    tab.until(CHOSEN)
    tab.click("[data-key=undo]")
    tab.until(f"{TABLE} === {before!r}")
    tab.click("[data-key=to-back]")
    tab.has(".happened.past")
    assert tab.js(CHOSEN) is False, "earlier positions have no choice"
    tab.click("[data-key=step-first]")
    tab.until("document.querySelector('.happened.past').textContent.includes('1 of')")
    tab.click("[data-key=step-next]")
    tab.until("document.querySelector('.happened.past').textContent.includes('2 of')")
    tab.click("[data-key=step-now]")
    tab.until(f"{TABLE} === {before!r}")
    assert tab.faults == []


def test_motion_only_for_who_wants_it(shared: Running, tabs: NewTab) -> None:
    """Cards that come to another place move there, unless the reader wants no motion."""
    for wish in ("no-preference", "reduce"):
        tab = tabs(reduced_motion=wish)
        opened(shared, tab, integer_seed=3)
        tab.has(".live, .choices .action")
        tab.js("window.begun = 0")
        tab.js("document.addEventListener('animationstart', () => { window.begun += 1; })")
        tab.js("window.arrived = 0")
        tab.js(f"new MutationObserver(() => {{ {COUNTED} }}).observe(document.body, {WHOLE})")
        for _ in range(6):
            assert move(tab)
            tab.until(CHOSEN)
        tab.until("window.arrived > 0")
        if wish == "no-preference":
            tab.until("window.begun > 0")
        assert wish == "no-preference" or tab.js("window.begun === 0")


def test_spectators_see_late_and_no_secrets(shared: Running, tabs: NewTab) -> None:
    tab, late, now = tabs(), tabs(), tabs()
    for watcher, delay in ((late, 3600), (now, 0)):
        table = opened(shared, tab, spectators={"allowed": True, "delay": delay})
        tab.has(".live, .choices .action")
        while not tab.js("!!document.querySelector('.own .card')"):
            assert move(tab)
            tab.until(CHOSEN)
        watcher.page.goto(address(shared, f"/t/{table}"))
        watcher.has("#link.connected")
    now.until("document.querySelectorAll('.seat .backs').length === 2")
    assert now.js("document.querySelectorAll('.seat button, .seat .card').length") == 0
    assert now.js("!!document.querySelector('.choices .action, [data-key=undo], [data-key=resign]')") is False
    late.until("document.body.textContent.includes('60 minutes later')")
    assert late.js("!!document.querySelector('.seat')") is False, "nothing that they may see has happened"
    shut = opened(shared, tab, spectators={"allowed": False})
    now.page.goto(address(shared, f"/t/{shut}"))
    now.until("document.body.textContent.includes('may not be watched')")


def test_four_at_a_table(shared: Running, tabs: NewTab) -> None:
    """Two people and two computers, in the order in which they sit as each of them sees it."""
    anna, bob = tabs(viewport={"width": 360, "height": 740}), tabs(viewport={"width": 1440, "height": 900})
    computer = {"kind": "computer", "level": "greedy"}
    seats = [{"kind": "person"}, computer, {"kind": "person"}, computer]
    table = opened(shared, anna, rules="durak", seats=seats)
    joined(shared, bob, table)
    names = "[...document.querySelectorAll('.seats .who')].map((e) => e.textContent)"
    for tab in (anna, bob):
        tab.until(f"{names}.length === 3 && !document.querySelector('.away')")
    assert "Bob" in anna.js(names)[1]
    assert "Anna" in bob.js(names)[1]
    for number in range(8):
        assert move(anna, bob, number=number)
        assert anna.js(WIDE) is bob.js(WIDE) is False
    assert anna.faults == bob.faults == []


def test_a_tab_that_wakes_finds_its_connection_dead(shared: Running, tabs: NewTab) -> None:
    """Nothing comes through and nobody says so, until the page asks; then it comes back by itself."""
    tab = tabs()
    dead = [False]

    def connection(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        alive = not dead[0]
        dead[0] = False
        route.on_message(lambda text: None if alive and dead[0] else server.send(text))
        server.on_message(lambda text: None if alive and dead[0] else route.send(text))

    tab.page.route_web_socket("**/ws/*", connection)
    opened(shared, tab)
    tab.has(".live, .choices .action")
    lines = tab.js(LINES)
    dead[0] = True
    tab.js("document.querySelector('.live, .choices .action').click()")
    tab.js("document.dispatchEvent(new Event('visibilitychange'))")
    tab.until("document.querySelector('#live').textContent.includes('reconnecting')")
    tab.until(f"{LINES} > {lines}")
    assert tab.js("document.querySelector('#link').textContent") == "connected"
