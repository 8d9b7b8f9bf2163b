"""Options that the commands which play many matches share, and what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.exits import faulty_command
from cli.options import check_seed

if TYPE_CHECKING:
    from cli.loading import Loaded
    from study.simulate import Plan
    from study.spread import Where

MOST_MATCHES = 10**9
WORTH_A_PROCESS = 40
"""Matches for which one process more is started, where their number is left to the program."""

MatchesOption: TypeAlias = Annotated[
    int, typer.Option("--matches", "-n", min=1, max=MOST_MATCHES, metavar="N", help="How many matches.")
]
SeatsOption: TypeAlias = Annotated[
    str, typer.Option("--seats", metavar="WHO,WHO", help="Who sits where; one alone is for all seats.")
]
StudySeedOption: TypeAlias = Annotated[
    int, typer.Option("--seed", metavar="N", callback=check_seed, help="Where all chance comes from.")
]
JobsOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, max=512, metavar="N", help="How many processes share the work."),
]
EngineOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="Who plays: `evaluator`, `python` (the rules compiled to it), `numba` (compiled further, "
        "with the extra `fast`), or `auto`, the fastest.",
    ),
]
ClusterOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Share the work on the Dask cluster at this address; `local` makes one of processes.",
    ),
]
PageOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE.html", help="Write a page for people, with pictures."),
]
LettersOption: TypeAlias = Annotated[
    bool, typer.Option("--ascii", help="Draw with letters and plain signs only.")
]


def checked_engine(name: str) -> str:
    """The engine's name; raises `Stop` if there is none of it."""
    from study.engines import ENGINES

    if name not in ENGINES:
        raise faulty_command(f"there is no engine `{name[:40]}`; there are {', '.join(ENGINES)}")
    return name


def engine_for(name: str, loaded: Loaded, players: tuple[str, ...], matches: int) -> str:
    """For `auto` the engine that is the fastest for so many matches, else the one that is named."""
    from study.engines import AUTO, fastest

    return fastest(loaded.game, loaded.options, players, matches, False) if name == AUTO else name


def announced(*plans: Plan) -> str:
    """The name of the engine, told on standard error; raises `Stop` if it cannot do what is asked."""
    import sys

    from study.playing import Misplaced, engine_of, why_no_numba

    try:
        name = ", ".join(dict.fromkeys(map(engine_of, plans)))
    except Misplaced as error:
        raise faulty_command(str(error)) from None
    print(f"engine: {name}", file=sys.stderr, flush=True)
    for reason in dict.fromkeys(why for why in map(why_no_numba, plans) if why is not None):
        print(f"note: numba is not used: {reason}", file=sys.stderr, flush=True)
    return name


def where(matches: int, jobs: int | None, cluster: str | None) -> Where:
    """Where the work is done; raises `Stop` where what a cluster needs is missing."""
    import os
    from importlib.util import find_spec

    from study.spread import Where

    if cluster is not None and find_spec("distributed") is None:
        raise faulty_command('a cluster needs the extra `cluster`: pip install "yourtrumps[cluster]"')
    cores = os.cpu_count() or 1
    if cluster is not None:
        return Where(jobs or cores, cluster)
    return Where(jobs or max(1, min(cores, matches // WORTH_A_PROCESS)))
