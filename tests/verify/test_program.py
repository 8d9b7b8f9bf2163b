"""Answers are kept for one text of the prover, whatever folder a module of it lies in."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

from verify import depends


def test_a_module_further_down_is_part_of_the_program(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "a.py").write_text("one", encoding="utf-8")
    with patch.object(depends, "files", lambda _: tmp_path):
        seen = {depends.program()}
        for text in ("two", "three"):
            (below / "b.py").write_text(text, encoding="utf-8")
            seen.add(depends.program())
        (below / "notes.txt").write_text("four", encoding="utf-8")
        seen.add(depends.program())
    assert len(seen) == 3
