"""A connection that is to end ends, whatever else happens then; metrics, and addresses behind a proxy."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from server.web.metrics import Metrics
from server.web.outbox import Outbox
from tests.server.running import server


@pytest.mark.parametrize("patience", [60, None])
@pytest.mark.parametrize("turns", range(5))
def test_a_cancelled_writer_ends_though_there_is_news(turns: int, patience: float | None) -> None:
    async def race() -> bool:
        outbox = Outbox(None, Metrics())  # type: ignore[arg-type]
        waiting = asyncio.create_task(outbox.news(patience))
        await asyncio.sleep(0)
        outbox.wake()
        for _ in range(turns):
            await asyncio.sleep(0)
        wanted = waiting.cancel()
        await asyncio.wait((waiting,), timeout=60)
        return waiting.cancelled() == wanted

    assert asyncio.run(race())


def test_news_that_came_before_are_not_waited_for() -> None:
    async def told() -> None:
        outbox = Outbox(None, Metrics())  # type: ignore[arg-type]
        outbox.wake()
        for _ in range(2):
            await asyncio.wait_for(outbox.news(None), 60)
        await outbox.flush()
        waiting = asyncio.create_task(outbox.news(None))
        for _ in range(3):
            await asyncio.sleep(0)
            assert not waiting.done()
        outbox.wake()
        await asyncio.wait_for(waiting, 60)

    asyncio.run(told())


def test_metrics_and_addresses_behind_a_proxy(tmp_path: Path) -> None:
    with server(tmp_path, "--behind-proxy") as running:
        told = running.ask("GET", "/metrics")[1]
        assert "\nyourtrumps_moves_total 0\n" in told and "\nprocess_cpu_seconds_total " in told

        def codes(address: str, count: int) -> list[Any]:
            headers = {"X-Forwarded-For": address}
            return [running.ask("GET", "/api/codes/NONE", None, headers)[0] for _ in range(count)]

        assert 429 in codes("192.0.2.1", 60)
        assert codes("192.0.2.2", 1) == [404]
