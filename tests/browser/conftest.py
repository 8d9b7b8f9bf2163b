"""One server and one browser for all tests of the page; each test has profiles of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import Tab, chromium, new_tab
from tests.server.running import Running, server

NewTab = Callable[..., Tab]


@pytest.fixture(scope="package")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that no test stops."""
    with server(tmp_path_factory.mktemp("server"), "--uploads") as found:
        yield found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def tabs(browser: Browser) -> Iterator[NewTab]:
    """Makes pages in profiles of their own."""
    with ExitStack() as stack:

        def make(**about: Any) -> Tab:
            return stack.enter_context(new_tab(browser, **about))

        yield make
