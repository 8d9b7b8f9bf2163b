"""Every command that the README shows is run, in the order of the page, in one folder.

Fences marked `sh` are commands, one a line. `python3 start.py` stands for the program there, since the
environment is ready; building it is tested in test_start.py. What follows `#` on a line is for the reader.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.house.environment import explain, yourtrumps
from tests.house.tree import ROOT

ENTER = "git clone", "cd "
TEST = "python3 start.py test"


def fences(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[str]:
    shown = [line for fence in fences(page, "sh") for line in fence.splitlines()]
    lines = [re.sub(r"\s+# .*", "", line).strip() for line in shown]
    return [line for line in lines if line and not line.startswith("#")]


def of_program(command: str) -> list[str] | None:
    """The arguments that a command gives the program, or None if it is another command."""
    words = shlex.split(command)
    if words[:2] == ["python3", "start.py"] and command != TEST:
        return words[2:] or ["play"]
    return words[1:] if words[0] == "yourtrumps" else None


def test_the_first_screen_starts_a_match_and_the_tests() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:30]
    assert any(line.startswith("python3 start.py ") and "test" not in line for line in first)
    assert any(line.startswith(TEST) for line in first)
    assert f"\n{TEST} " in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_no_other_commands_are_shown() -> None:
    known = [c for c in commands("README.md") if of_program(c) is None and not c.startswith(ENTER)]
    assert set(known) == {TEST}


def test_what_is_shown_of_the_rules_stands_there() -> None:
    rules = (ROOT / "rules" / "yourtrumps.yaml").read_text(encoding="utf-8")
    assert all(piece in rules for piece in fences("README.md", "yaml"))


@pytest.mark.slow
def test_the_commands_of_the_readme_work(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    for command in commands("README.md"):
        arguments = of_program(command)
        if arguments is not None:
            done = yourtrumps(arguments, tmp_path)
            assert done.returncode == 0, explain(done)
