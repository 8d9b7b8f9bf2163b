"""Moves of people and of computers."""

from __future__ import annotations

from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.protocol import Action
from interpreter.run.rng import FIRST_PLAYER
from players.registry import make_player
from server.core import clocks, playing
from server.core.commands import Move, Refusal, Why
from server.core.draft import Draft, judge
from server.core.events import By, Ended, Moved, Reason
from server.core.rules import Rules
from server.core.state import PLAYING, Table


def move(draft: Draft, command: Move) -> Refusal | None:
    table, contest, place = draft.table, draft.table.contest, draft.table.places[command.place]
    if table.phase != PLAYING or contest is None:
        return Refusal(Why.NOT_NOW, "no match is being played")
    if place.replaced:
        return Refusal(Why.NOT_NOW, "the computer plays for you")
    if not contest.version <= command.version <= table.version:
        return Refusal(Why.STALE, "the position is another one by now")
    if command.action.player not in playing.actors(contest):
        return Refusal(Why.NOT_YOUR_TURN, "it is not your turn")
    return made(draft, By.PERSON, command.action)


def made(draft: Draft, by: By, action: Action) -> Refusal | None:
    try:
        draft.push(Moved(by, action))
    except IllegalAction as error:
        return Refusal(Why.ILLEGAL, error.reason, action)
    except (Fault, playing.Endless):
        draft.push(Ended(Reason.FAULT, (), draft.fresh))
        return None
    judge(draft)
    return None


def automatic(draft: Draft) -> Refusal | None:
    """The clock that has run out, else the move of the first computer that may act."""
    table, contest = draft.table, draft.table.contest
    if table.phase != PLAYING or contest is None:
        return None
    acting = playing.actors(contest)
    late = clocks.flagged(contest, acting, draft.now)
    if late is not None:
        draft.push(Ended(Reason.CLOCK, (late,), draft.fresh))
        return None
    seat = next((s for s in acting if table.places[contest.seats[s]].automatic), None)
    if seat is None:
        return None
    level = table.places[contest.seats[seat]].level or "greedy"
    try:
        view = draft.rules.engine.view(contest.state, seat)
        if not view.legal:
            return None
        action = make_player(level).choose(view, contest.stream(FIRST_PLAYER + seat, 64 * table.version))
    except Fault:
        draft.push(Ended(Reason.FAULT, (), draft.fresh))
        return None
    return made(draft, By.COMPUTER, action)


def advised(rules: Rules, table: Table, place: int) -> Action | None:
    """What the rules' advice would do in a seat; None if it is not its turn or the advice faults."""
    contest = table.contest
    if contest is None or contest.seat_of(place) not in playing.actors(contest):
        return None
    seat = contest.seat_of(place)
    try:
        view = rules.engine.view(contest.state, seat)
        return make_player("greedy").choose(view, contest.stream(FIRST_PLAYER + seat)) if view.legal else None
    except Fault:
        return None
