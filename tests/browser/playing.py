"""What tests of the page do at a table."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.chromium import Tab
from tests.server.running import Running

OVER = "!!document.querySelector('.end')"
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
LINES = "document.querySelectorAll('.log li').length"
CHOSEN = "!!document.querySelector('.live, .choices .action')"
PICTURE = """JSON.stringify([...document.querySelectorAll('.felt .seat, .felt .zone, .log li')]
  .map((e) => e.textContent.replace(' away', '')))"""
SHORT: dict[str, Any] = {"rules": "turn_cap", "options": {"lowest_rank": "9", "turn_cap": "16"}}
"""Matches that end soon whatever is chosen."""

CHOOSE = """(n) => {
  if (document.querySelector('.end')) return 'over';
  const found = [...document.querySelectorAll('.which .action')];
  if (!found.length) found.push(...document.querySelectorAll('.live, .choices .action'));
  if (!found.length) return 'wait';
  found[n % found.length].click();
  return 'chosen';
}"""
"""Chooses something, if there is something to choose."""


def address(running: Running, path: str = "/") -> str:
    return f"http://localhost:{running.port}{path}"


def opened(running: Running, tab: Tab, name: str = "Anna", **about: Any) -> str:
    """A new table, against a computer where nothing else is said, with this page at it; its id."""
    seats = [{"kind": "person"}, {"kind": "computer", "level": "greedy"}]
    table = running.post("/api/tables", {"rules": "deck_24", "name": name, "seats": seats, **about})
    sit(running, tab, table["id"], table["token"])
    return str(table["id"])


def sit(running: Running, tab: Tab, table: str, token: str) -> None:
    """Go to a table with the key of a seat."""
    kept = json.dumps(json.dumps({"token": token, "title": "x"}))
    if not tab.page.url.startswith(address(running)):
        tab.page.goto(address(running, "/static/icon.svg"))  # the smallest page that has the same storage
    tab.js(f"localStorage.setItem('seat:{table}', {kept})")
    tab.page.goto(address(running, f"/t/{table}"))


def joined(running: Running, tab: Tab, table: str, name: str = "Bob") -> None:
    """Another page comes to a table and sits down, without the form."""
    sit(running, tab, table, running.post(f"/api/tables/{table}/seats", {"name": name})["token"])


def move(*tabs: Tab, number: int = 0) -> bool:
    """One move of whoever has the turn at the table of these pages; whether there was one before the end."""
    while True:
        for tab in tabs:
            lines = tab.js(LINES)
            found = tab.page.evaluate(CHOOSE, number)
            if found == "over":
                return False
            if found == "chosen":
                tab.until(f"{OVER} || {LINES} > {lines} || !!document.querySelector('.which')")
                return True
        tabs[0].page.wait_for_timeout(10)


def play_on(*tabs: Tab) -> None:
    """To the end of the match; the pages choose by themselves."""
    for tab in tabs:
        tab.js(f"{{ let n = 0; const choose = {CHOOSE}; setInterval(() => choose(n += 1), 15); }}")
    for tab in tabs:
        tab.has(".end")
