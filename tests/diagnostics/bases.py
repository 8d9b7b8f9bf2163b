"""The games that the cases start from."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
HEAPS = (HERE / "heaps.yaml").read_text(encoding="utf-8")
