"""The authority: from a table, a command and the time to what happens, or to why nothing does.

No input, no output.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from server.core.commands import (
    Answer,
    Automatic,
    Claim,
    Close,
    Command,
    Join,
    Leave,
    Move,
    Refusal,
    Rematch,
    Resign,
    Return,
    Say,
    Takeback,
    Why,
)
from server.core.config import Config
from server.core.draft import Draft, give_up, start
from server.core.events import Closed, Created, Joined, Left, Logged, Reason
from server.core.fold import opened
from server.core.rules import Rules
from server.core.state import CLOSED, PLAYING, WAITING, Table
from server.core.talks import answer, back, claim, rematch, say, takeback
from server.core.turns import automatic, move


def create(
    rules: Rules, config: Config, code: str, first: Join, now: int, secret: str, fresh: str
) -> Draft | Refusal:
    """A new table with its first person. `secret` and `fresh` are seeds of the server, 64 hex digits each."""
    created = Logged(1, now, Created(config, rules.sha256, code, secret))
    table = opened(created)
    draft = Draft(rules, table, now, fresh)
    draft.keep(created, table)
    return join(draft, first) or draft


def decide(
    rules: Rules, table: Table, command: Command, now: int, fresh: str, key: str | None = None
) -> Draft | Refusal:
    """What comes of a command at the time `now`; `key` is remembered with the first event.

    A draft without events is the answer to `Automatic` where nothing is to be done.
    """
    draft = Draft(rules, table, now, fresh, key)
    if table.phase == CLOSED:
        return Refusal(Why.NOT_NOW, "the table is closed")
    refusal = _dispatch(draft, command)
    return draft if refusal is None else refusal


def _dispatch(draft: Draft, command: Command) -> Refusal | None:
    match command:
        case Join():
            return join(draft, command)
        case Leave(place):
            return leave(draft, place)
        case Move():
            return move(draft, command)
        case Say(place, phrase):
            return say(draft, place, phrase)
        case Takeback(place):
            return takeback(draft, place)
        case Answer(place, yes):
            return answer(draft, place, yes)
        case Rematch(place, seed):
            return rematch(draft, place, seed)
        case Resign(place):
            return _in_play(draft, lambda: give_up(draft, place, Reason.RESIGNED))
        case Claim():
            return _in_play(draft, lambda: claim(draft, command))
        case Return(place):
            return back(draft, place)
        case Automatic():
            return automatic(draft)
        case Close(reason):
            draft.push(Closed(reason))
            return None
        case _:
            assert_never(command)


def _in_play(draft: Draft, then: Callable[[], Refusal | None]) -> Refusal | None:
    playing_now = draft.table.phase == PLAYING
    return then() if playing_now else Refusal(Why.NOT_NOW, "no match is being played")


def join(draft: Draft, command: Join) -> Refusal | None:
    table = draft.table
    if table.phase != WAITING or not table.free:
        return Refusal(Why.FULL, "no seat is free")
    if command.name.casefold() in {(p.name or "").casefold() for p in table.places}:
        return Refusal(Why.NOT_NOW, f"somebody at the table is called `{command.name}`")
    draft.push(Joined(table.free[0], command.name, command.token, command.seed))
    if not draft.table.free:
        start(draft, 0)
    return None


def leave(draft: Draft, place: int) -> Refusal | None:
    if draft.table.phase != WAITING:
        return Refusal(Why.NOT_NOW, "the match has begun")
    draft.push(Left(place))
    if len(draft.table.free) == len(draft.table.people):
        draft.push(Closed("empty"))
    return None
