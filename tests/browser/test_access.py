"""axe-core finds nothing serious on any page, narrow and wide, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.chromium import PROGRAM, Tab
from tests.browser.conftest import NewTab
from tests.browser.playing import SHORT, WIDE, address, move, opened, play_on
from tests.server.running import Running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="chromium is not installed"),
]

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = (360, 1440)
GRAVE = ("serious", "critical")


def looks(tab: Tab, few: bool = False) -> Iterator[str]:
    """The page in its looks, one after the other, a `few` or all; what each is called."""
    for width in WIDTHS:
        tab.size(width, 800)
        for scheme in SCHEMES:
            if few and (width == min(WIDTHS)) is (scheme == "light"):
                continue
            tab.page.emulate_media(color_scheme=scheme)
            yield f"{width} {scheme}"


def grave(tab: Tab) -> list[str]:
    """What axe-core finds on the page as it is."""
    found = Axe().run(tab.page, options={"resultTypes": ["violations"]}).response["violations"]
    faults = [(f["id"], node) for f in found if f["impact"] in GRAVE for node in f["nodes"]]
    return [f"{name}: {node['html'][:200]} {node['failureSummary']}" for name, node in faults]


def faults(tab: Tab, few: bool = False) -> list[str]:
    """What is wrong with a page in each of its looks, with everything opened that can be."""
    tab.js("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    found = []
    for look in looks(tab, few):
        found += [f"{look}: {fault}" for fault in grave(tab)]
        if tab.js(WIDE):
            found.append(f"{look}: wider than the window")
    return found


def test_the_lobby(shared: Running, tabs: NewTab) -> None:
    tab = tabs()
    shared.post("/api/tables", {"rules": "durak", "name": "Clara", "public": True})
    tab.page.goto(address(shared))
    tab.has("[data-key=go]")
    tab.has(".tables a")
    assert faults(tab) == []
    tab.js("document.querySelector('#name').labels[0].remove()")
    assert [fault.partition(":")[0] for fault in grave(tab)] == ["label"], "faults are found"


def test_a_table_from_the_invitation_to_the_end(shared: Running, tabs: NewTab) -> None:
    tab = tabs()
    opened(shared, tab, seats=[{"kind": "person"}, {"kind": "person"}])
    tab.has("#invite")
    assert faults(tab, few=True) == []
    opened(shared, tab, integer_seed=3, **SHORT)
    for number in range(12):
        move(tab, number=number)
    tab.until("!!document.querySelector('.middle .card, .still')")
    assert faults(tab) == []
    play_on(tab)
    assert faults(tab) == []
