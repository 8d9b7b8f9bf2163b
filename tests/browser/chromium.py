"""A real browser, Debian's chromium without a window, driven by Playwright."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

PROGRAM = shutil.which("chromium")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-proxy-server"]
PATIENCE = 60.0
"""Seconds that a busy machine may need for anything."""


@dataclass
class Tab:
    """A page in a profile of its own; `faults` is what its script and its console complained of."""

    page: Page
    faults: list[str] = field(default_factory=list)

    def js(self, code: str) -> Any:
        """The value of an expression, which must be JSON."""
        return self.page.evaluate(code)

    def until(self, code: str) -> Any:
        """Wait until the expression is true, and answer it.

        Playwright's own waiting would have the page evaluate a text, which its security policy forbids.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(Error):  # the page may be on its way to another address
                found = self.js(code)
                if found:
                    return found
            self.page.wait_for_timeout(20)
        text = self.js("document.body.innerText")
        raise AssertionError(f"{code}\n{text}\n{self.faults}")

    def has(self, selector: str) -> Any:
        """Wait until there is such an element."""
        return self.until(f"!!document.querySelector({json.dumps(selector)})")

    def click(self, selector: str) -> None:
        self.has(selector)
        self.page.click(selector)

    def size(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 60) -> None:
        """Press Tab until an element is reached."""
        wanted = f"!!document.activeElement?.matches({json.dumps(selector)})"
        for _ in range(most):
            if self.js(wanted):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, until the end of the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def new_tab(browser: Browser, **about: Any) -> Iterator[Tab]:
    """A page that knows nothing yet; `about` are settings of its context, such as `color_scheme`."""
    context = browser.new_context(**{"reduced_motion": "reduce", **about})
    context.set_default_timeout(PATIENCE * 1000)
    tab = Tab(context.new_page())

    def noted(message: ConsoleMessage) -> None:
        if message.type == "error":
            tab.faults.append(message.text)

    tab.page.on("console", noted)
    tab.page.on("pageerror", lambda error: tab.faults.append(str(error)))
    try:
        yield tab
    finally:
        context.close()
