"""Answers to questions, which change nothing: why not, what would the rules advise, what was seen before."""

from __future__ import annotations

from typing import Any, assert_never

from interpreter.ir.types import CARD
from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.protocol import Action
from interpreter.run.telling import Told
from interpreter.run.values import BadValue
from server.core.commands import Refusal
from server.core.config import Damaged, number
from server.core.rules import Rules
from server.core.spelling import sentence, to_json
from server.core.state import PLAYING, Table
from server.core.turns import advised
from server.web.live import LiveTable, Unstored
from server.web.messages import Asked, read_action


def answer(live: LiveTable, asked: Asked, place: int | None, seen: int) -> str:
    """The frame that answers; raises `Damaged`. `seen` is the last version that the viewer has been told."""
    match asked.kind:
        case "ping":
            return to_json({"type": "pong", "ref": asked.ref, "now": live.clock()})
        case "look":
            version = number(asked.about.get("version"), "version", 1, max(1, seen))
            return live.frames.past(asked.ref, version, place)
        case "hint":
            return to_json({"type": "advice", "ref": asked.ref, "action": _hint(live, place)})
        case _:
            told = None if place is None else why(live.rules, live.table, place, asked)
            said = None if told is None else sentence(told, live.rules.notation.spelling)
            return to_json({"type": "because", "ref": asked.ref, "said": said})


def _hint(live: LiveTable, place: int | None) -> dict[str, Any] | None:
    if place is None or not live.table.config.casual or live.table.phase != PLAYING:
        return None
    action = advised(live.rules, live.table, place)
    return None if action is None else live.rules.spell(action)


def why(rules: Rules, table: Table, place: int, asked: Asked) -> Told | None:
    """Why an action, or a card, cannot be chosen now, in the rules' own words."""
    contest = table.contest
    if contest is None or contest.ended is not None:
        return None
    if "action" in asked.about:
        actions = [read_action(asked.about["action"], place, rules, table)]
    else:
        actions = _with_card(rules, table, place, asked.about.get("card"))
    state = rules.shown(contest.state)
    try:
        told = [(a, rules.hearing.words.refusal(state, a)) for a in actions]
    except Fault:
        return None
    said = [(a, t) for a, t in told if t is not None]
    about = [t for a, t in said if any((value, CARD) in t for _, value in a.picks)]
    best = about or [t for _, t in said]
    return best[0] if best else None


def _with_card(rules: Rules, table: Table, place: int, card: object) -> list[Action]:
    """The actions of the present phase that would pick this card first."""
    contest = table.contest
    assert contest is not None
    try:
        value = rules.notation.spelling.read(card, CARD)
    except BadValue as error:
        raise Damaged(str(error)) from None
    assert isinstance(value, int)
    seat, phase = contest.seat_of(place), rules.engine.phase(contest.state)
    moves = [m for m in rules.game.moves if m.phase == phase and not m.by_chance]
    first = [(m.name, next(iter(rules.picks[m.name].items()), None)) for m in moves]
    return [Action(seat, name, ((pick[0], value),)) for name, pick in first if pick and pick[1] == CARD]


def outcome(name: str, found: int | Refusal | Unstored, rules: Rules, table: Table) -> str:
    """The answer to a message that was to be carried out."""
    match found:
        case int():
            return f'{{"type":"done","id":{to_json(name)},"version":{found}}}'
        case Refusal(why_, text, action):
            told = None if action is None else _refused(rules, table, action)
            said = {} if told is None else {"said": sentence(told, rules.notation.spelling)}
            return to_json({"type": "refused", "id": name, "code": why_.value, "text": text, **said})
        case Unstored(text):
            return to_json({"type": "refused", "id": name, "code": "store", "text": text})
        case _:
            assert_never(found)


def _refused(rules: Rules, table: Table, action: Action) -> Told | None:
    if table.contest is None:
        return None
    try:
        return rules.hearing.words.refusal(rules.shown(table.contest.state), action)
    except (Fault, IllegalAction):
        return None
