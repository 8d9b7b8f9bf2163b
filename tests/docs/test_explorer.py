"""The commands of the page on the search are run, and print what it shows; see `test_tutorial.py`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.docs.pages import Block, blocks
from tests.docs.test_tutorial import fits, lines, walk

BLOCKS = [block for block in blocks("explorer.md") if block.kind == "console"]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"line {block.line}")
def test_the_commands_print_what_is_shown(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, shown in walk(block.text):
        name, *arguments = shlex.split(command)
        assert name == "yourtrumps"
        done = run(*arguments)
        while shown and not shown[-1]:
            shown.pop()
        assert fits(shown, lines(done.stdout)), f"{command}\n{done.output}"
        assert done.exit_code == 0


def test_there_is_something_to_try() -> None:
    assert len(BLOCKS) == 3
