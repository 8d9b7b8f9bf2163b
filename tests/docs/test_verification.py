"""The commands of the page on proofs: what is shown is printed, and the others do what they say."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.docs.pages import Block, blocks
from tests.docs.test_tutorial import fits, lines, walk
from tests.house.tree import ROOT

CONSOLE = [b for b in blocks("verification.md") if b.kind == "console"]
PLAIN = [line for b in blocks("verification.md") if b.kind == "sh" for line in b.text.splitlines()]
SMALL = ROOT / "tests" / "verify" / "heaps.yaml"
"""Stands for a file of the reader's own, and for the whole of the base file, which takes longer."""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    for name in ("mygame.yaml", "rules/yourtrumps.yaml"):
        (tmp_path / name).write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: f"line {block.line}")
def test_what_is_shown_is_printed(block: Block) -> None:
    for command, shown in walk(block.text):
        done = run(*shlex.split(command)[1:])
        while shown and not shown[-1]:
            shown.pop()
        assert fits(shown, lines(done.stdout)), f"{command}\n{done.output}"
        assert done.exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line in PLAIN if not {"--watch", "--mutants"} & set(line.split())])
def test_every_command_is_one(line: str, tmp_path: Path) -> None:
    words = shlex.split(line)
    target = words[words.index(">") + 1] if ">" in words else None
    done = run(*words[1 : words.index(">") if target else None])
    assert done.exit_code in (0, 10), done.output
    assert "error" not in done.stderr
    for option in ("--report", "--record", "--itf"):
        if option in words:
            assert Path(words[words.index(option) + 1]).exists()


def test_there_is_something_to_try() -> None:
    assert len(CONSOLE) == 1 and len(PLAIN) == 8
