"""What starting the program costs, and how it ends when nobody reads what it says."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, environment, spawn

HEAVY = ("lark", "yaml", "z3", "numpy", "numba", "interpreter.check", "interpreter.front", "interpreter.run")


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


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_when_nobody_reads_on_it_ends_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "rules", "ir"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def unwritten(*args: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The program with a standard output that takes nothing."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        return subprocess.run(
            [*COMMAND, *map(str, args)],
            input=typed,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            timeout=60,
            check=False,
        )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize(
    "line",
    [
        *("--help", "rules show --help", "rules show", "rules ir", "explain"),
        *("simulate -n 2 --json --jobs 2", "play --seed 1"),
    ],
)
def test_an_output_that_is_full_is_told_in_one_line(line: str) -> None:
    ran = unwritten(*line.split(), typed="1\n1\n")
    told = ran.stderr.removeprefix("engine: evaluator\n")
    assert told == "error: standard output cannot be written: no space left on device\n"
    assert ran.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_match_is_kept_when_nothing_can_be_shown(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert unwritten("play", "--seats", "greedy", "--seed", "1", "--record", kept).returncode == 2
    assert kept.read_text(encoding="utf-8").startswith('{"record"')


@pytest.mark.skipif(sys.platform == "win32", reason="a shell that closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(closed: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    command = shlex.join([*COMMAND, "play", "--seed", "1", "--record", str(kept)])
    ran = subprocess.run(
        ["sh", "-c", f"{command} {closed}"], env=environment(), capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert kept.exists()


def test_completion_knows_the_shipped_rules() -> None:
    told = spawn(_YOURTRUMPS_COMPLETE="complete_bash", COMP_WORDS="yourtrumps play you", COMP_CWORD="2")
    assert "yourtrumps" in told.stdout.split()
