"""What stands in the repository: the files that git knows or would add, by kind."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
UNREAD = {".png", ".svg", ".ico", ".woff2", ".gz"}


def files() -> list[Path]:
    """Paths relative to the checkout, sorted; new files count before they are added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    paths = sorted({Path(name) for name in listed.split("\0") if name})
    return [path for path in paths if (ROOT / path).is_file()]


def texts() -> list[tuple[Path, str]]:
    """Every file that people read, with its content."""
    return [
        (p, (ROOT / p).read_text(encoding="utf-8", errors="replace"))
        for p in files()
        if p.suffix not in UNREAD
    ]


def packages() -> list[str]:
    """The top-level packages of the product."""
    inits = [p for p in files() if p.name == "__init__.py" and len(p.parts) == 2]
    return [p.parts[0] for p in inits if p.parts[0] not in {"tests", "benchmarks"}]


def product() -> list[Path]:
    """The product's own Python files, the start script with them."""
    return [p for p in files() if p.suffix == ".py" and p.parts[0] not in {"tests", "benchmarks"}]


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
