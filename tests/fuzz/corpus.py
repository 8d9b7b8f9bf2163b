"""What the campaign starts from: whole games, large and small, and a variant."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.shelf import find_base
from interpreter.front.tree import Scalar
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.diagnostics.bases import HEAPS

ROOT = Path(__file__).resolve().parents[2]
SMALL = HEAPS
VARIANT = """\
extends: small
game: Heaps, stricter
change:
  options:
    strict: no
  moves:
    draw:
      phase: play
      do: pass
add:
  endings:
    soon:
      when: heap is not empty
      before: long
remove:
  checks:
    all there: the deck is smaller
"""


def files() -> tuple[str, ...]:
    """The rule files of the repository, in a stable order."""
    paths = sorted((*ROOT.glob("rules/*.yaml"), *ROOT.glob("tests/rules/*.yaml")))
    return tuple(p.read_text(encoding="utf-8") for p in paths)


def find(name: Scalar, here: Source, report: Report) -> Source | None:
    """Bases: a game, a file that extends itself, two that extend each other, and what lies on the disk."""
    found = {
        "small": SMALL,
        "self": f"extends: {name.value}\n",
        "other": "extends: third\n",
        "third": "extends: other\n",
    }
    if name.value in found:
        return Source(name.value, found[name.value])
    return find_base(name, here, report)
