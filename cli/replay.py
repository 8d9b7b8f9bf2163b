"""`yourtrumps replay`: stepping through recorded matches, checking every move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.exits import Exit, Stop, count, faulty_command
from cli.options import AsciiOption, NoColorOption

if TYPE_CHECKING:
    from cli.going_on import Library
    from cli.stepping import Stepping
    from cli.terminal import Terminal
    from interpreter.run.reading import BadRecord
    from interpreter.run.record import Record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of match records.")],
    match: Annotated[
        int | None, typer.Option("--match", "-m", min=1, metavar="K", help="Only the K-th match, from 1.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="RULES", help="The rule file, if it is not found by name."),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option("--pace", min=0, max=60, metavar="SECONDS", help="Go on by itself after so long."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "--check-only", "-q", help="Only check the moves, show none.")
    ] = False,
    ascii_only: AsciiOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Step through recorded matches, with all cards open, and check every move against the rules.

    On a terminal Enter shows the next move, `b` the one before, a number that move, `q` leaves. Elsewhere the
    moves are listed. The first move that breaks the rules is named, and the exit status is 1.

    \b
    Examples:
      yourtrumps replay evening.jsonl
      yourtrumps replay evening.jsonl --match 3 --pace 0.5
      yourtrumps replay --quiet many.jsonl
    """
    from cli.going_on import Library, read_all
    from cli.terminal import make_terminal

    found = read_all(file)
    if match is not None and match > len(found):
        raise faulty_command(f"`{file}` holds {count(len(found), 'match', 'matches')}, no match {match}")
    library = Library(file, rules)
    if quiet:
        raise typer.Exit(_check(library, found if match is None else found[match - 1 : match]))
    terminal = make_terminal(ascii_only, no_color)
    asked = terminal.screen and terminal.people and pace is None
    wanted = match or 1
    for number, (line, record) in enumerate(found, 1):
        if number == wanted or (match is None and not asked):
            aside = f"match {number} of {len(found)}, " if len(found) > 1 else ""
            _show(_stepping(library, line, record, terminal, aside), pace)


def _stepping(
    library: Library, line: int, record: Record | BadRecord, terminal: Terminal, aside: str
) -> Stepping:
    from cli.seats import read_names
    from cli.stepping import Stepping, first_state

    replayed = library.replay(line, record)
    names = read_names(replayed.record.players)
    steps = library.checked(line, replayed)
    return Stepping(replayed.engine, names, terminal, first_state(replayed), steps, aside)


def _show(stepping: Stepping, pace: float | None) -> None:
    from cli.keys import quiet_keys

    terminal = stepping.terminal
    with quiet_keys():
        if terminal.screen and pace is not None:
            stepping.by_itself(pace)
        elif terminal.screen and terminal.people:
            stepping.at_will()
        else:
            stepping.in_list()


def _check(library: Library, found: list[tuple[int, Record | BadRecord]]) -> Exit:
    """Every match to its end; all that is wrong goes to standard error."""
    from cli.terminal import warn

    wrong = 0
    for line, record in found:
        try:
            for _ in library.checked(line, library.replay(line, record)):
                pass
        except Stop as stop:
            wrong += 1
            warn(stop.message)
    matches = count(len(found), "match", "matches")
    print(f"{matches}, {wrong} not by the rules" if wrong else f"{matches}, all by the rules")
    return Exit.FAULTY_FILE if wrong else Exit.OK
