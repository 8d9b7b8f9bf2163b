"""Options and arguments that several commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

DEFAULT_RULES: Final = "yourtrumps"
CAP: Final = 50_000
"""As in interpreter/run/match.py, which must not be imported for `--help`."""


def helped(command: Callable[..., object]) -> str:
    """A command's docstring with each paragraph in one line, but for those that say how they are broken."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(p if p.startswith("\b") else p.replace("\n", " ") for p in paragraphs)


def complete_rules(incomplete: str) -> list[str]:
    """The names of the shipped rule files that begin so; files are completed by the shell."""
    from interpreter.check.shelf import shipped

    return [name for name in shipped() if name.startswith(incomplete)]


RulesArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="RULES",
        help="A rule file, or the name of one that comes with the program.",
        autocompletion=complete_rules,
        show_default=True,
    ),
]

SetOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", metavar="OPTION=VALUE", help="Set an option of the rules. May be repeated."),
]

DeckOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--deck",
        metavar='"suits=C,H ranks=J,Q,K,A"',
        help="Play with these suits and ranks (low to high) instead of the deck of the rules.",
    ),
]


PlayersOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--players", "-p", min=1, metavar="N", help="For so many players, by default the fewest."),
]


def check_seed(seed: int | None) -> int | None:
    """The seed, if it is one; raises `BadParameter`."""
    if seed is not None and not 0 <= seed < 2**64:
        raise typer.BadParameter("a seed is a whole number from 0 to 2**64 - 1")
    return seed


SeedOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--seed", metavar="N", callback=check_seed, help="Where all chance comes from; by default a new one."
    ),
]

CapOption: TypeAlias = Annotated[
    int,
    typer.Option("--cap", min=1, metavar="PLIES", help="Call a match unfinished after so many moves."),
]

RecordOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write the match record to this file.", dir_okay=True),
]

AsciiOption: TypeAlias = Annotated[
    bool, typer.Option("--ascii", help="Draw with letters and plain signs only.")
]

NoColorOption: TypeAlias = Annotated[
    bool, typer.Option("--no-color", help="Draw without colours; NO_COLOR in the environment does the same.")
]

JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
