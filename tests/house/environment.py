"""Commands run as a user runs them: in a folder of their own, with no terminal and a plain environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.house.tree import ROOT, files

PROGRAM = "from cli.main import run; run()"


def execute(
    command: Sequence[object], folder: Path, settings: Mapping[str, str] | None = None, said: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command with `said` as its standard input; `settings` are added to the environment."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1", **(settings or {})},
        input=said,
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
        timeout=600,
    )


def yourtrumps(
    arguments: Sequence[str], folder: Path, said: str = "", python: Path | str = sys.executable
) -> subprocess.CompletedProcess[str]:
    """The checkout's program, whatever folder it is called in."""
    return execute([python, "-c", PROGRAM, *arguments], folder, {"PYTHONPATH": str(ROOT)}, said)


def copy(target: Path) -> Path:
    """The checkout as git would give it to somebody else, without its history."""
    for path in files():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes((ROOT / path).read_bytes())
    return target


def programs(environment: Path) -> Path:
    """Where a virtual environment keeps what can be started."""
    return environment / ("Scripts" if os.name == "nt" else "bin")


def explain(done: subprocess.CompletedProcess[str]) -> str:
    """For the message of an assertion."""
    return f"{done.args}\nexit {done.returncode}\n{done.stdout}\n{done.stderr}"
