"""What starting the program costs, and how it ends when nobody reads what it says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.running import COMMAND, environment, spawn

EMPTY = (sys.executable, "-c", "import typer; app = typer.Typer(); app.command()(lambda: None); app()")
HEAVY = ("lark", "yaml", "z3", "numpy", "numba", "interpreter.check", "interpreter.front", "interpreter.run")
TRIES = 7
MOST = 1.5
"""Of what a Typer program without any command of its own needs."""


def loaded(*args: str) -> set[str]:
    """The modules that the program has imported when it ends."""
    script = (
        "import sys\nfrom cli.main import run\n"
        "try: run()\nexcept SystemExit: pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *args],
        capture_output=True,
        text=True,
        env=environment(),
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=True,
    )
    return set(ran.stderr.split())


def test_help_imports_nothing_heavy() -> None:
    modules = loaded("--help")
    assert [m for m in HEAVY if m in modules] == []


def test_a_match_imports_no_solver_and_no_compiler() -> None:
    modules = loaded("play", "--seed", "1")
    assert "interpreter.run.engine" in modules
    assert [m for m in ("z3", "numpy", "numba", "verify") if m in modules] == []


def processor_seconds(command: tuple[str, ...]) -> float:
    """What the program uses of a processor: that depends less on what else the machine does."""
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


@pytest.mark.skipif(sys.platform == "win32", reason="processor time is asked for by wait4")
def test_help_costs_little_more_than_an_empty_program() -> None:
    pairs = [
        (processor_seconds((*COMMAND, "--help")), processor_seconds((*EMPTY, "--help"))) for _ in range(TRIES)
    ]
    ours, empty = (min(column) for column in zip(*pairs, strict=True))
    assert ours <= MOST * empty


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_when_nobody_reads_on_it_ends_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "ir"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_completion_knows_the_shipped_rules() -> None:
    told = spawn(_YOURTRUMPS_COMPLETE="complete_bash", COMP_WORDS="yourtrumps play you", COMP_CWORD="2")
    assert "yourtrumps" in told.stdout.split()
