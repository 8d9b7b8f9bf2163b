"""The wheel, built and installed as a stranger would: it carries its data and plays without a checkout."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.environment import execute, explain, programs
from tests.house.tree import ROOT, files, packages

pytestmark = pytest.mark.wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = execute([sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT], folder)
    assert done.returncode == 0, explain(done)
    (built,) = folder.glob("*.whl")
    return built


def test_everything_in_the_packages_travels_and_nothing_else(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {p.as_posix() for p in files() if p.parts[0] in packages()}
    rules = {
        f"interpreter/_rules/{p.relative_to('rules').as_posix()}" for p in files() if p.parts[0] == "rules"
    }
    assert inside == expected | rules


def test_a_match_is_played_from_it(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    for command in (
        [sys.executable, "-m", "venv", environment],
        [programs(environment) / "python", "-m", "pip", "install", "--quiet", wheel],
    ):
        done = execute(command, tmp_path)
        assert done.returncode == 0, explain(done)
    program = programs(environment) / "yourtrumps"
    played = execute([program, "play", "--seats", "random,greedy", "--seed", "1"], tmp_path)
    assert played.returncode == 0, explain(played)
    checked = execute([program, "rules", "check", "yourtrumps"], tmp_path)
    assert checked.returncode == 0, explain(checked)
    assert execute([program, "--version"], tmp_path).returncode == 0
