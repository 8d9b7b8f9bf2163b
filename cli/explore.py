"""`yourtrumps explore`: every position of a small deck, and what follows from having seen them all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit, Stop, faulty_command
from cli.options import (
    DEFAULT_RULES,
    DeckOption,
    JsonOption,
    PlayersOption,
    RulesArgument,
    SetOption,
    check_seed,
)

if TYPE_CHECKING:
    from cli.exploring import Wanted
    from cli.loading import Loaded
    from interpreter.ir.nodes import Game
    from verify.explore import Fixed


def explore(
    rules: RulesArgument = DEFAULT_RULES,
    deck: DeckOption = None,
    settings: SetOption = None,
    players: PlayersOption = None,
    fixed: Annotated[
        list[str] | None,
        typer.Option(
            "--fix",
            metavar="NAME=VALUE,VALUE",
            help="Only set-ups in which a variable has these values by seat (`_` for any), `mover` is who "
            "moves first, or a zone holds these cards. May be repeated.",
        ),
    ] = None,
    phases: Annotated[
        list[str] | None,
        typer.Option(
            "--phase", metavar="NAME", help="Count the positions of these phases, ended ones included."
        ),
    ] = None,
    by_depth: Annotated[bool, typer.Option("--by-depth", help="Count positions by depth.")] = False,
    check: Annotated[
        list[str] | None,
        typer.Option("--check", metavar="NAME", help="Only this check of the rules. May be repeated."),
    ] = None,
    no_checks: Annotated[
        bool, typer.Option("--no-checks", help="Leave the checks of the rules aside.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Write the matches that show something to this file."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            metavar="N",
            help="Positions to hold at most: about 150 bytes each with numba, 400 else. By default 5,000,000 "
            "with numba and 1,000,000 else.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.0, metavar="N", help="Stop the search after so long.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", callback=check_seed, help="Of random play.")
    ] = 0,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            metavar="NAME",
            help="What finds the positions: `evaluator`, `python` (the rules compiled to it), `numba` "
            "(compiled further, which is worth while for many positions), `auto`. They find the same.",
        ),
    ] = "auto",
    as_json: JsonOption = False,
) -> None:
    """Visit every position that a small deck allows, and say what is then known for certain.

    How many positions there are, how matches end, whether anybody is ever stuck, whether a match must end and
    who can keep it going for ever, what best play comes to, and whether the checks of the rules hold, all
    exactly for this deck. The exit status is 10 if nobody can move or no end can be reached from somewhere,
    or if a check is violated; 12 if the search ended early; 130 after an interrupt, which gives what is
    known.

    \b
    Examples:
      yourtrumps explore --deck "suits=C,D ranks=Q,K,A"
      yourtrumps explore mygame.yaml --deck "suits=C,D ranks=K,A" --by-depth
      yourtrumps explore --deck "suits=C,D ranks=J,Q,K,A" --record loops.jsonl
    """
    from cli.exploring import Wanted
    from cli.loading import load, playable, tell_notes
    from cli.study_options import checked_engine

    checked_engine(engine)
    if check and no_checks:
        raise faulty_command("`--check` and `--no-checks` exclude each other")
    loaded = playable(load(rules, settings, deck, seats=players))
    if players is not None and players != loaded.game.seats:
        raise faulty_command(f"`{loaded.game.name}` is not for so many players")
    tell_notes(loaded)
    wanted = Wanted(
        fixed=_fixed(loaded.game, fixed or []),
        phases=tuple(_phases(loaded.game, phases or [])),
        checks=tuple(_checks(loaded.game, check)) if not no_checks else (),
        by_depth=by_depth,
        limit=limit,
        seconds=seconds,
        seed=seed,
        engine=engine,
    )
    raise typer.Exit(_run(loaded, wanted, record, as_json))


def _fixed(game: Game, texts: list[str]) -> Fixed:
    from verify.explore import BadFix, read_fixed

    try:
        return read_fixed(game, texts)
    except BadFix as error:
        raise faulty_command(f"`--fix`: {error}") from None


def _phases(game: Game, names: list[str]) -> list[str]:
    known = [p.name for p in game.phases]
    for name in names:
        _known("phase", name, known)
    return names


def _checks(game: Game, names: list[str] | None) -> list[str]:
    known = [c.name for c in game.checks]
    for name in names or ():
        _known("check", name, known)
    return [name for name in known if names is None or name in names]


def _known(what: str, name: str, known: list[str]) -> None:
    from cli.unknown import unknown

    if name not in known:
        raise unknown(what, name, known)


def _run(loaded: Loaded, wanted: Wanted, record: Path | None, as_json: bool) -> Exit:
    from cli.explored import as_data, as_text
    from cli.exploring import Watching, find
    from cli.keep import claim_for_records
    from cli.loading import faulty_rules
    from interpreter.run.fault import Fault
    from verify.explore import Unexplorable

    target = claim_for_records(record) if record is not None else None
    try:
        with Watching(wanted.seconds) as watching:
            found = find(loaded, wanted, watching)
    except Fault as fault:
        raise faulty_rules(fault) from None
    except Unexplorable as error:
        raise Stop(Exit.UNKNOWN, f"error: {error.span}: {error.message}") from None
    if target is not None:
        found.write(target, loaded)
    if as_json:
        import json

        print(json.dumps(as_data(found, loaded), indent=2, ensure_ascii=False))
    else:
        print(as_text(found, loaded))
    return Exit.INTERRUPTED if watching.interrupted else found.status
