"""start.py, with which everybody begins: what it says when it cannot go on, and what it leaves behind."""

from __future__ import annotations

import subprocess
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

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return execute([sys.executable, checkout / "start.py", *arguments], tmp_path, {"YOURTRUMPS_VENV": ""})

    match = ["play", "--seats", "random,greedy", "--seed", "1"]
    first, again = run(*match), run(*match)
    assert first.returncode == 0, explain(first)
    assert (checkout / ".venv").is_dir()
    assert again.stdout == first.stdout
    assert "start:" not in again.stderr, "the environment is kept"
    (tmp_path / "bad file.yaml").write_text("language: 1\ngame: Nothing\n", encoding="utf-8")
    refused = run("rules", "check", "bad file.yaml")
    assert refused.returncode == 1, explain(refused)
    assert "bad file.yaml:" in refused.stdout + refused.stderr, "paths are those of the folder the user is in"
