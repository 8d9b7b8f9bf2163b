"""What is around a match: rules of one's own, the way to a table, and afterwards replay, record and deal."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import segno
from playwright.sync_api import Route

from tests.browser.chromium import PROGRAM, Tab
from tests.browser.conftest import NewTab
from tests.browser.playing import SHORT, address, opened, play_on
from tests.browser.test_access import faults
from tests.cli.running import run
from tests.server.running import Running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed"),
]

VARIANT = """language: 1
extends: yourtrumps
game: My <i>Trumps</i>
change:
  options:
    lowest_rankk: 9
"""
VERDICT = "document.querySelector('.verdict').textContent"


def test_rules_of_ones_own_are_checked_and_played(shared: Running, tabs: NewTab) -> None:
    """What is wrong is told with line and column, which lead to the place in the text."""
    tab = tabs()
    tab.page.goto(address(shared))
    tab.has("#own-rules")
    tab.js("document.querySelector('[data-key=own]').open = true")
    tab.page.fill("#own-rules", VARIANT)
    tab.click(".sending button")
    tab.has(".places button")
    assert "line 6, column 5" in tab.js("document.querySelector('.places').textContent")
    assert "E703" in tab.js("document.querySelector('.problems pre').textContent")
    tab.click(".places button")
    assert tab.js("document.querySelector('#own-rules').selectionStart") == VARIANT.index("lowest_rankk")
    assert faults(tab, few=True) == []
    file = {
        "name": "mine.yaml",
        "mimeType": "text/plain",
        "buffer": VARIANT.replace("rankk", "rank").encode(),
    }
    tab.page.set_input_files("#own-file", file)  # type: ignore[arg-type]
    tab.until("document.querySelector('#own-rules').value.includes('lowest_rank:')")
    tab.click(".sending button")
    tab.until("document.querySelector('#rules').value.startsWith('sent/')")
    tab.js("document.querySelector('#lots').value = 'loser'")
    tab.click("[data-key=go]")
    tab.has(".live, .choices .action")
    assert tab.js("document.querySelector('#where').textContent") == "My <i>Trumps</i>"
    assert "lots among the players fall on who lost" in tab.js("document.body.textContent")


def test_the_link_is_a_qr_code(shared: Running, tabs: NewTab) -> None:
    tab = tabs()
    table = opened(shared, tab, seats=[{"kind": "person"}, {"kind": "person"}])
    tab.has(".qr")
    tab.until("document.querySelector('.qr').naturalWidth > 0")
    code = tab.page.evaluate("async () => (await fetch(document.querySelector('.qr').src)).text()")
    meant = io.BytesIO()
    link = segno.make(address(shared, f"/t/{table}"), micro=False)
    link.save(meant, kind="svg", xmldecl=False, scale=4, border=3, dark="#101512", light="#ffffff")
    assert code == meant.getvalue().decode()
    assert tab.page.input_value("#invite") == address(shared, f"/t/{table}")
    assert tab.faults == []
    assert shared.ask("GET", f"/api/tables/{'0' * 25}/qr")[0] == 404
    assert shared.ask("GET", f"/api/tables/{table}/matches/0")[0] == 404, "it is not over"


def test_the_deal_is_checked_as_by_the_program(shared: Running, tabs: NewTab, tmp_path: Path) -> None:
    """With the part that this browser gave; whatever somebody changes, both notice it."""
    tab = tabs()
    tab.page.goto(address(shared))
    tab.has("[data-key=go]")
    tab.page.select_option("#rules", str(SHORT["rules"]))
    tab.until("document.querySelector('#option-turn_cap') !== null")
    tab.js("document.querySelector('#option-lowest_rank').value = '9'")
    tab.js("document.querySelector('#option-turn_cap').value = '16'")
    tab.click("[data-key=go]")
    tab.has(".live, .choices .action")
    play_on(tab)
    tab.click("[data-key=check]")
    tab.has(".verdict.good")
    record = _downloaded(tab)
    kept = json.loads(
        tab.js("localStorage.getItem(Object.keys(localStorage).find((k) => k.startsWith('seat:')))")
    )
    seal, seed = kept["seals"]["0"], kept["seeds"]["0"]
    assert seed in record["deal"]["players"]
    said = _verified(tmp_path, record, "--commitment", seal, "--seed", seed)
    assert said.startswith("match 1: " + tab.js(VERDICT).removeprefix("✓ ")), said
    changes: list[Callable[[Any], None]] = [
        lambda found: found["deal"].update(server="00" * 32),
        lambda found: found["deal"].update(commitment="00" * 32),
        lambda found: found["deal"]["players"].reverse(),
        lambda found: found["deal"].update(players=[None, None]),
    ]
    for change in changes:
        _told_otherwise(tab, change)
        changed = json.loads(json.dumps(record))
        change(changed)
        assert _verified(tmp_path, changed, "--commitment", seal, "--seed", seed) == ""
    _told_otherwise(tab, lambda found: found["draws"][0].update(made=1 - found["draws"][0]["made"]))
    _told_otherwise(tab, lambda found: found["draws"][-20]["choices"].reverse())


def _downloaded(tab: Tab) -> Any:
    with tab.page.expect_download() as coming:
        tab.page.click("text=Record")
    return json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))


def _verified(folder: Path, record: object, *more: str) -> str:
    """What the program says of a record that it finds in order, else nothing."""
    file = folder / "evening.jsonl"
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    done = run("deal", "verify", file, *more)
    assert done.exit_code == (0 if done.stdout.startswith("match 1:") else 1), done.stderr
    return done.stdout if done.exit_code == 0 else ""


def _told_otherwise(tab: Tab, change: Callable[[Any], None]) -> None:
    """The page does not believe a server that tells a match otherwise."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        change(found)
        route.fulfill(response=answer, json=found)

    tab.page.route("**/matches/0", changed)
    tab.click("[data-key=check]")
    tab.until("!!document.querySelector('.verdict.error')")
    tab.page.unroute("**/matches/0")
    tab.click("[data-key=check]")
    tab.until("!!document.querySelector('.verdict.good')")


def test_a_replay_has_an_address(shared: Running, tabs: NewTab) -> None:
    """Who has it sees every position with all cards, by keyboard too; there is nothing before the end."""
    tab, guest = tabs(), tabs()
    opened(shared, tab, **SHORT)
    tab.has(".live, .choices .action")
    play_on(tab)
    guest.page.goto(tab.js("document.querySelector('[data-key=replay]').href"))
    guest.has("#position")
    last = int(guest.js("document.querySelector('#position').max"))
    cards = "document.querySelectorAll('.seats .card, .middle .card').length"
    assert guest.js(cards) == 24, "nothing is face down"
    guest.press("ArrowRight")
    guest.until("location.hash === '#1'")
    guest.press("End")
    guest.until(f"location.hash === '#{last}' && !!document.querySelector('[aria-current]')")
    assert guest.js(cards) == 24
    headline = tab.js("document.querySelector('.end .headline').textContent")
    assert headline in guest.js("document.querySelector('.happened').textContent")
    guest.click("[data-key=check]")
    guest.has(".verdict.good")
    assert faults(guest, few=True) == []
    guest.page.goto(guest.page.url.replace("match=0", "match=7"))
    guest.has(".notice")
    assert guest.faults == [guest.faults[0]], "the missing match alone"
