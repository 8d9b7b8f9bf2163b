"""Events as one viewer may know them. With `picture.py` this is all of a match that leaves the server."""

from __future__ import annotations

from typing import Any, assert_never

from interpreter.fast.engine import State
from interpreter.ir.types import Seat
from interpreter.run.match import Step
from interpreter.run.telling import Told
from server.core.events import (
    Agreed,
    Asked,
    Closed,
    Created,
    Declined,
    Ended,
    Event,
    Joined,
    Left,
    Logged,
    Moved,
    Reason,
    Replaced,
    Returned,
    Spoke,
    Started,
    Undone,
)
from server.core.fold import results
from server.core.picture import seat_of
from server.core.rules import Rules
from server.core.spelling import sentence
from server.core.state import Table


def event_data(
    rules: Rules, logged: Logged, before: Table, after: Table, place: int | None
) -> dict[str, Any]:
    """An event for the viewer at `place` (None: a spectator), with the table before and after it."""
    about = _about(rules, logged.event, before, after, place)
    if about is None:
        return {"version": logged.version}
    kind = type(logged.event).__name__.lower()
    told = {"version": logged.version, "at": logged.at, "kind": kind, **about}
    if logged.key is not None and isinstance(logged.event, Moved) and _own(logged.event, after, place):
        told["id"] = logged.key.partition(":")[2]
    return told


def _own(moved: Moved, table: Table, place: int | None) -> bool:
    return moved.action.player is not None and moved.action.player == seat_of(table, place)


def _about(
    rules: Rules, event: Event, before: Table, after: Table, place: int | None
) -> dict[str, Any] | None:
    match event:
        case Created():
            return {}
        case Joined(who, name):
            return {"place": who, "name": name}
        case Left(who):
            return {"place": who, "name": before.places[who].name}
        case Started(number, seats):
            return {"match": number, "seats": list(seats), "said": _lines(rules, after, place)[1]}
        case Moved() as moved:
            return _moved(rules, moved, after, place)
        case Spoke(who, phrase):
            return {"place": who, "phrase": phrase}
        case Asked(who, what) | Declined(who, what):
            return {"place": who, "what": what.value}
        case Undone(who):
            assert after.contest is not None
            return {"place": who, "to": after.contest.node.version}
        case Agreed(who) | Replaced(who) | Returned(who):
            return {"place": who}
        case Ended() as ended:
            return _ended(rules, ended, after, place)
        case Closed(reason):
            return {"reason": reason}
        case _:
            assert_never(event)


def _told(
    rules: Rules, step: Step[State], seat: Seat | None
) -> tuple[dict[str, Any] | None, list[Any]] | None:
    """An action, if a player made it, and what is said of it; None if it does not exist for the viewer."""
    plain, action = rules.plain, step.action
    if plain is not None and action.player is not None:
        if action.player != seat and plain.seen(step.before, seat) == plain.seen(step.after, seat):
            return None
        if plain.tells(step.before, action, step.after, seat):
            known = rules.pieces.move(action)
            told = None if known is not None else plain.said(step, rules.shown)
            if known is not None or told is not None:
                return known or (rules.spell(action), sentence(told or (), rules.notation.spelling))
    heard = rules.hearing.heard(rules.shown(step.before), action, rules.shown(step.after), seat)
    if heard is None:
        return None
    spelled = None if heard.action.player is None else rules.spell(heard.action)
    return spelled, sentence(heard.told, rules.notation.spelling)


def _lines(rules: Rules, table: Table, place: int | None) -> tuple[dict[str, Any] | None, list[list[Any]]]:
    """The viewer's part of what the last event did to the match: the action, and what is said."""
    assert table.contest is not None
    seat = seat_of(table, place)
    action, said = None, []
    for step in table.contest.node.steps:
        told = None if rules.deals(step) else _told(rules, step, seat)
        if told is None:
            continue
        if step.action.player is not None:
            action = told[0]
        if told[1]:
            said.append(told[1])
    return action, said


def _moved(rules: Rules, moved: Moved, after: Table, place: int | None) -> dict[str, Any] | None:
    action, said = _lines(rules, after, place)
    if action is None and not said:
        return None
    told: dict[str, Any] = {"said": said}
    return (
        told
        if action is None
        else {"seat": moved.action.player, "by": moved.by.value, "action": action, **told}
    )


def _ended(rules: Rules, ended: Ended, after: Table, place: int | None) -> dict[str, Any]:
    contest = after.contest
    assert contest is not None
    winners, losers = results(rules, contest, ended)
    told: Told = ()
    if ended.reason is Reason.RULES:
        told = rules.hearing.words.epilogue(rules.shown(contest.state), seat_of(after, place))
    return {
        "match": contest.number,
        "reason": ended.reason.value,
        "winners": list(winners),
        "losers": list(losers),
        "said": [sentence(told, rules.notation.spelling)] if told else [],
        "deal": None if contest.fair is None else contest.fair.data(),
    }
