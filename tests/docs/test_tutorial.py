"""The tutorial is walked: its files are written, its commands run, and what they print is what it shows.

A block `<!-- write NAME -->` is a file. In a block of `console`, lines after `$` are commands; the lines
below are the output, `…` standing for any lines, or for anything within a line.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.front.format import format_source
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.cli.running import run
from tests.docs.pages import Block, blocks

BLOCKS = blocks("tutorial.md")


def walk(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a block with the lines that it should print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *output = part.splitlines()
        yield command, output


def fits(shown: list[str], printed: list[str]) -> bool:
    """Whether the printed lines are those shown."""
    if not shown:
        return not printed
    if shown[0] == "…":
        return any(fits(shown[1:], printed[n:]) for n in range(len(printed) + 1))
    pattern = ".*".join(re.escape(piece) for piece in shown[0].split("…"))
    return bool(printed) and re.fullmatch(pattern, printed[0]) is not None and fits(shown[1:], printed[1:])


def lines(text: str) -> list[str]:
    found = [line.rstrip() for line in text.splitlines()]
    while found and not found[-1]:
        found.pop()
    return found


@pytest.mark.slow
def test_the_walk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block in BLOCKS:
        if block.mark.startswith("write "):
            (tmp_path / block.mark.removeprefix("write ")).write_text(block.text, encoding="utf-8")
        elif block.kind == "console":
            for command, shown in walk(block.text):
                _follow(block, command, shown)


def _follow(block: Block, command: str, shown: list[str]) -> None:
    name, *arguments = shlex.split(command)
    assert name == "yourtrumps"
    done = run(*arguments)
    printed = lines(done.output)
    assert fits(shown, printed), f"line {block.line}: {command}\n" + "\n".join(printed)
    refused = any(": error E" in line for line in shown)
    assert done.exit_code == (1 if refused else 0), command


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.kind == "yaml"], ids=lambda b: f"line {b.line}")
def test_the_files_have_the_layout(block: Block) -> None:
    formatted = format_source(Source("page.yaml", block.text), Report())
    assert formatted is None or formatted == block.text


def test_every_block_is_walked() -> None:
    assert {b.kind for b in BLOCKS} == {"yaml", "console"}
    assert [b.line for b in BLOCKS if b.kind == "yaml" and not b.mark.startswith("write ")] == []


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        (["a", "…"], ["a", "b", "c"], True),
        (["…", "c"], ["a", "b", "c"], True),
        (["a…c"], ["abbc"], True),
        (["a"], ["a", "b"], False),
        (["a", "c"], ["a", "b", "c"], False),
        (["…", "d"], ["a"], False),
    ],
)
def test_the_comparison(shown: list[str], printed: list[str], same: bool) -> None:
    assert fits(shown, printed) is same
