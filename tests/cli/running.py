"""Running the program in this process and in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from cli.main import app

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-c", "from cli.main import run; run()")


@dataclass(frozen=True)
class Ran:
    """What came of running the program; `output` is both streams as they were written."""

    exit_code: int
    output: str
    stdout: str
    stderr: str


def run(*args: str | Path, typed: str = "") -> Ran:
    """The program with these arguments and this standard input, neither of them a terminal."""
    runner = CliRunner(env={"COLUMNS": "80", "LINES": "24", "TERM": "dumb", "NO_COLOR": "1"})
    result = runner.invoke(app, [str(a) for a in args], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.output, result.stdout, result.stderr)


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **more}


def spawn(*args: str | Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    return subprocess.run(
        [*COMMAND, *map(str, args)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**more),
        timeout=120,
        check=False,
    )
