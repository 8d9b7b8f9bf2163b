"""Expected output, whole, in files. `BLESS=1 pytest tests/cli` rewrites them; look at the diff."""

from __future__ import annotations

import os
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"


def same_as_golden(name: str, text: str) -> None:
    """`text` is what the file holds, spaces at the ends of lines aside."""
    found = "".join(line.rstrip() + "\n" for line in text.splitlines())
    path = GOLDEN / name
    if os.environ.get("BLESS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
