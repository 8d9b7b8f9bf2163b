"""The commands of the page on studies are run, in its order, in one folder, and so is its SQL."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.docs.pages import blocks, page


def _commands() -> list[str]:
    return [line for block in blocks("study.md") if block.kind == "sh" for line in block.text.splitlines()]


@pytest.mark.slow
def test_the_commands_of_the_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = {command: run(*shlex.split(command)[1:]) for command in _commands()}
    assert {command: ran.output for command, ran in said.items() if ran.exit_code != 0} == {}
    merged = next(ran for command, ran in said.items() if "simulate merge" in command)
    assert merged.stdout == run(*"simulate --matches 90 --seats random".split()).stdout
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert len((tmp_path / "some.jsonl").read_text(encoding="utf-8").splitlines()) == 5


@pytest.mark.slow
def test_the_queries_of_the_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import duckdb

    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    for name in ("all.jsonl", "all.parquet"):
        assert run("simulate", "-n", "12", "--seats", "random,greedy", "--record", name).exit_code == 0
    (text,) = (block.text for block in blocks("study.md") if block.kind == "sql")
    found = [duckdb.sql(line) for line in text.splitlines()]
    outcomes, longest = (rows.fetchall() for rows in found if rows is not None)
    assert sum(row[1] for row in outcomes) == 12
    assert len(longest) == 5 and longest[0][1] >= longest[4][1]


def test_every_goal_is_on_the_page() -> None:
    from study.goals import GOALS

    assert all(f"`{name}`" in page("study.md") for name in GOALS)
