"""The store: what it has said is kept is kept, whatever happens to the process; both databases alike."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.core.events import Logged, Spoke
from server.store.migrations import MIGRATIONS, pending
from server.store.opening import open_store
from server.store.protocol import Batch, Conflict, Row, Store, StoreError
from server.store.sqlite import SqliteStore
from tests.house.tree import ROOT

NOBODY = 65534
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own."""
    pytest.importorskip("psycopg")
    if not PROGRAMS:
        pytest.skip("PostgreSQL's server is not installed")
    folder, port = _folder(), _free_port()
    data = folder / "data"
    _run(folder, "initdb", "-D", data, "-U", "cards", "-A", "trust", "--no-sync")
    options = (
        f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c shared_buffers=8MB"
    )
    _run(folder, "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "start")
    try:
        yield f"postgresql://cards@127.0.0.1:{port}/postgres"
    finally:
        _run(folder, "pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)


def _free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _folder() -> Path:
    """PostgreSQL does not run as the administrator: then the folder is somebody else's."""
    folder = Path(tempfile.mkdtemp(prefix="yourtrumps-postgres-"))
    if os.getuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    return folder


def _run(folder: Path, program: str, *arguments: object) -> None:
    who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
    command = [str(PROGRAMS[-1] / program), *map(str, arguments)]
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False, **who
    )  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    where = tmp_path / "store.db" if request.param == "sqlite" else request.getfixturevalue("postgres")
    found = open_store(str(where))
    yield found
    found.close()


def batch(name: str, first: int, last: int, key: str | None = None, code: str = "", at: int = 5) -> Batch:
    events = tuple(Logged(n, at, Spoke(0, n), key if n == first else None) for n in range(first, last + 1))
    return Batch(Row(name, code or name.upper(), True, "playing", at, "{}"), events)


def test_what_is_appended_comes_back(store: Store, request: pytest.FixtureRequest) -> None:
    name = f"a{request.node.name[-5:-1]}"
    assert store.append([batch(name, 1, 3, "0:x"), batch(name + "b", 1, 1)]) == [None, None]
    assert store.append([batch(name, 4, 4)]) == [None]
    log = store.log(name)
    assert [g.version for g in log] == [1, 2, 3, 4]
    assert log[0].key == "0:x" and log[3].event == Spoke(0, 4)
    assert store.find(name.upper()) == name and store.find("NOT") is None
    assert {r.id for r in store.lobby(10)} >= {name, name + "b"}
    assert {r.id for r in store.stale(6, 10)} >= {name} and store.stale(5, 10) == []
    assert store.log("nowhere") == []
    assert store.count() >= 2


def test_a_conflict_hurts_nobody_else(store: Store, request: pytest.FixtureRequest) -> None:
    name = f"c{request.node.name[-5:-1]}"
    store.append([batch(name, 1, 2, "0:x")])
    wrong = [
        batch(name, 2, 2),
        batch(name, 4, 4),
        batch(name, 3, 3, "0:x"),
        batch("d" + name, 1, 1, code=name.upper()),
    ]
    found = store.append([wrong[0], batch("e" + name, 1, 1), *wrong[1:], batch(name, 3, 3)])
    assert [isinstance(f, Conflict) for f in found] == [True, False, True, True, True, False]
    assert len(store.log(name)) == 3 and len(store.log("e" + name)) == 1 and store.log("d" + name) == []


def test_sent_rules_are_kept(store: Store) -> None:
    store.send("sent/1", "Mine", 1, "text")
    store.send("sent/1", "Other", 2, "other")
    assert store.sent()["sent/1"] == "text"


def test_steps_are_made_once_and_never_backwards(tmp_path: Path) -> None:
    for _ in range(2):
        SqliteStore(tmp_path / "a.db").close()
    assert pending(len(MIGRATIONS)) == []
    with pytest.raises(ValueError, match="newer"):
        pending(len(MIGRATIONS) + 1)


def test_a_store_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, whatever its name may say " * 30)
    for named in (tmp_path / "no" / "where.db", tmp_path / "text.db", "postgresql://nobody@127.0.0.1:1/none"):
        with pytest.raises(StoreError):
            open_store(str(named))


def test_a_full_disk_refuses_and_keeps_what_was(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.db")
    assert store.append([batch("a", 1, 1)]) == [None]
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    found = store.append([batch("a", 2, 3000)])
    assert isinstance(found[0], StoreError)
    assert len(store.log("a")) == 1
    store._db.execute("PRAGMA max_page_count = 100000")
    assert store.append([batch("a", 2, 3000)]) == [None]
    store.close()


WRITING = """
import sys
from pathlib import Path
from server.store.sqlite import SqliteStore
from tests.server.test_store import batch
store = SqliteStore(Path("a.db"))
last = len(store.log("a"))
while True:
    last += 1
    assert store.append([batch("a", last, last)]) == [None]
    print(last, flush=True)
"""


def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    told = 0
    for wait in (1, 7, 23):
        with subprocess.Popen(
            [sys.executable, "-c", WRITING],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            for _ in range(wait):
                told = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            told = max([told, *map(int, process.stdout.read().split())])
        store = SqliteStore(tmp_path / "a.db")
        kept = [g.version for g in store.log("a")]
        store.close()
        assert kept == list(range(1, len(kept) + 1))
        assert told <= len(kept) <= told + 1
