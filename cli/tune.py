"""`yourtrumps tune`: many values of options, and which of them come nearest to a goal."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.exits import faulty_command
from cli.options import CAP, DEFAULT_RULES, CapOption, DeckOption, JsonOption, RulesArgument, SetOption
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


def tune(
    rules: RulesArgument = DEFAULT_RULES,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            "-v",
            metavar="OPTION=1..8",
            help="Values of an option; all, if only named. May be repeated.",
        ),
    ] = None,
    goal: Annotated[
        list[str] | None,
        typer.Option(
            "--goal", "-g", metavar="GOAL", help="What is wanted, `fair` by default. May be repeated."
        ),
    ] = None,
    matches: Annotated[
        int,
        typer.Option(
            "--matches", "-n", min=2, max=MOST_MATCHES, metavar="N", help="How many matches of each setting."
        ),
    ] = 200,
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
    """Try values of options, all with all, and show how near they come to a goal.

    Goals are fair, short, long, decisive, finishing, lively and free; the documentation says how they are
    measured.

    \b
    Examples:
      yourtrumps tune --vary plain_take=1..8 --goal short
      yourtrumps tune --vary plain_take=1..8 --vary may_decline --goal fair --goal lively
      yourtrumps tune mine.yaml --vary lowest_rank=6,7,9 -n 2000 --report tuned.html
    """
    from cli.loading import load, tell_notes
    from cli.seats import number_of_seats, read_seats
    from cli.study_options import checked_engine, where
    from cli.tuning import Tuning, axes, goals
    from players.registry import PLAYERS
    from study.simulate import Plan

    checked_engine(engine)
    wanted = goals(goal or ["fair"])
    if not vary:
        raise faulty_command("say what to try: `--vary OPTION=1..8`, or `--vary OPTION` for all its values")
    loaded = load(rules, settings, deck, seats=number_of_seats(seats))
    tell_notes(loaded)
    tried = axes(loaded, vary)
    players = tuple(s.kind for s in read_seats(seats, loaded.game.seats, PLAYERS))
    plan = Plan(loaded.game, loaded.options, players, seed, matches, cap=cap, engine=engine)
    tuning = Tuning(plan, tried, wanted, where(matches, jobs, cluster), report)
    raise typer.Exit(tuning.run(as_json, letters))
