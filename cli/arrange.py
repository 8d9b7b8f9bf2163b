"""From the options of `play` to a match that can begin; all that can be wrong is found before it does."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.text import Text

from cli.exits import Stop, faulty_command
from cli.files import as_typed
from cli.going_on import Library, read_all, seats_of
from cli.keep import Keep
from cli.loading import Loaded, load, playable, tell_notes
from cli.options import DEFAULT_RULES
from cli.playing import Playing
from cli.seats import HUMAN, Sitter, default_seats, number_of_seats, read_seats
from cli.sitting import Person, Sitting
from cli.terminal import Terminal
from interpreter.run.match import Chooser, Match, Step
from interpreter.run.replay import Replay
from players.registry import PLAYERS, make_player

PACE = 0.6
"""Seconds that a computer player's move stays on a screen."""
SEEDS = 10**9
"""How many seeds there are to choose from where none is given: short enough to be typed again."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of `play` as given."""

    rules: str | None
    seats: str | None
    settings: list[str]
    deck: str | None
    seed: int | None
    record: Path | None
    resume: Path | None
    pace: float | None
    cap: int


@dataclass(frozen=True, slots=True)
class _Begun:
    """The part of a match that is over before anybody sits down."""

    seed: int
    index: int = 0
    origin: Any = None
    steps: tuple[Step[Any], ...] = ()


def arrange(wanted: Wanted, terminal: Terminal) -> tuple[Playing, Keep]:
    """The match, ready to be played, and where it is kept; raises `Stop`."""
    if wanted.resume is not None:
        return _resumed(wanted, wanted.resume, terminal)
    seats = number_of_seats(wanted.seats)
    loaded = playable(load(wanted.rules or DEFAULT_RULES, wanted.settings, wanted.deck, seats=seats))
    sitters = _sitters(_given(wanted.seats, default_seats(loaded.game.seats)), loaded)
    seed = wanted.seed if wanted.seed is not None else secrets.randbelow(SEEDS)
    keep = Keep(loaded.heading(_recorded(s) for s in sitters), wanted.record)
    return _seat(wanted, loaded, sitters, _Begun(seed), terminal, keep), keep


def _resumed(wanted: Wanted, path: Path, terminal: Terminal) -> tuple[Playing, Keep]:
    if wanted.settings or wanted.deck is not None or wanted.seed is not None:
        raise faulty_command("`--from` goes on with the options, deck and seed of the record")
    line, record = read_all(path)[-1]
    library = Library(path, wanted.rules)
    replayed = library.replay(line, record)
    begun = _begun(replayed, tuple(library.checked(line, replayed)), path)
    record, loaded = replayed.record, library.rules(replayed.record)[0]
    sitters = _sitters(_given(wanted.seats, seats_of(record, PLAYERS)), loaded)
    keep = Keep(loaded.heading(_recorded(s) for s in sitters), wanted.record or path)
    if wanted.record is None:
        keep.lines[keep.prepare(path)] = line - 1
    return _seat(wanted, loaded, sitters, begun, terminal, keep), keep


def _begun(replayed: Replay[Any], moves: tuple[Step[Any], ...], path: Path) -> _Begun:
    steps = (*replayed.setup, *moves)
    if steps and replayed.engine.outcome(steps[-1].after) is not None:
        raise faulty_command(f"the last match of `{path}` is over")
    origin = steps[0].before if steps else replayed.start
    return _Begun(replayed.record.seed, replayed.record.match, origin, steps)


def _given(seats: str | None, otherwise: str) -> str:
    return otherwise if seats is None else seats


def _recorded(sitter: Sitter) -> str:
    """People are recorded by their names, if they have given one."""
    return sitter.name if sitter.human and sitter.named else sitter.kind


def _sitters(text: str, loaded: Loaded) -> tuple[Sitter, ...]:
    return read_seats(text, loaded.game.seats, [HUMAN, *PLAYERS])


def _seat(
    wanted: Wanted,
    loaded: Loaded,
    sitters: tuple[Sitter, ...],
    begun: _Begun,
    terminal: Terminal,
    keep: Keep,
) -> Playing:
    if keep.usual is not None:
        keep.prepare(keep.usual)
    choosers: list[Chooser] = [Person() if s.human else make_player(s.kind) for s in sitters]
    match = Match(loaded.engine(), choosers, begun.seed, begun.index, wanted.cap, begun.origin)
    sitting = Sitting(match, sitters, terminal, choosers, given=len(begun.steps))
    if terminal.screen:
        sitting.said += [(None, Text(f"note: {note.message}", "yellow")) for note in loaded.notes]
    else:
        tell_notes(loaded)
    for step in begun.steps:
        sitting.make(step.action)
    people = sitting.people
    sitting.viewer = people[0] if len(people) == 1 else None
    pace = wanted.pace if wanted.pace is not None else PACE if terminal.screen else 0.0
    return Playing(sitting, pace, lambda path: _save(sitting, keep, path, loaded))


def _save(sitting: Sitting, keep: Keep, path: Path | None, loaded: Loaded) -> str:
    """Write the match, and say where it is or why it is nowhere."""
    chosen = path or keep.usual or Path(f"{loaded.path.stem}-{sitting.match.seed}.jsonl")
    try:
        keep.write(sitting.match, chosen)
    except Stop as stop:
        return stop.message
    return f"saved in {chosen}; `yourtrumps play --from {as_typed(chosen)}` goes on with it"
