"""Options and arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

DEFAULT_RULES: Final = "yourtrumps"
CAP: Final = 50_000
"""As in interpreter/run/match.py, which must not be imported for `--help`."""


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

SeedOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=2**64 - 1, help="Where all chance comes from; by default a new one."),
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
