"""What the program loads: a help page needs no parser, a match no solver, and both come up at once."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from tests.house.environment import execute, explain
from tests.house.tree import ROOT

OPTIONAL = {"z3", "numba", "numpy", "scipy", "hypothesis", "pytest", "mypy", "setuptools", "pkg_resources"}
PARSERS = {"lark", "yaml"}

LOADED = """
import atexit, json, sys
from pathlib import Path
def note():
    Path("loaded.json").write_text(json.dumps(sorted({m.split(".")[0] for m in sys.modules})))
atexit.register(note)
from cli.main import run
run()
"""

EMPTY = """
import typer
program = typer.Typer()
@program.command()
def first() -> None: ...
@program.command()
def second() -> None: ...
program()
"""


def loaded(arguments: list[str], folder: Path) -> set[str]:
    """Top-level modules that a command has loaded when it is done."""
    done = execute([sys.executable, "-c", LOADED, *arguments], folder, {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, explain(done)
    return set(json.loads((folder / "loaded.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("command", [[], ["play"], ["simulate"], ["rules"], ["rules", "check"], ["replay"]])
def test_help_loads_no_parser_and_nothing_optional(command: list[str], tmp_path: Path) -> None:
    assert loaded([*command, "--help"], tmp_path) & (OPTIONAL | PARSERS) == set()


def test_a_match_loads_nothing_optional(tmp_path: Path) -> None:
    assert loaded(["play", "--seats", "random,greedy", "--seed", "1"], tmp_path) & OPTIONAL == set()


def seconds(code: str, folder: Path) -> float:
    began = time.perf_counter()
    done = execute([sys.executable, "-c", code, "--help"], folder, {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, explain(done)
    return time.perf_counter() - began


def test_help_is_about_as_quick_as_that_of_an_empty_program(tmp_path: Path) -> None:
    program = "from cli.main import run; run()"
    pairs = [(seconds(program, tmp_path), seconds(EMPTY, tmp_path)) for _ in range(8)]
    assert min(ours for ours, _ in pairs) <= 1.5 * min(empty for _, empty in pairs)
