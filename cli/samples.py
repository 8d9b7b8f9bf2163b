"""Files of recorded matches: JSON Lines, or Parquet (the extra `study`) for names that end so."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cli.exits import faulty_command
from cli.files import claim, whole, whole_path
from cli.keep import claim_for_records

PARQUET = ".parquet"
MAGIC = b"PAR1"
GROUP = 1000
"""Matches that are written at a time."""

Add = Callable[[str], None]
"""Adds a record, which is a line without its end."""


def claim_for_samples(path: Path) -> Path:
    """The path, links followed; raises `Stop` if it cannot be written, or holds anything but records."""
    if path.suffix.lower() != PARQUET:
        return claim_for_records(path)
    if find_spec("pyarrow") is None:
        raise faulty_command('Parquet needs the extra `study`: pip install "yourtrumps[study]"')
    target = claim(path)
    if target.is_file() and target.stat().st_size:
        with target.open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                raise faulty_command(f"`{path}` is not a Parquet file, and is left alone")
    return target


@contextmanager
def samples(target: Path) -> Iterator[Add]:
    """Records for a claimed file, put in its place as a whole; raises `Stop` where the disk says no."""
    if target.suffix.lower() == PARQUET:
        with whole_path(target) as part, _parquet(part) as add:
            yield add
    else:
        with whole(target) as stream:
            yield lambda line: _line(stream.write, line)


def _line(write: Callable[[str], int], line: str) -> None:
    write(line + "\n")


@contextmanager
def _parquet(path: Path) -> Iterator[Add]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    seats = pa.list_(pa.int32())
    schema = pa.schema(
        [
            ("match", pa.uint64()),
            ("seed", pa.uint64()),
            ("players", pa.list_(pa.string())),
            ("first", pa.int32()),
            ("outcome", pa.string()),
            ("winners", seats),
            ("losers", seats),
            ("plies", pa.int64()),
            ("record", pa.string()),
        ]
    )
    waiting: list[dict[str, Any]] = []

    def flush() -> None:
        if waiting:
            writer.write_table(pa.Table.from_pylist(waiting, schema))
            waiting.clear()

    def add(line: str) -> None:
        waiting.append(_row(line))
        if len(waiting) == GROUP:
            flush()

    with pq.ParquetWriter(path, schema) as writer:
        try:
            yield add
        finally:
            flush()


def _row(line: str) -> dict[str, Any]:
    record = json.loads(line)
    result = record["result"]
    return {
        "match": record["match"],
        "seed": record["seed"],
        "players": [player["name"] for player in record["players"]],
        "first": next((move["player"] for move in record["moves"] if move["player"] is not None), None),
        **{name: result[name] for name in ("outcome", "winners", "losers", "plies")},
        "record": line,
    }
