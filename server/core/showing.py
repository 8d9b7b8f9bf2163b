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
from server.core.pieces import listed
from server.core.rules import Rules
from server.core.spelling import sentence, to_json
from server.core.state import Table

NO_WORDS = "[]"
"""A sentence that says nothing."""


def event_json(rules: Rules, logged: Logged, before: Table, after: Table, place: int | None) -> str:
    """An event for the viewer at `place` (None: a spectator), with the table before and after it."""
    about = _about(rules, logged.event, before, after, place)
    if about is None:
        return f'{{"version":{logged.version}}}'
    kind = type(logged.event).__name__.lower()
    told = f'"version":{logged.version},"at":{logged.at},"kind":"{kind}"{about}'
    if logged.key is not None and isinstance(logged.event, Moved) and _own(logged.event, after, place):
        return f'{{{told},"id":{to_json(logged.key.partition(":")[2])}}}'
    return f"{{{told}}}"


def _own(moved: Moved, table: Table, place: int | None) -> bool:
    return moved.action.player is not None and moved.action.player == seat_of(table, place)


def _about(rules: Rules, event: Event, before: Table, after: Table, place: int | None) -> str | None:
    """What is told of an event, each field after a comma; None if it does not exist for the viewer."""
    if isinstance(event, Moved):
        return _moved(rules, event, after, place)
    if isinstance(event, Started):
        said = listed(_lines(rules, after, place)[1])
        return f',"match":{event.match},"seats":{to_json(event.seats)},"said":{said}'
    about = to_json(_plainly(rules, event, before, after, place))[1:-1]
    return f",{about}" if about else ""


def _plainly(rules: Rules, event: Event, before: Table, after: Table, place: int | None) -> dict[str, Any]:
    """What is told of an event that is no part of a match."""
    match event:
        case Created():
            return {}
        case Joined(who, name):
            return {"place": who, "name": name}
        case Left(who):
            return {"place": who, "name": before.places[who].name}
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
        case Moved() | Started():
            raise AssertionError("what these tell depends on what the viewer sees")
        case _:
            assert_never(event)


def _told(rules: Rules, step: Step[State], seat: Seat | None) -> tuple[str | None, str] | None:
    """An action, if a player made it, and what is said of it; None if it does not exist for the viewer."""
    plain, action = rules.plain, step.action
    if plain is not None and action.player is not None:
        if action.player != seat and not plain.notices(step.before, step.after, seat):
            return None
        said = plain.said(step, seat)
        if said is not None:
            return rules.pieces.action(action), said
    heard = rules.heard(step, seat)
    if heard is None:
        return None
    spelled = None if heard.action.player is None else rules.pieces.action(heard.action)
    return spelled, rules.pieces.sentence(heard.told)


def _lines(rules: Rules, table: Table, place: int | None) -> tuple[str | None, list[str]]:
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
        if told[1] != NO_WORDS:
            said.append(told[1])
    return action, said


def _moved(rules: Rules, moved: Moved, after: Table, place: int | None) -> str | None:
    action, said = _lines(rules, after, place)
    if action is None:
        return f',"said":{listed(said)}' if said else None
    by = f'"seat":{moved.action.player},"by":"{moved.by.value}","action":{action}'
    return f',{by},"said":{listed(said)}'


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
