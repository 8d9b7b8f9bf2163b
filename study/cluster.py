"""Work on a cluster of Dask workers (the extra `cluster`): what a lost worker was to answer, others answer.

Tasks and answers travel, no matches do. All workers must have this program in the same version.
"""

from __future__ import annotations

import logging
import pickle
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Any

from study.processes import Answer, Plan, Task, Work, held_interrupts
from study.spread import Unreachable

LOCAL = "local"
"""The address of a cluster of processes on this machine, made for the occasion."""
PATIENCE = 5.0
"""Seconds until a scheduler must have answered, and until it must have a worker."""
AHEAD = 3
"""Tasks for each thread of the cluster that are under way at a time."""
LIVES = 10
"""Workers that may be lost with one and the same task before the task is to blame."""


def clustered(
    work: Work[Plan, Task, Answer], plan: Plan, tasks: Iterable[Task], address: str, processes: int
) -> Iterator[Answer]:
    """The answers in order. `processes` is for `LOCAL` only. Raises `Unreachable`."""
    with _client(address, processes) as client:
        blob = pickle.dumps((work, plan))
        name = sha256(blob).hexdigest()
        held = client.submit(_opened, name, blob, key=f"plan-{name[:16]}", pure=True)
        threads = max(1, sum(client.nthreads().values()))
        waiting = iter(tasks)
        under_way: deque[Any] = deque()
        while True:
            for task in islice(waiting, AHEAD * threads - len(under_way)):
                under_way.append(_given(client, held, task, address))
            if not under_way:
                return
            yield _result(under_way.popleft(), address)


def _given(client: Any, held: Any, task: Any, address: str) -> Any:
    from distributed.client import ClosedClientError

    try:
        return client.submit(_answered, held, task, pure=False)
    except ClosedClientError:
        raise _gone(address) from None


def _result(future: Any, address: str) -> Any:
    from distributed.client import FutureCancelledError
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except (FutureCancelledError, OSError):
        raise _gone(address) from None
    except KilledWorker:
        raise Unreachable(
            f"the cluster `{address}` loses every worker that is given some of the matches"
        ) from None


def _gone(address: str) -> Unreachable:
    return Unreachable(f"the cluster `{address}` is gone: its scheduler does not answer any more")


# on the workers -------------------------------------------------------------------------------------------


def _opened(name: str, blob: bytes) -> tuple[str, bytes]:
    """The plan as each worker gets it; a worker that comes later gets it too."""
    return name, blob


def _answered(held: tuple[str, bytes], task: Any) -> Any:
    """The answer to a task; what answers it is made once for each thread of a worker."""
    from distributed import get_worker

    name, blob = held
    worker: Any = get_worker()
    place = f"yourtrumps_{threading.get_ident()}"
    made = getattr(worker, place, None)
    if made is None or made[0] != name:
        work, plan = pickle.loads(blob)
        made = name, work(plan)
        setattr(worker, place, made)
    return made[1](task)


def _version() -> str:
    try:
        return version("yourtrumps")
    except PackageNotFoundError:
        return "not installed"


# reaching it ----------------------------------------------------------------------------------------------


@contextmanager
def _client(address: str, processes: int) -> Iterator[Any]:
    """A connection to the cluster, which is closed with the block; a local cluster ends with it."""
    from dask import config as settings
    from distributed import Client, LocalCluster

    made: Any = LocalCluster

    quiet = {"distributed.scheduler.allowed-failures": LIVES, "distributed.admin.tick.limit": "1h"}
    with settings.set(quiet), ExitStack() as ending:
        for name in _loggers():
            ending.enter_context(_silent(name))
        if address == LOCAL:
            with held_interrupts():
                address = ending.enter_context(
                    made(
                        n_workers=processes,
                        threads_per_worker=1,
                        processes=True,
                        dashboard_address=None,
                        silence_logs=logging.CRITICAL,
                    )
                )

        class Quiet(Client):
            def __del__(self) -> None:
                """One that never was connected has nothing to close, and would say so."""

        connect: Any = Quiet
        try:
            client = ending.enter_context(connect(address, timeout=PATIENCE, set_as_default=False))
            client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            raise Unreachable(_why(address, error)) from None
        _same_everywhere(client, address)
        yield client


def _why(address: str, error: Exception) -> str:
    if isinstance(error, ValueError):
        return f"`{address}` is not the address of a cluster; one is written like tcp://host:8786"
    if "worker" in str(error):
        return f"the cluster `{address}` has no workers"
    return f"there is no cluster at `{address}`: nobody answers within {PATIENCE:.0f} seconds"


def _same_everywhere(client: Any, address: str) -> None:
    try:
        theirs = client.run(_version)
    except Exception as error:
        raise Unreachable(f"the workers of `{address}` do not have this program: {error}") from None
    others = {name for name in theirs.values() if name != _version()}
    if others:
        raise Unreachable(
            f"the workers of `{address}` have version {', '.join(others)}, this is {_version()}"
        )


def _loggers() -> list[str]:
    """The names of those that libraries write to; some of them have levels of their own."""
    ours = ("distributed", "tornado", "asyncio")
    return [*ours, *(name for name in logging.root.manager.loggerDict if name.startswith(ours))]


@contextmanager
def _silent(name: str) -> Iterator[None]:
    """What a library logs is told in words of our own, or not at all."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
