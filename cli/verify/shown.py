"""A match that shows something, drawn as `play` draws it: its last moves, and the table they come to."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from cli.look import Look
from cli.spell import Speller, is_dealt, label, styled
from cli.table import Scene, draw
from cli.verify.asked import Asked
from interpreter.ir import nodes as ir
from interpreter.ir.types import Seat
from interpreter.run.fault import Fault
from interpreter.run.match import Match, Step
from interpreter.run.protocol import Action, Position
from interpreter.run.record import pick_types
from verify.result import Other, Result, Shows
from verify.trace import played

LAST = 6
"""Moves that are told in sentences."""
MOST = 6
"""Moves that are legal in one of two matches alone, and told."""


def shown(asked: Asked, result: Result, look: Look) -> list[Text]:
    """Nothing if there is no match."""
    if result.trace is None:
        return []
    match, speller = played(asked.game, result.trace), speller_of(asked.game, look)
    lines = [*_moves(match, speller, result.trace.back), *_table(match, speller, _aside(result, match))]
    return lines if result.other is None else [*lines, *_second(match, result.other, speller)]


def speller_of(game: ir.Game, look: Look) -> Speller:
    """Players have no names, only numbers."""
    return Speller(game, tuple(f"player {s + 1}" for s in range(game.seats)), look)


def _second(one: Match[Any], other: Other, speller: Speller) -> list[Text]:
    """The match that is set against the first one, and what is not the same."""
    match = played(one.engine.game, other.trace)
    aside = f"the other, after {match.plies} plies" if match.steps else "the other"
    told = [Text(line, "yellow") for line in parting(one, match, other, speller)]
    head = Text("the other match", "bold") if match.steps else Text("the other position", "bold")
    return [head, *_moves(match, speller, None), *_table(match, speller, aside), *told]


def parted(game: ir.Game, result: Result, look: Look) -> list[str]:
    """How two matches part, nothing where there are not two."""
    if result.trace is None or result.other is None:
        return []
    matches = played(game, result.trace), played(game, result.other.trace)
    return parting(*matches, result.other, speller_of(game, look))


def parting(one: Match[Any], match: Match[Any], other: Other, speller: Speller) -> list[str]:
    """In sentences: that the seat cannot tell, or what alone it could, and what it may do here or there."""
    name = speller.names[other.seat]
    what = f"all is the same to {name}" if not other.but else f"all is the same but that {other.but}"
    lines = [f"{what}, and yet:"]
    for where, at, actions in (("first", one, other.here), ("other", match, other.there)):
        lines += [f"  only in the {where}: {_action(at, speller, a)}" for a in actions[:MOST]]
        if len(actions) > MOST:
            lines.append(f"  only in the {where}: {len(actions) - MOST} more")
    if other.parting is not None:
        lines.append(f"  what parts them: {_action(one, speller, other.parting)}")
    return lines


def _action(match: Match[Any], speller: Speller, action: Action) -> str:
    """With the picks, where the rules have no sentence for it that might name them."""
    engine, state = match.engine, match.state
    told = speller.sentence(engine.narrate(state, action)).plain
    if any(m.name == action.move and m.said is not None for m in engine.game.moves):
        return told
    kinds = pick_types(engine.game, engine.position(state), action.player, action.move)
    return " ".join((told, *(speller.value(value, kinds[name]).plain for name, value in action.picks)))


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
    """The position; where what may be done there cannot be worked out, why, and what lies where."""
    engine, state = match.engine, match.state
    try:
        opened = tuple(engine.view(state, Seat(s)) for s in range(engine.game.seats))
        return draw(Scene(engine.view(state, None), opened=opened, aside=aside), speller)
    except Fault as fault:
        told = Text(f"{aside}; there the rules stop: {fault.message}")
        return [told, *_plainly(engine.game, engine.position(state), speller)]


def _plainly(game: ir.Game, position: Position, speller: Speller) -> list[Text]:
    """The cards of each zone that has any."""
    lines = []
    for zone in game.zones:
        held: Any = position.zones[zone.name]
        rows = [held] if zone.per is ir.Per.TABLE else held
        for number, cards in enumerate(rows):
            whose = f" of {speller.names[number]}" if zone.per is ir.Per.PLAYER else ""
            if cards:
                name = f"  {label(zone.text, zone.name)}{whose}: "
                lines.append(Text(name).append_text(Text(" ").join(map(speller.card, cards))))
    return lines
