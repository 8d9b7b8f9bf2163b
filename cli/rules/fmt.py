"""`yourtrumps rules fmt`: rule files in their one form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def fmt(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rule files.")],
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if a file would change.")
    ] = False,
) -> None:
    """Format rule files in place, keeping comments and meaning.

    \b
    Examples:
      yourtrumps rules fmt mygame.yaml
      yourtrumps rules fmt --check *.yaml
    """
    raise NotImplementedError
