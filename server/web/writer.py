"""Appending to the logs of many tables at once: what arrives while one write is under way shares the next."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from server.store.protocol import Batch, Failure, Store, StoreError

MOST = 500
"""Batches of one write."""


class Writer:
    """`append` returns when the events are durable. Batches of one table are appended one after another."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: asyncio.Queue[tuple[Batch, asyncio.Future[Failure | None]]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """After all that is waiting has been written."""
        await self._waiting.join()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def append(self, batch: Batch) -> None:
        """Raises `Conflict` or `StoreError`, and then nothing was written as far as one can know."""
        done: asyncio.Future[Failure | None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((batch, done))
        failure = await done
        if failure is not None:
            raise failure

    def _write(self, batches: list[Batch]) -> list[Failure | None]:
        """Whatever goes wrong is told to those who wait, so that none waits for ever."""
        try:
            return self._store.append(batches)
        except Exception as error:
            return [StoreError(f"the store failed: {error}")] * len(batches)

    async def _run(self) -> None:
        while True:
            found = [await self._waiting.get()]
            while len(found) < MOST and not self._waiting.empty():
                found.append(self._waiting.get_nowait())
            failures = await asyncio.to_thread(self._write, [batch for batch, _ in found])
            for (_, done), failure in zip(found, failures, strict=True):
                if not done.done():
                    done.set_result(failure)
                self._waiting.task_done()
