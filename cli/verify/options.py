"""The options of `yourtrumps verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from cli.options import check_seed

ChecksOption = Annotated[
    list[str] | None,
    typer.Option("--check", "-c", metavar="NAME", help="Only this question. May be repeated."),
]
ListOption = Annotated[bool, typer.Option("--list", "-l", help="Show what is asked, and prove nothing.")]
MovesOption = Annotated[
    list[str] | None,
    typer.Option("--move", metavar="MOVE", help="Only steps by this move. May be repeated."),
]
BudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget", metavar="5M,30s", help="Solver steps, seconds or both that one obligation may cost."
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, max=512, metavar="N", help="How many processes share the work."),
]
CacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Prove everything anew, and keep no answers for the next time.")
]
WatchOption = Annotated[
    bool, typer.Option("--watch", "-w", help="Prove again what an edit of the file touches.")
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", metavar="N", callback=check_seed, help="Of the matches that are looked at."),
]
DEPTH: Final = 12
"""As in verify/settings.py, which must not be imported for `--help`."""
DepthOption = Annotated[
    int,
    typer.Option(
        "--depth", min=0, max=1000, metavar="N", help="Search matches of up to N actions for faults."
    ),
]
DetailsOption = Annotated[
    bool, typer.Option("--details", "-d", help="Say of every verdict on what it rests, and draw witnesses.")
]
RecordOption = Annotated[
    Path | None,
    typer.Option("--record", metavar="FOLDER", help="Write a match record for each match that is shown."),
]
ItfOption = Annotated[
    Path | None,
    typer.Option(
        "--itf",
        metavar="FOLDER",
        help="Write these matches in the Informal Trace Format; of a single check also into a FILE.json.",
    ),
]
ReportOption = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE.html", help="Write a page for people, with all that was found."),
]
SmtOption = Annotated[
    str | None,
    typer.Option("--smt", metavar="CHECK", help="Print the obligations of a check as SMT-LIB, nothing else."),
]
RecheckOption = Annotated[
    bool, typer.Option("--recheck", help="Have the solver cvc5 answer every obligation a second time.")
]
MutantsOption = Annotated[
    bool,
    typer.Option("--mutants", help="Change the rules one small step at a time: which do the checks notice?"),
]
MatchesOption = Annotated[
    bool, typer.Option("--matches", help="With --mutants: look for matches that violate checks, too.")
]
SurvivorsOption = Annotated[
    bool, typer.Option("--survivors", help="With --mutants: one check that notices a mutant is enough.")
]
ArguedOption = Annotated[
    Path | None,
    typer.Option("--argued", metavar="FILE", help="With --mutants: why some are the same rules, in YAML."),
]
MutantOption = Annotated[
    list[str] | None,
    typer.Option("--mutant", metavar="ID", help="With --mutants: only those called so. May be repeated."),
]
