"""How a server is run."""

from __future__ import annotations

from dataclasses import dataclass, field

SHARDS = 16
"""Most processes that can share a store: the first hex digit of a table's id says whose it is."""


@dataclass(frozen=True, slots=True)
class Limits:
    """All counts are of one process, times are seconds.

    A connection has `burst` credits and gets `rate` more each second; a message costs one, a look at the past
    three. An address may open tables and try codes in the same way, by `doors` and `door_rate`.
    """

    tables: int = 5_000
    connections: int = 5_000
    spectators: int = 50
    tabs: int = 4
    per_address: int = 100
    burst: float = 40
    rate: float = 20
    doors: float = 30
    door_rate: float = 0.5
    hello: float = 10
    waiting: int = 24 * 3600
    idle: int = 7 * 24 * 3600
    unloaded: int = 300
    frame: int = 8 * 1024
    body: int = 16 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """`store` is a file or a PostgreSQL URL; `process` of `processes`, from 0, is this one.

    `names` are host names by which the server may be called, besides addresses and `localhost`; `origins` are
    web pages elsewhere that may connect. `pace` is how many seconds a computer thinks.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = "yourtrumps.db"
    names: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    behind_proxy: bool = False
    process: int = 0
    processes: int = 1
    uploads: bool = False
    pace: float = 0.4
    limits: Limits = field(default_factory=Limits)

    def mine(self, table: str) -> bool:
        """Whether a table of this id, hex digits, lives in this process."""
        return int(table[0], 16) % self.processes == self.process
