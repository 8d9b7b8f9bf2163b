"""`yourtrumps simulate`: many matches between computer players, and what they come to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit, faulty_command
from cli.options import (
    CAP,
    DEFAULT_RULES,
    CapOption,
    DeckOption,
    JsonOption,
    RulesArgument,
    SetOption,
    check_seed,
)

if TYPE_CHECKING:
    from cli.loading import Loaded
    from study.simulate import Plan

WORTH_A_PROCESS = 40
"""Matches for which one process more is started, where their number is left to the program."""


def simulate(
    rules: RulesArgument = DEFAULT_RULES,
    matches: Annotated[
        int, typer.Option("--matches", "-n", min=1, max=10**9, metavar="N", help="How many matches.")
    ] = 100,
    seats: Annotated[
        str, typer.Option("--seats", metavar="WHO,WHO", help="Who sits where; one alone is for all seats.")
    ] = "greedy",
    settings: SetOption = None,
    deck: DeckOption = None,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", callback=check_seed, help="Where all chance comes from."),
    ] = 0,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record", metavar="FILE", help="Write all match records to this file, in place of those in it."
        ),
    ] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Record the legal moves before each move.")] = False,
    states: Annotated[bool, typer.Option("--states", help="Record the position after each move.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Evaluate the checks of the rules on every position and step.")
    ] = False,
    cap: CapOption = CAP,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, max=512, metavar="N", help="How many processes share the work."),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            metavar="NAME",
            help="Who plays: `evaluator`, `python` (the rules compiled to it), or `auto`, the faster one.",
        ),
    ] = "auto",
    as_json: JsonOption = False,
) -> None:
    """Play many matches between computer players and count how they end.

    The same seed gives the same matches and the same bytes everywhere, whatever the number of processes.
    With `--check` the exit status is 10 if a check is violated. An interrupt gives what is known so far.

    \b
    Examples:
      yourtrumps simulate --matches 1000 --seats random,greedy
      yourtrumps simulate -n 200 --set lowest_rank=7 --json
      yourtrumps simulate -n 50 --record matches.jsonl --legal --states
    """
    from cli.loading import load, playable, tell_notes
    from cli.seats import number_of_seats, read_seats
    from players.registry import PLAYERS
    from study.engines import ENGINES
    from study.simulate import Plan

    if engine not in ENGINES:
        raise faulty_command(f"there is no engine `{engine[:40]}`; there are {', '.join(ENGINES)}")
    if (legal or states) and record is None:
        raise faulty_command("`--legal` and `--states` add to a record: name its file with `--record`")
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
    raise typer.Exit(_run(plan, loaded, jobs or _processes(matches), record, as_json))


def _processes(matches: int) -> int:
    import os

    return max(1, min(os.cpu_count() or 1, matches // WORTH_A_PROCESS))


def _run(plan: Plan, loaded: Loaded, processes: int, record: Path | None, as_json: bool) -> Exit:
    from cli.counting import Counting
    from cli.results import as_data, as_text, status

    print(f"engine: {plan.playing}", file=sys.stderr, flush=True)
    counting = Counting(plan, processes, record)
    interrupted = counting.run()
    summary = counting.summary
    if as_json:
        _print_json({**as_data(summary, plan, loaded), "engine": plan.playing})
    else:
        print(as_text(summary, plan))
    return Exit.INTERRUPTED if interrupted else status(summary)


def _print_json(data: object) -> None:
    import json

    print(json.dumps(data, indent=2, ensure_ascii=False))
