"""`yourtrumps replay`: stepping through recorded matches, checking every move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit
from cli.options import AsciiOption, NoColorOption

if TYPE_CHECKING:
    from interpreter.run.record import Record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of match records.")],
    match: Annotated[
        int | None, typer.Option("--match", "-m", min=1, metavar="K", help="Only the K-th match, from 1.")
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="RULES", help="The rule file, if it is not found by name.")
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option("--pace", min=0, max=60, metavar="SECONDS", help="Go on by itself after so long."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "--check-only", "-q", help="Only check the moves, show nothing.")
    ] = False,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Step through recorded matches, with all cards open, and check every move against the rules.

    On a terminal Enter shows the next move, `b` the one before, a number that move, `q` leaves. Elsewhere the
    moves are listed. The first move that breaks the rules is named, and the exit status is 1.

    \b
    Examples:
      yourtrumps replay evening.jsonl
      yourtrumps replay evening.jsonl --match 3 --pace 0.5
      yourtrumps replay --quiet many.jsonl
    """
    from cli.going_on import choose, read_all
    from cli.terminal import make_terminal

    terminal = make_terminal(ascii_only, no_color)
    if quiet and match is None:
        status = _check_all(file, rules, read_all(file))
        raise typer.Exit(status)
    chosen = [choose(file, match)] if match is not None else None
    ...
