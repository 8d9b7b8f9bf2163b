"""A match that shows something, drawn as `play` draws it: its last moves, and the table they lead to."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from cli.look import Look
from cli.spell import Speller, is_dealt, styled
from cli.table import Scene, draw
from cli.verify.asked import Asked
from interpreter.ir.types import Seat
from interpreter.run.fault import Fault
from interpreter.run.match import Match, Step
from verify.result import Result, Shows
from verify.trace import played

LAST = 6
"""Moves that are told in sentences."""


def shown(asked: Asked, result: Result, look: Look) -> list[Text]:
    """Nothing if there is no match."""
    if result.trace is None:
        return []
    match = played(asked.game, result.trace)
    names = tuple(f"player {s + 1}" for s in range(asked.game.seats))
    speller = Speller(asked.game, names, look)
    return [*_moves(match, speller, result.trace.back), *_table(match, speller, _aside(result, match))]


def _aside(result: Result, match: Match[Any]) -> str:
    what = {Shows.VIOLATION: "broken", Shows.WITNESS: "seen", Shows.LOOP: "the loop closes"}
    shows = what[result.shows] if result.shows is not None else "shown"
    return f"{shows} after {match.plies} plies"


def _moves(match: Match[Any], speller: Speller, back: int | None) -> list[Text]:
    """The moves before the last position, all of a loop."""
    told = [(n, s) for n, s in enumerate(match.steps, 1) if not is_dealt(match.engine, s)]
    kept = [(n, s) for n, s in told if n > (len(match.steps) - LAST if back is None else back)]
    lines = [] if len(kept) == len(told) else [Text(f"{kept[0][0] - 1:>5}  moves before that", "dim")]
    for number, step in kept:
        lines.append(styled(f"{number:>5}  ", "dim").append_text(_told(match, speller, step)))
    return lines


def _told(match: Match[Any], speller: Speller, step: Step[Any]) -> Text:
    return speller.sentence(match.engine.narrate(step.before, step.action))


def _table(match: Match[Any], speller: Speller, aside: str) -> list[Text]:
    """The position; where what may be done there cannot be worked out, why."""
    engine, state = match.engine, match.state
    try:
        opened = tuple(engine.view(state, Seat(s)) for s in range(engine.game.seats))
        return draw(Scene(engine.view(state, None), opened=opened, aside=aside), speller)
    except Fault as fault:
        return [Text(f"{aside}; there the rules stop: {fault.message}")]
