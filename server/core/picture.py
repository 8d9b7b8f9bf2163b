"""Positions and tables as one viewer may know them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, assert_never

from interpreter.fast.engine import State
from interpreter.ir.types import Card, Seat
from interpreter.run.fair import commitment
from interpreter.run.protocol import Outcome, View
from server.core import playing
from server.core.config import Clock, ClockKind
from server.core.pieces import listed
from server.core.rules import Rules
from server.core.spelling import to_json
from server.core.state import PLAYING, Place, Table


def seat_of(table: Table, place: int | None) -> Seat | None:
    """The seat of a viewer in the present match; None for a spectator."""
    return None if place is None or table.contest is None else table.contest.seat_of(place)


def view_json(rules: Rules, table: Table, place: int | None, acting: bool = True) -> str:
    """What the viewer may know of the position, `legal` only if `acting`; null before the first match."""
    contest = table.contest
    if contest is None:
        return "null"
    seat, state, layout = seat_of(table, place), contest.state, rules.engine.layout
    actors = playing.actors(contest)
    acts = acting and seat in actors and table.phase == PLAYING
    return (
        f'{{"match":{contest.number},"phase":{rules.phases[state[layout.phase]]},"mover":{state[layout.mover]}'
        f',"actors":{listed(map(str, actors))},"viewer":{"null" if seat is None else seat}'
        f",{_held(rules, state, seat)}"
        f',"legal":[{_legal(rules, state, seat) if acts and seat is not None else ""}]'
        f",{_result(rules, state, seat)}}}"
    )


def _held(rules: Rules, state: State, seat: Seat | None) -> str:
    """`zones`, `variables` and `marked`."""
    plain, pieces = rules.plain, rules.pieces
    if plain is not None:
        return plain.held(state, seat)
    view = rules.hearing.view(rules.shown(state), seat)
    zones = [pieces.zone(name, row) for name, row in view.zones.items()]
    variables = [pieces.variable(name, row) for name, row in view.variables.items()]
    marked = pieces.cards(tuple(sorted(view.marked & _open_cards(view))))
    return f'"zones":{{{",".join(zones)}}},"variables":{{{",".join(variables)}}},"marked":{marked}'


def _result(rules: Rules, state: State, seat: Seat | None) -> str:
    outcome = rules.result(state) if rules.engine.over(state) else None
    if outcome is None:
        return '"outcome":null,"said":null'
    said = rules.pieces.sentence(rules.hearing.words.epilogue(rules.shown(state), seat))
    return f'"outcome":{to_json(_outcome(outcome))},"said":{said}'


def _legal(rules: Rules, state: State, seat: Seat) -> str:
    """The legal actions of a seat."""
    plain = rules.plain
    found = None if plain is None else plain.legal(state, seat, rules.shown)
    if found is not None:
        return found
    legal = [a for a in rules.engine.legal(state) if a.player == seat]
    return ",".join(rules.pieces.choice(lambda: rules.shown(state), action) for action in legal)


def _open_cards(view: View) -> frozenset[Card]:
    return frozenset(c for row in view.zones.values() for zone in row for c in zone.cards or ())


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
    return {**steady_data(rules, table, name), **json.loads(f"{{{moving_json(table)}}}")}


def steady_key(table: Table) -> tuple[object, ...]:
    """Equal for two moments of a table at which `steady_data` is the same."""
    contest = table.contest
    match = None if contest is None else (contest.number, contest.seats, contest.ended is None)
    asked = table.takeback, table.rematch
    return table.places, table.phase, match, table.score, asked, table.secret, table.closed


def steady_data(rules: Rules, table: Table, name: str) -> dict[str, Any]:
    """What does not change with every move."""
    config, contest = table.config, table.contest
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
        "lots": config.lots.value,
        "score": list(table.score),
        "asked": {"takeback": table.takeback, "rematch": sorted(table.rematch)},
        "takeback": config.takeback,
        "clock": clock_data(config.clock),
        "grace": config.grace,
        "spectators": {"allowed": config.spectators, "delay": config.delay},
        "commitment": _commitment(table),
        "casual": config.casual,
        "closed": table.closed or None,
    }


def moving_json(table: Table) -> str:
    """The clocks, and the time at which they stood so: the fields that `steady_data` lacks, as JSON."""
    contest = table.contest
    if contest is None:
        return f'"clocks":null,"running":[],"at":{table.at}'
    ticking = table.config.clock.kind is not ClockKind.NONE and table.phase == PLAYING
    running = listed(map(str, playing.actors(contest))) if ticking else "[]"
    clocks = listed(map(str, contest.clocks)) if contest.clocks else "null"
    return f'"clocks":{clocks},"running":{running},"at":{contest.since}'


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
