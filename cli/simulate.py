"""`yourtrumps simulate`: many matches between computer players, and what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.exits import faulty_command
from cli.options import CAP, DEFAULT_RULES, CapOption, DeckOption, JsonOption, RulesArgument, SetOption
from cli.study_options import (
    ClusterOption,
    EngineOption,
    JobsOption,
    LettersOption,
    MatchesOption,
    SeatsOption,
    StudySeedOption,
)


def simulate(
    rules: RulesArgument = DEFAULT_RULES,
    matches: MatchesOption = 100,
    seats: SeatsOption = "greedy",
    settings: SetOption = None,
    deck: DeckOption = None,
    seed: StudySeedOption = 0,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Write match records to this file, in place of those in it: JSON Lines, or `.parquet`.",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, metavar="N", help="Record only N of the matches, evenly chosen."),
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Record the legal moves before each move.")] = False,
    states: Annotated[bool, typer.Option("--states", help="Record the position after each move.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Evaluate the checks of the rules on every position and step.")
    ] = False,
    cap: CapOption = CAP,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard", metavar="I/N", help="Play only part I of N; with --save, to be merged later."
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Write the sums for `simulate merge` to this file."),
    ] = None,
    engine: EngineOption = "auto",
    letters: LettersOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play many matches between computer players: who wins, how long it takes, what occurs.

    The same seed gives the same matches and the same bytes everywhere, whatever the number of processes.
    With `--check` the exit status is 10 if a check is violated. An interrupt gives what is known so far.

    \b
    Examples:
      yourtrumps simulate --matches 1000 --seats random,greedy
      yourtrumps simulate -n 200 --set lowest_rank=7 --json
      yourtrumps simulate -n 50 --record matches.jsonl --legal --states
      yourtrumps simulate -n 1000000 --seats random --shard 1/4 --save 1.sums
      yourtrumps simulate merge 1.sums 2.sums 3.sums 4.sums
    """
    from cli.loading import load, playable, tell_notes
    from cli.seats import number_of_seats, read_seats
    from cli.simulating import Simulation, part_of
    from cli.study_options import checked_engine, where
    from players.registry import PLAYERS
    from study.simulate import Plan

    checked_engine(engine)
    if (legal or states or sample is not None) and record is None:
        given = "--sample" if sample is not None else "--legal` and `--states"
        raise faulty_command(f"`{given}` is about a record: name its file with `--record`")
    if shard is not None and save is None:
        raise faulty_command("`--shard` is for sums that are merged later: name their file with `--save`")
    if shard is not None and record is not None:
        raise faulty_command("`--shard` keeps sums, not matches: leave out `--record`")
    part = part_of(shard, matches)
    loaded = playable(load(rules, settings, deck, seats=number_of_seats(seats)))
    tell_notes(loaded)
    players = tuple(s.kind for s in read_seats(seats, loaded.game.seats, PLAYERS))
    plan = Plan(
        game=loaded.game,
        options=loaded.options,
        players=players,
        seed=seed,
        matches=matches,
        cap=cap,
        heading=loaded.heading(players) if record is not None else None,
        legal=legal,
        states=states,
        check=check,
        engine=engine,
    )
    place = where(matches, jobs, cluster)
    simulation = Simulation(plan, loaded.path.name, place, part, record, sample, save)
    raise typer.Exit(simulation.run(as_json, letters))
