"""Logs for machines: one JSON object a line. Tokens, seeds and names of people never come here."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

LOG = logging.getLogger("yourtrumps.server")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        about = getattr(record, "about", {})
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        data = {"time": time, "level": record.levelname.lower(), "event": record.getMessage(), **about}
        if record.exc_info is not None and record.exc_info[1] is not None:
            data["error"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=True, default=str)


def note(event: str, **about: object) -> None:
    """Something worth a line, with what it is about."""
    LOG.info(event, extra={"about": about})


def _is_ours(record: logging.LogRecord) -> bool:
    """Text that is none, which anybody may send, is no error of this program."""
    return record.exc_info is None or not isinstance(record.exc_info[1], UnicodeDecodeError)


def to_standard_error() -> None:
    """From now on what is noted, and what uvicorn says, goes there."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_is_ours)
    for name in ("yourtrumps.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO if name == LOG.name else logging.WARNING)
