"""`yourtrumps rules fmt`: rule files in their one form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.exits import Exit, Stop, count, faulty_command


def fmt(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rule files.")],
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if a file would change.")
    ] = False,
) -> None:
    """Format rule files in place, keeping comments and meaning.

    A file that is no rule file is left as it is, its errors are reported, and the exit status is 1.

    \b
    Examples:
      yourtrumps rules fmt mygame.yaml
      yourtrumps rules fmt --check *.yaml
    """
    from cli.terminal import warn

    for path in files:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "does not exist"
            raise faulty_command(f"`{path}` {what}")
    changed = failed = 0
    for path in files:
        try:
            done = _format(path, check)
        except Stop as stop:
            failed += 1
            warn(stop.message)
            continue
        if done:
            changed += 1
            print(f"{path} {'would change' if check else 'is formatted'}")
    warn(f"{count(len(files), 'file')}: {changed} {'would change' if check else 'changed'}, {failed} faulty")
    if failed or (check and changed):
        raise typer.Exit(Exit.FAULTY_FILE)


def _format(path: Path, check: bool) -> bool:
    """Whether the file was, or would be, changed; raises `Stop` with its errors."""
    from cli.files import claim, whole
    from cli.loading import render_all
    from interpreter.check.shelf import read_source
    from interpreter.front.format import format_source
    from interpreter.text.diagnostic import Report

    report = Report()
    source = read_source(path, report)
    text = format_source(source, report) if source is not None else None
    if text is None:
        raise Stop(Exit.FAULTY_FILE, render_all(report))
    if text.encode() == path.read_bytes():
        return False
    if not check:
        with whole(claim(path)) as stream:
            stream.write(text)
    return True
