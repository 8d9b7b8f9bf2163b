"""`yourtrumps explore` as a user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, environment, run
from tests.explore.toys import DIE, FOR_EVER, FRAME, STUCK

SMALL = ("--deck", "suits=C,D ranks=Q,K,A")
TINY = ("--deck", "suits=C,D ranks=K,A")
FIX = ("--fix", "trump=C,D", "--fix", "dealer=1")


def written(folder: Path, rest: str, frame: str = FRAME) -> Path:
    path = folder / "toy.yaml"
    path.write_text(frame + rest, encoding="utf-8")
    return path


def test_the_numbers_of_a_small_pack() -> None:
    done = run("explore", *SMALL, *FIX, "--phase", "play", "--no-checks")
    assert done.exit_code == 0, done.output
    assert "1,094 in play or over" in done.stdout
    assert "from every position" in done.stdout
    assert "seat 1 wins 8, loses 7, neither 5" in done.stdout
    assert "nobody alone" in done.stdout


def test_json_has_the_same(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    done = run("explore", *SMALL, *FIX, "--json", "--no-checks", "--record", file, "--phase", "play")
    data = json.loads(done.stdout)
    assert data["complete"]
    assert (data["positions"], data["counted"], data["starts"]) == (1484, 1094, 20)
    assert sum(data["by_depth"]) == data["positions"]
    assert sum(data["phases"].values()) + sum(data["endings"].values()) == data["positions"]
    (loop,) = data["records"]
    assert (loop["what"], loop["line"], loop["loop_from"], loop["period"]) == ("loop", 1, 2, 8)
    replayed = run("replay", file, "--quiet")
    assert replayed.exit_code == 0, replayed.output
    record = json.loads(file.read_text(encoding="utf-8"))
    moves = record["moves"]
    assert moves[2:10] == moves[10:18]
    assert len(moves) == 18
    assert record["result"]["outcome"] == "unfinished"


def test_checks_are_examined() -> None:
    done = run("explore", *TINY, "--check", "what beats", "--check", "three can be taken")
    assert done.exit_code == 0, done.output
    assert "1 holds, 1 never happens" in done.stdout
    assert "never happens: three can be taken" in done.stdout


def test_a_violated_check_is_shown(tmp_path: Path) -> None:
    checks = "checks:\n  low: {always: thrown < 3}\n"
    file = tmp_path / "found.jsonl"
    toy = written(tmp_path, DIE + checks)
    done = run("explore", toy, "--record", file)
    assert done.exit_code == 10, done.output
    assert "violated: low (record 1)" in done.stdout
    assert run("replay", file, "--rules", toy, "--quiet").exit_code == 0


def test_a_dead_end_is_shown(tmp_path: Path) -> None:
    done = run("explore", written(tmp_path, STUCK))
    assert done.exit_code == 10
    assert "24 positions, the first at" in done.stdout
    assert "nobody has a legal move" in done.stdout


def test_no_end_is_said(tmp_path: Path) -> None:
    done = run("explore", written(tmp_path, FOR_EVER), "--by-depth")
    assert done.exit_code == 10
    assert "not from 2 positions" in done.stdout
    assert "seat 1 alone from 1 of 1 beginnings" in done.stdout
    assert [line.split() for line in done.stdout.splitlines()].count(["depth", "1", "1"]) == 1
    assert "0 of 1,000 matches ended" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ((), 2, 'try a smaller deck, say `--deck "suits=C,D ranks=Q,K,A"`'),
        ((*SMALL, "--fix", "trum=C,D"), 2, "did you mean `trump`?"),
        ((*SMALL, "--fix", "trump=C"), 2, "needs 2 values, one for each seat"),
        ((*SMALL, "--fix", "trump=C,X"), 2, "expected a suit, found `X`"),
        ((*SMALL, "--fix", "trump"), 2, "write NAME=VALUE"),
        ((*SMALL, "--fix", "mover=0", "--fix", "mover=1"), 2, "`mover` is fixed twice"),
        ((*SMALL, "--fix", "trump=C,C"), 2, "no set-up leads to such a beginning"),
        ((*SMALL, "--phase", "pla"), 2, "there is no phase `pla`; did you mean `play`?"),
        ((*SMALL, "--check", "what beat"), 2, "there is no check `what beat`; did you mean `what beats`?"),
        ((*SMALL, "--check", "what beats", "--no-checks"), 2, "exclude each other"),
        ((*SMALL, "--players", "5"), 2, "is not for so many players"),
        (("repetition_draw", *SMALL), 14, "how often a position has stood"),
        ((*SMALL, "--no-checks", "--limit", "1200"), 12, "the limit of 1,200 positions was reached"),
        ((*SMALL, "--no-checks", "--seconds", "0"), 12, "the search was stopped in the set-up"),
    ],
)
def test_what_cannot_be_is_said(arguments: tuple[str, ...], status: int, said: str) -> None:
    done = run("explore", *arguments)
    assert (done.exit_code, "Traceback" in done.output) == (status, False), done.output
    assert said in done.output


@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_an_interrupt_gives_what_is_known(tmp_path: Path) -> None:
    for patience in (5, 20, 60):  # a busy machine may not have begun to search
        status, out, error = interrupted(tmp_path, patience)
        assert status == 130, error
        assert "Traceback" not in error
        if out:
            break
    assert "not complete: the search was stopped" in out


def interrupted(folder: Path, patience: float) -> tuple[int, str, str]:
    """Exit status and output of a long search that is interrupted after so many seconds."""
    big = ("--deck", "suits=C,D,H,S ranks=Q,K,A", "--limit", "9000000")
    command = [*COMMAND, "explore", *big, "--no-checks"]
    kept = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # ignored where tests run in the background
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        cwd=folder,
    ) as process:
        signal.signal(signal.SIGINT, kept)
        time.sleep(patience)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=200)
    return process.returncode, out, error


def test_the_engine_is_named() -> None:
    for name in ("evaluator", "python"):
        done = run("explore", *TINY, "--no-checks", "--json", "--engine", name)
        assert done.exit_code == 0, done.output
        assert f"engine: {name}" in done.stderr
        assert json.loads(done.stdout)["engine"] == name
    done = run("explore", *TINY, "--engine", "spin")
    assert done.exit_code == 2
    assert "there is no engine `spin`" in done.stderr
    done = run("explore", "rules/turn_cap.yaml", *TINY, "--engine", "numba")
    assert done.exit_code == 2
    assert "`--engine numba`: an ending counts plies or turns" in done.stderr
