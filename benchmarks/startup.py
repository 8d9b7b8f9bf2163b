"""`yourtrumps --help` against the help of an empty Typer program: the time a shell waits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Result, in_turn, middle_ratio, milliseconds, spread

ROOT = Path(__file__).parents[1]
PROGRAM = "from cli.main import run; run()"
EMPTY = '''
import typer

app = typer.Typer()


@app.command()
def main() -> None:
    """Do nothing."""


app()
'''
GOAL = 1.5
ROUNDS = 15


def show_help(program: str) -> None:
    """Run a program, given as text, as a process of its own; raises CalledProcessError if it fails."""
    command = [sys.executable, "-c", program, "--help"]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def measure(rounds: int = ROUNDS) -> Result:
    times = in_turn(lambda: show_help(PROGRAM), lambda: show_help(EMPTY), rounds)
    ours, theirs = [a for a, _ in times], [b for _, b in times]
    return Result(
        "startup",
        "yourtrumps --help",
        "empty Typer program --help",
        middle_ratio(times),
        GOAL,
        at_least=False,
        notes=(
            f"processor time, medians: {milliseconds(ours)} against {milliseconds(theirs)}",
            f"ratios {spread(times)}",
        ),
    )
