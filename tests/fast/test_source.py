"""The Python that rules become: the same each time, readable, refused by nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from interpreter.check.load import load_file
from interpreter.fast.engine import Compiled
from interpreter.fast.source import with_checks
from tests.cli.running import run
from tests.fast.test_checks import FILES


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_text_is_the_same_each_time(path: Path) -> None:
    game = load_file(path).game
    assert game is not None
    one, other = Compiled(game).made, Compiled(game).made
    assert one.text == other.text
    assert with_checks(one) == with_checks(other)
    ast.parse(one.text)


def test_functions_name_the_lines_that_they_are_made_from() -> None:
    printed = run("rules", "python", "--checks", "--steps")
    assert printed.exit_code == 0
    tree = ast.parse(printed.stdout)
    defined = [n for n in tree.body if isinstance(n, ast.FunctionDef)]
    lines = printed.stdout.splitlines()
    named = [n for n in defined if lines[n.lineno - 2].startswith("# yourtrumps.yaml:")]
    assert len(named) > len(defined) * 3 // 4


def test_what_plays_in_place_is_printed() -> None:
    for given in ((), ("--checks", "--study")):
        printed = run("rules", "python", *given)
        assert printed.exit_code == 0
        names = [n.name for n in ast.parse(printed.stdout).body if isinstance(n, ast.FunctionDef)]
        assert {"play", "run"} <= {*names}
        assert ("always" in names) == bool(given)


def test_options_are_in_the_text() -> None:
    assert "# option plain_take: 2" in run("rules", "python", "--set", "plain_take=2").stdout
