"""A real browser, Debian's chromium without a window, driven over its DevTools protocol."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PROGRAM = shutil.which("chromium")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-proxy-server"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--remote-debugging-port=0", "about:blank"),
)
KEYS = {
    "Enter": 13,
    "Tab": 9,
    "Escape": 27,
    "End": 35,
    "Home": 36,
    "ArrowRight": 39,
    "ArrowDown": 40,
    " ": 32,
}
PATIENCE = 60.0
"""Seconds that a busy machine may need for anything."""


@dataclass
class Tab:
    """The browser's only page; `faults` is what its script and its console complained of."""

    socket: ClientConnection
    faults: list[str] = field(default_factory=list)
    sent: int = 0

    def call(self, method: str, **about: Any) -> dict[str, Any]:
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": about}))
        while True:
            heard: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            if heard.get("id") == self.sent:
                assert "error" not in heard, heard
                found: dict[str, Any] = heard["result"]
                return found
            self._note(heard)

    def _note(self, heard: dict[str, Any]) -> None:
        about = heard.get("params", {})
        if heard.get("method") == "Runtime.exceptionThrown":
            self.faults.append(json.dumps(about["exceptionDetails"])[:1000])
        if heard.get("method") == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.faults.append(about["entry"]["text"] + " " + about["entry"].get("url", ""))

    def js(self, code: str) -> Any:
        """The value of an expression, which must be JSON."""
        found = self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, (code, found)
        return found["result"].get("value")

    def until(self, code: str) -> Any:
        """Wait until the expression is true, and answer it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.js(code)
            if found:
                return found
            time.sleep(0.02)
        page = self.js("document.body.innerText")
        raise AssertionError(f"{code}\n{page}\n{self.faults}")

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)
        self.until(f"location.href === {json.dumps(address)} && document.readyState === 'complete'")

    def size(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def press(self, key: str) -> None:
        """One key, as the keyboard sends it."""
        text = {"Enter": "\r", " ": " "}.get(key)
        about: dict[str, Any] = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self.call("Input.dispatchKeyEvent", **down, **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def tab_to(self, selector: str, most: int = 60) -> None:
        """Press Tab until an element is reached."""
        wanted = f"document.activeElement?.matches({json.dumps(selector)})"
        for _ in range(most):
            if self.js(wanted):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")


@contextmanager
def chromium(folder: Path) -> Iterator[Tab]:
    """A browser that knows nothing yet; it is gone at the end."""
    assert PROGRAM is not None
    command = [PROGRAM, f"--user-data-dir={folder / 'profile'}", *OPTIONS]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        try:
            with connect(_page(process), max_size=None, proxy=None, open_timeout=PATIENCE) as socket:
                tab = Tab(socket)
                for part in ("Runtime", "Log", "Page"):
                    tab.call(f"{part}.enable")
                yield tab
        finally:
            process.terminate()
            assert process.stderr is not None
            process.stderr.read()


def _page(process: subprocess.Popen[str]) -> str:
    """The address of the page's DevTools; the browser says where it listens."""
    assert process.stderr is not None
    line = next((text for text in process.stderr if "DevTools listening on" in text), "")
    port = line.rpartition("127.0.0.1:")[2].partition("/")[0]
    assert port.isdecimal(), "chromium does not start"
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(f"http://127.0.0.1:{port}/json", timeout=PATIENCE) as answer:
        pages = json.load(answer)
    return str(next(p["webSocketDebuggerUrl"] for p in pages if p["type"] == "page"))
