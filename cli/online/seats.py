"""Seats at tables elsewhere: their tokens are kept in a file of one's own, so that one can come back."""

from __future__ import annotations

import getpass
import json
import os
from contextlib import suppress
from pathlib import Path

from cli.online.wire import Server

MOST = 200
"""Seats that are remembered."""


def _file() -> Path:
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "yourtrumps" / "seats.json"


def _kept() -> dict[str, str]:
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {str(k): str(v) for k, v in pairs}


def token_for(server: Server, table: str) -> str | None:
    """The token of a seat that was taken here before."""
    return _kept().get(f"{server.address}/t/{table}")


def keep(server: Server, table: str, token: str) -> None:
    """Remember a seat; only this user can read the file. Without a place for it nothing is kept."""
    seats = list({**_kept(), f"{server.address}/t/{table}": token}.items())[-MOST:]
    path = _file()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as stream:
            json.dump(dict(seats), stream)


def own_name() -> str:
    """What to be called where one has not said it."""
    try:
        return getpass.getuser().capitalize()[:24] or "Player"
    except (KeyError, OSError):
        return "Player"
