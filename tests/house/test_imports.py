"""What the program loads: the help of a command needs no parser and nothing optional."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.house.environment import execute, explain
from tests.house.tree import ROOT

OPTIONAL = {
    "z3",
    "numba",
    "numpy",
    "scipy",
    "hypothesis",
    "distributed",
    "pyarrow",
    "pytest",
    "mypy",
    "setuptools",
    "pkg_resources",
    *("starlette", "uvicorn", "websockets", "psycopg", "segno", "asyncio", "sqlite3"),
}
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


COMMANDS: list[list[str]] = [
    [],
    ["play"],
    ["simulate"],
    ["simulate", "merge"],
    ["compare"],
    ["tune"],
    ["rules"],
    ["rules", "check"],
    ["replay"],
    ["explore"],
    ["serve"],
    ["join"],
    ["host"],
    ["deal", "verify"],
]


def loaded(arguments: list[str], folder: Path) -> set[str]:
    """Top-level modules that a command has loaded when it is done."""
    done = execute([sys.executable, "-c", LOADED, *arguments], folder, {"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, explain(done)
    return set(json.loads((folder / "loaded.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_loads_no_parser_and_nothing_optional(command: list[str], tmp_path: Path) -> None:
    assert loaded([*command, "--help"], tmp_path) & (OPTIONAL | PARSERS) == set()
