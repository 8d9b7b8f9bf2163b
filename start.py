#!/usr/bin/env python3
"""Play, test or run any command of this checkout with nothing but Python 3.11+ and its own pip.

    python3 start.py                  a match against the computer
    python3 start.py test             every check of the project, then its tests
    python3 start.py test ARGS...     only pytest, with these arguments
    python3 start.py COMMAND ARGS...  the same as `yourtrumps COMMAND ARGS...`

The environment is built in .venv (or in the folder named by YOURTRUMPS_VENV) if it is missing or out of date.
"""

# An old Python must be able to read this file in order to be told that it is too old: no syntax newer than
# 3.6, no imports beyond the standard library.

import hashlib
import json
import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Dict, List, NoReturn, Optional, Set

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("YOURTRUMPS_VENV") or ROOT / ".venv").resolve()
STAMP = VENV / "yourtrumps-environment.json"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")

LINT_IMPORTS = (
    "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
)
EXTRAS = {"serve": "server", "join": "server", "host": "server"}
CHECKS = {
    "style": ["-m", "ruff", "check", "--quiet"],
    "layout": ["-m", "ruff", "format", "--check", "--quiet"],
    "types, mypy": ["-m", "mypy", "--no-error-summary"],
    "types, pyright": ["-m", "pyright", "--pythonpath", str(PYTHON)],
    "imports": ["-c", LINT_IMPORTS],
}


def say(text: str) -> None:
    print("start: " + text, file=sys.stderr, flush=True)


def give_up(problem: str, *advice: str) -> NoReturn:
    say(problem)
    for line in advice:
        print("       " + line, file=sys.stderr)
    sys.exit(2)


def version() -> str:
    return "{}.{}".format(*sys.version_info[:2])


# The environment --------------------------------------------------------------------------------------------


def wanted(extras: Set[str]) -> Dict[str, Any]:
    """What the stamp of an up-to-date environment says."""
    text = (ROOT / "pyproject.toml").read_bytes()
    return {
        "checkout": str(ROOT),
        "python": version(),
        "pyproject": hashlib.sha256(text).hexdigest(),
        "extras": sorted(extras),
    }


def stamped() -> Dict[str, Any]:
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def works() -> bool:
    """Whether the environment has a Python that starts, is new enough and has pip."""
    code = "import sys, pip; sys.exit(sys.version_info < ({}, {}))".format(*OLDEST)
    try:
        return (
            subprocess.run([str(PYTHON), "-c", code], stderr=subprocess.DEVNULL, check=False).returncode == 0
        )
    except OSError:
        return False


def run_quietly(command: List[str]) -> Optional[str]:
    """None if the command succeeds, else what it printed."""
    done = subprocess.run(
        command,
        cwd=str(ROOT),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return None if done.returncode == 0 else done.stdout.decode("utf-8", "replace").strip()


def create() -> None:
    if not (find_spec("venv") and find_spec("ensurepip")):
        give_up(
            "this Python cannot build an environment: its `venv` or `ensurepip` module is missing",
            "on Debian and Ubuntu: apt install python{}-venv".format(version()),
            "or name an environment of your own that has pip: YOURTRUMPS_VENV=FOLDER python3 start.py",
        )
    if VENV.exists() and any(VENV.iterdir()) and not (VENV / "pyvenv.cfg").exists():
        give_up("{} is no environment and not empty; it stays as it is".format(VENV))
    failure = run_quietly([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if failure is not None:
        give_up("no environment could be built in {}".format(VENV), *failure.splitlines()[-8:])


def install(extras: Set[str]) -> None:
    what = ".[{}]".format(",".join(sorted(extras))) if extras else "."
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    failure = run_quietly([*pip, "--editable", what])
    if failure is not None:
        give_up(
            "pip could not install what is needed; it said:",
            *failure.splitlines()[-8:],
            "is there a network, and does pip reach its package index? then run the same command again",
        )


def prepare(extras: Set[str]) -> None:
    """Make the environment hold the checkout with these extras, and keep those it already has."""
    before = stamped()
    extras = extras | set(before.get("extras", []))
    target = wanted(extras)
    usable = works()
    if usable and before == target:
        return
    moved = bool(before) and (before.get("checkout"), before.get("python")) != (str(ROOT), version())
    say("preparing {} with Python {}, once; this needs the network".format(VENV, version()))
    began = time.monotonic()
    if STAMP.exists():
        STAMP.unlink()
    if moved or not usable:
        create()
    install(extras)
    STAMP.write_text(json.dumps(target, indent=1) + "\n", encoding="utf-8")
    say("ready after {:.0f} s".format(time.monotonic() - began))


# Commands ---------------------------------------------------------------------------------------------------


def run(command: List[str], folder: Optional[Path] = None) -> int:
    """Run a command on this terminal, in `folder` or where the user is; its exit code, as a shell counts."""
    process = subprocess.Popen(command, cwd=folder and str(folder))
    while True:
        try:
            code = process.wait()
            return code if code >= 0 else 128 - code
        except KeyboardInterrupt:  # the terminal has told the program too, and it may have things to save
            continue


def check(name: str, arguments: List[str]) -> bool:
    began = time.monotonic()
    failure = run_quietly([str(PYTHON), *arguments])
    verdict = "ok" if failure is None else "FAILED"
    print("{:16} {:7} {:5.1f} s".format(name, verdict, time.monotonic() - began), flush=True)
    if failure is not None:
        print(failure, flush=True)
        if "pyright" in name and "informations" not in failure:
            say("pyright did not start: on first use it fetches its program from npm's registry")
    return failure is None


def test(arguments: List[str]) -> int:
    """All checks and the tests; with arguments pytest alone."""
    pytest = [str(PYTHON), "-m", "pytest"]
    if arguments:
        return run([*pytest, *arguments], ROOT)
    failed = [name for name, command in CHECKS.items() if not check(name, command)]
    code = run([*pytest, "-n", "auto", "-m", "not long"], ROOT)  # one process a core
    if failed:
        say("failed before the tests: " + "; ".join(failed))
    return code or int(bool(failed))


def main(arguments: List[str]) -> int:
    if sys.version_info < OLDEST:
        give_up(
            "Python 3.11 or newer is needed, this is {} ({})".format(version(), sys.executable),
            "name a newer one: python3.12 start.py",
        )
    if arguments[:1] == ["test"]:
        prepare({"dev"})
        return test(arguments[1:])
    prepare({EXTRAS[name] for name in arguments[:1] if name in EXTRAS})
    return run([str(PROGRAMS / "yourtrumps"), *(arguments or ["play"])])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
