"""start.py, with which everybody begins: what it says when it cannot go on, and what it leaves behind."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.house.environment import copy, execute, explain
from tests.house.tree import ROOT

NO_INDEX = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": "/dev/null", "PIP_FIND_LINKS": ""}


def start(folder: Path, settings: dict[str, str], *arguments: str) -> tuple[int, str]:
    done = execute([sys.executable, ROOT / "start.py", *arguments], folder, settings)
    assert "Traceback" not in done.stderr, explain(done)
    assert done.stdout == "", explain(done)
    return done.returncode, done.stderr


def test_a_folder_that_is_no_environment_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    code, said = start(tmp_path, {"YOURTRUMPS_VENV": str(tmp_path)})
    assert code == 2
    assert "no environment and not empty" in said
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "dear"


@pytest.mark.slow
def test_no_network_is_told_and_tried_again(tmp_path: Path) -> None:
    settings = {**NO_INDEX, "YOURTRUMPS_VENV": str(tmp_path / "env")}
    for _ in range(2):
        code, said = start(tmp_path, settings, "play")
        assert code == 2
        assert "is there a network" in said
    assert not list((tmp_path / "env").glob("*.json")), (
        "an unfinished environment must not pass for a good one"
    )


@pytest.mark.wheel
def test_one_command_starts_a_match_on_a_fresh_machine(tmp_path: Path) -> None:
    checkout = copy(tmp_path / "a folder with [odd] characters")
    command = [sys.executable, checkout / "start.py", "play", "--seats", "random,greedy", "--seed", "1"]
    first = execute(command, tmp_path, {"YOURTRUMPS_VENV": ""})
    assert first.returncode == 0, explain(first)
    assert (checkout / ".venv").is_dir()
    again = execute(command, tmp_path, {"YOURTRUMPS_VENV": ""})
    assert again.stdout == first.stdout
    assert "start:" not in again.stderr, "the environment is kept"


@pytest.mark.wheel
def test_exit_codes_and_arguments_pass_through(tmp_path: Path) -> None:
    checkout = copy(tmp_path / "checkout")
    command = [sys.executable, checkout / "start.py", "rules", "check", "no such file.yaml"]
    done = execute(command, tmp_path, {"YOURTRUMPS_VENV": ""})
    assert done.returncode not in {0, 2}, explain(done)
    assert "no such file.yaml" in done.stderr
