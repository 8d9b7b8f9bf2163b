"""Pages of the documentation taken apart: their blocks of code, with the mark that stands before each."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.house.tree import ROOT

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what the comment before it says, its text and its line in the page."""

    kind: str
    mark: str
    text: str
    line: int


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def blocks(name: str) -> list[Block]:
    text = page(name)
    return [
        Block(m["kind"], m["mark"] or "", m["text"], text.count("\n", 0, m.start()) + 1)
        for m in _BLOCK.finditer(text)
    ]
