"""`yourtrumps compare`: variants, or values of options, against each other."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.exits import faulty_command
from cli.options import CAP, CapOption, DeckOption, JsonOption, SetOption
from cli.study_options import (
    MOST_MATCHES,
    ClusterOption,
    EngineOption,
    JobsOption,
    LettersOption,
    PageOption,
    SeatsOption,
    StudySeedOption,
)

MATCHES = 1000
MOST = 10_000_000


def compare(
    named: Annotated[
        list[str],
        typer.Argument(
            metavar="RULES...", help="Rule files; `FILE,option=value`; `option=value` for the first file."
        ),
    ],
    matches: Annotated[
        int | None,
        typer.Option(
            "--matches",
            "-n",
            min=2,
            max=MOST_MATCHES,
            metavar="N",
            help=f"How many matches of each, {MATCHES} by default; with --within the most of them.",
        ),
    ] = None,
    within: Annotated[
        str | None,
        typer.Option("--within", metavar="0.5%", help="Go on until every rate is known as well as that."),
    ] = None,
    seats: SeatsOption = "random",
    settings: SetOption = None,
    deck: DeckOption = None,
    seed: StudySeedOption = 0,
    cap: CapOption = CAP,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    engine: EngineOption = "auto",
    report: PageOption = None,
    letters: LettersOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare variants of rules, or values of their options, on the same deals and seeds.

    Each is compared with the first one, match by match. `--set` holds for all of them. With `--within` the
    intervals hold however often they are looked at.

    \b
    Examples:
      yourtrumps compare yourtrumps take_the_run
      yourtrumps compare yourtrumps plain_take=2 plain_take=4,may_decline=yes
      yourtrumps compare mine.yaml mine.yaml,lowest_rank=7 --within 1%
      yourtrumps compare yourtrumps durak --seats random,random --report compared.html
    """
    from cli.comparing import Comparison
    from cli.contenders import contenders
    from cli.seats import number_of_seats, read_seats
    from cli.study_options import checked_engine, engine_for, where
    from players.registry import PLAYERS
    from study.paired import likely
    from study.simulate import Plan

    checked_engine(engine)
    goal = share_of(within) if within is not None else None
    found = contenders(named, settings or (), deck, number_of_seats(seats))
    players = tuple(s.kind for s in read_seats(seats, found[0].loaded.game.seats, PLAYERS))
    number = matches or (MATCHES if goal is None else MOST)
    plans = tuple(
        Plan(
            c.loaded.game,
            c.loaded.options,
            players,
            seed,
            number,
            cap=cap,
            engine=engine_for(
                engine, c.loaded, players, number if goal is None else min(number, likely(goal))
            ),
        )
        for c in found
    )
    comparison = Comparison(found, plans, where(number, jobs, cluster), goal, report)
    raise typer.Exit(comparison.run(as_json, letters))


def share_of(text: str) -> float:
    """`0.5%` or `0.005`; raises `Stop` for anything but a share between 0 and a half."""
    number, percent, rest = text.strip().partition("%")
    try:
        found = float(number) / (100 if percent else 1)
    except ValueError:
        found = 0.0
    if rest.strip() or not 0.0001 <= found <= 0.5:
        raise faulty_command(f"`--within {text[:20]}` is no width: write 0.5%, from 0.01% to 50%")
    return found
