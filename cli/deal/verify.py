"""`yourtrumps deal verify`: whether a server dealt what it was bound to, without asking it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit, Stop, count

if TYPE_CHECKING:
    from cli.going_on import Library
    from interpreter.run.fair import Fair
    from interpreter.run.reading import BadRecord
    from interpreter.run.record import Record


def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A file of match records from a server.")],
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RULES", help="The rule file, if it is not found by name."),
    ] = None,
    commitment: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="What the server showed before the match."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="HEX", help="What you gave; it must be among the seeds.")
    ] = None,
) -> None:
    """Check that the cards of recorded matches came of the seeds of the server and of the players.

    The server showed a hash of its seed before the match, the players added theirs, and the record has all of
    them. Everything chance did is drawn again, offline, and every move is checked against the rules. The exit
    status is 1 if anything differs.

    \b
    Example:
      yourtrumps deal verify evening.jsonl --commitment 630dcd29...
    """
    from cli.going_on import Library, read_all
    from cli.terminal import warn

    library, wrong = Library(file, rules), 0
    found = read_all(file)
    for number, (line, record) in enumerate(found, 1):
        try:
            print(f"match {number}: {_checked(library, line, record, commitment, seed)}")
        except Stop as stop:
            wrong += 1
            warn(stop.message)
    matches = count(len(found), "match", "matches")
    print(f"{matches}, {wrong} not dealt fairly" if wrong else f"{matches}, all dealt as promised")
    raise typer.Exit(Exit.FAULTY_FILE if wrong else Exit.OK)


def _checked(
    library: Library, line: int, record: Record | BadRecord, commitment: str | None, seed: str | None
) -> str:
    """What was found about a match that is in order; raises `Stop` with what is wrong otherwise."""
    from interpreter.run.record import Record
    from interpreter.run.redeal import undrawn

    where = f"{library.path}:{line}"
    if isinstance(record, Record):
        _promised(where, record, commitment, seed)
    replayed = library.replay(line, record)
    steps = [*replayed.setup, *library.checked(line, replayed)]
    fair = replayed.record.fair
    assert fair is not None
    if not replayed.record.setup:
        raise _unfair(where, "the record has no set-up, so that nothing is known of the deal")
    number = undrawn(replayed.engine, fair, replayed.record.match, steps)
    if number is not None:
        raise _unfair(where, f"step {number} of the match is not what comes of the seeds")
    drawn = sum(step.action.player is None for step in steps)
    return f"{count(drawn, 'draw')} of chance, each as the seeds say; {_givers(fair)}"


def _promised(where: str, record: Record, commitment: str | None, seed: str | None) -> None:
    fair = record.fair
    if fair is None:
        raise _unfair(where, "this match was not dealt by a server; it has no `deal`")
    if not fair.kept:
        raise _unfair(where, "the server's seed is not the one that it was bound to by its commitment")
    if commitment is not None and commitment.strip().casefold() != fair.commitment:
        raise _unfair(where, f"the commitment is `{fair.commitment}`, not the one you were shown")
    if seed is not None and seed.strip().casefold() not in fair.players:
        raise _unfair(where, "your seed is not among those of the players")


def _givers(fair: Fair) -> str:
    gave = sum(given is not None for given in fair.players)
    lots = "" if fair.falls_on is None else f"; lots among the seats fell on seat {fair.falls_on}"
    return f"{count(gave, 'player')} gave a seed, the server kept to its commitment{lots}"


def _unfair(where: str, message: str) -> Stop:
    return Stop(Exit.FAULTY_FILE, f"{where}: error: {message}")
