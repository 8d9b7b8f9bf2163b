"""`yourtrumps rules check`: what is wrong in rule files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit, count
from cli.options import DeckOption, JsonOption

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.ir.nodes import Game
    from interpreter.text.diagnostic import Diagnostic


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Rule files, or names of shipped ones.")
    ],
    as_json: JsonOption = False,
    deck: DeckOption = None,
) -> None:
    """Read rule files and report everything that is wrong in them, and why no match could begin.

    Findings go to standard output, one summary line to standard error. The exit status is 1 if there is an
    error in any file; warnings alone leave it at 0.

    \b
    Examples:
      yourtrumps rules check mygame.yaml
      yourtrumps rules check --json *.yaml
    """
    from cli.loading import find_rules

    paths = [find_rules(named) for named in files]
    found = [d for path in paths for d in _findings(path, deck)]
    if as_json:
        _print_json(found)
    else:
        _print_text(found, len(paths))
    if any(d.is_error for d in found):
        raise typer.Exit(Exit.FAULTY_FILE)


def _findings(path: Path, deck: str | None) -> list[Diagnostic]:
    """What is wrong in a file, for whatever number of players it is."""
    from interpreter.check.load import load_file

    loaded = load_file(path, deck)
    found = [*loaded.report, *_hindrances(loaded.game)]
    fewest, most = loaded.game.players if loaded.game is not None else (0, 0)
    for seats in range(fewest + 1, most + 1):
        again = load_file(path, deck, seats)
        more = (*again.report, *_hindrances(again.game))
        found += [d for d in more if not any((d.code, str(d.span)) == (f.code, str(f.span)) for f in found)]
    return found


def _hindrances(game: Game | None) -> list[Diagnostic]:
    """Why no match can begin with the usual options, if so."""
    from interpreter.run.engine import Evaluator
    from interpreter.run.fitness import unfit

    found = unfit(Evaluator(game)) if game is not None else None
    return [] if found is None else [found.diagnostic]


def _print_json(found: list[Diagnostic]) -> None:
    import json

    from interpreter.text.render import as_data

    print(json.dumps([as_data(d) for d in found], indent=2, ensure_ascii=False))


def _print_text(found: list[Diagnostic], files: int) -> None:
    from cli.terminal import warn
    from interpreter.text.render import render

    for diagnostic in found:
        print(render(diagnostic) + "\n")
    errors = sum(d.is_error for d in found)
    warn(f"{count(files, 'file')}: {count(errors, 'error')}, {count(len(found) - errors, 'warning')}")
