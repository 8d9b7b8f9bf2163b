"""Positions and tables as one viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from interpreter.ir.types import Card, Seat, Value
from interpreter.run.fair import commitment
from interpreter.run.protocol import Outcome, View
from server.core import playing
from server.core.config import Clock, ClockKind
from server.core.rules import Rules
from server.core.spelling import sentence
from server.core.state import PLAYING, Place, Table


def seat_of(table: Table, place: int | None) -> Seat | None:
    """The seat of a viewer in the present match; None for a spectator."""
    return None if place is None or table.contest is None else table.contest.seat_of(place)


def view_data(rules: Rules, table: Table, place: int | None, acting: bool = True) -> dict[str, Any] | None:
    """What the viewer may know of the position; None before the first match."""
    contest = table.contest
    if contest is None:
        return None
    seat = seat_of(table, place)
    open_ = acting and contest.ended is None and table.phase == PLAYING
    view = rules.hearing.view(contest.state, seat, open_)
    outcome = contest.state.outcome
    said = None if outcome is None else rules.hearing.words.epilogue(contest.state, seat)
    spelling = rules.notation.spelling
    return {
        "match": contest.number,
        "phase": view.phase,
        "mover": view.mover,
        "actors": list(view.actors) if contest.ended is None else [],
        "viewer": seat,
        **_held(rules, view),
        "marked": [spelling.card(c) for c in sorted(view.marked & _open_cards(view))],
        "legal": [
            {
                "action": rules.spell(action),
                "title": sentence(rules.hearing.words.title(contest.state, action), spelling),
            }
            for action in view.legal
        ],
        "outcome": None if outcome is None else _outcome(outcome),
        "said": None if said is None else sentence(said, spelling),
    }


def _open_cards(view: View) -> frozenset[Card]:
    return frozenset(c for row in view.zones.values() for zone in row for c in zone.cards or ())


def _held(rules: Rules, view: View) -> dict[str, Any]:
    card, write = rules.notation.spelling.card, rules.notation.spelling.write
    types = {v.name: v.type for v in rules.game.variables}

    def value(name: str, held: Value | None) -> Any:
        return None if held is None else write(held, types[name])

    return {
        "zones": {
            name: [
                {"cards": None if z.cards is None else [card(c) for c in z.cards], "count": z.count}
                for z in row
            ]
            for name, row in view.zones.items()
        },
        "variables": {name: [value(name, held) for held in row] for name, row in view.variables.items()},
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "ending": outcome.ending,
        "winners": list(outcome.winners),
        "losers": list(outcome.losers),
        "again": outcome.again,
    }


# tables


def table_data(rules: Rules, table: Table, name: str) -> dict[str, Any]:
    """What everybody may know of a table; `name` is its id."""
    config, contest = table.config, table.contest
    running = playing.actors(rules, contest) if contest is not None and table.phase == PLAYING else ()
    return {
        "id": name,
        "code": table.code,
        "phase": table.phase,
        "public": config.public,
        "rules": config.rules,
        "title": rules.game.name,
        "places": [_place(place, seat_of(table, n)) for n, place in enumerate(table.places)],
        "match": None if contest is None else contest.number,
        "matches": config.matches,
        "score": list(table.score),
        "asked": {"takeback": table.takeback, "rematch": sorted(table.rematch)},
        "takeback": config.takeback,
        "clock": clock_data(config.clock),
        "clocks": list(contest.clocks) if contest is not None and contest.clocks else None,
        "running": list(running) if config.clock.kind is not ClockKind.NONE else [],
        "at": table.at if contest is None else contest.since,
        "grace": config.grace,
        "spectators": {"allowed": config.spectators, "delay": config.delay},
        "commitment": _commitment(table),
        "casual": config.casual,
        "closed": table.closed or None,
    }


def _commitment(table: Table) -> str | None:
    """What stands for the seed of the match that is played, or else of the next one."""
    contest = table.contest
    if table.config.seed is not None:
        return None
    if contest is not None and contest.ended is None and contest.fair is not None:
        return contest.fair.commitment
    return commitment(bytes.fromhex(table.secret))


def _place(place: Place, seat: Seat | None) -> Mapping[str, Any]:
    data: dict[str, Any] = {"kind": place.kind, "name": place.name, "seat": seat, "away_play": place.replaced}
    return data if place.person else {**data, "level": place.level}


def clock_data(clock: Clock) -> dict[str, Any]:
    match clock.kind:
        case ClockKind.NONE:
            return {"kind": "none"}
        case ClockKind.MOVE:
            return {"kind": "move", "seconds": clock.seconds}
        case ClockKind.TOTAL:
            return {"kind": "total", "seconds": clock.seconds, "increment": clock.increment}
        case _:
            assert_never(clock.kind)
