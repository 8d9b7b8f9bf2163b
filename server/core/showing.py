"""Events as one viewer may know them. With `picture.py` this is all of a match that leaves the server."""

from __future__ import annotations

from typing import Any, assert_never

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


def _lines(rules: Rules, table: Table, place: int | None) -> tuple[dict[str, Any] | None, list[list[Any]]]:
    """The viewer's part of what the last event did to the match: the action, and what is said."""
    assert table.contest is not None
    seat, spelling = seat_of(table, place), rules.notation.spelling
    action, said = None, []
    for step in table.contest.node.steps:
        before, after = rules.shown(step.before), rules.shown(step.after)
        heard = rules.hearing.heard(before, step.action, after, seat)
        if heard is not None and heard.action.player is not None:
            action = rules.spell(heard.action)
        if heard is not None and heard.told:
            said.append(sentence(heard.told, spelling))
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
