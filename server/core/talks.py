"""What people settle among themselves: phrases, takebacks, rematches, what to do about who is away."""

from __future__ import annotations

from typing import assert_never

from server.core import playing
from server.core.commands import PHRASES, Claim, How, Refusal, Why
from server.core.draft import Draft, give_up, start
from server.core.events import Agreed, Asked, Declined, Reason, Replaced, Returned, Spoke, Undone, What
from server.core.state import OVER, PLAYING


def say(draft: Draft, place: int, phrase: int) -> Refusal | None:
    if not 0 <= phrase < len(PHRASES):
        return Refusal(Why.DAMAGED, f"there are {len(PHRASES)} phrases, from 0")
    draft.push(Spoke(place, phrase))
    return None


def takeback(draft: Draft, place: int) -> Refusal | None:
    table, contest = draft.table, draft.table.contest
    if table.phase != PLAYING or contest is None or not table.config.takeback:
        return Refusal(Why.NOT_NOW, "moves are not taken back now")
    if playing.undone(contest, contest.seat_of(place)) is None:
        return Refusal(Why.NOT_NOW, "there is no move of yours")
    if table.takeback is not None:
        return Refusal(Why.NOT_NOW, "this has been asked already")
    draft.push(Undone(place) if not table.others(place) else Asked(place, What.TAKEBACK))
    return None


def answer(draft: Draft, place: int, yes: bool) -> Refusal | None:
    table, asker = draft.table, draft.table.takeback
    if asker is None or place == asker or place in table.agreed:
        return Refusal(Why.NOT_NOW, "nobody asks you")
    if not yes:
        draft.push(Declined(place, What.TAKEBACK))
        return None
    draft.push(Agreed(place))
    if draft.table.agreed >= set(table.others(asker)):
        draft.push(Undone(asker))
    return None


def rematch(draft: Draft, place: int, seed: str | None) -> Refusal | None:
    table, contest = draft.table, draft.table.contest
    if table.phase != OVER or contest is None or place in table.rematch:
        return Refusal(Why.NOT_NOW, "this cannot be asked now")
    if table.config.matches > 1 and contest.number + 1 >= table.config.matches:
        return Refusal(Why.NOT_NOW, "all matches of the series have been played")
    draft.push(Asked(place, What.REMATCH, seed))
    if draft.table.rematch >= set(table.people):
        start(draft, contest.number + 1)
    return None


def claim(draft: Draft, asked: Claim) -> Refusal | None:
    table = draft.table
    if asked.against not in table.others(asked.place) or asked.since is None:
        return Refusal(Why.NOT_NOW, "nobody is away there")
    if draft.now - asked.since < 1000 * table.config.grace:
        return Refusal(Why.NOT_NOW, f"one may claim after {table.config.grace} seconds")
    match asked.how:
        case How.WIN:
            give_up(draft, asked.against, Reason.CLAIMED)
        case How.COMPUTER:
            draft.push(Replaced(asked.against))
        case _:
            assert_never(asked.how)
    return None


def back(draft: Draft, place: int) -> Refusal | None:
    if not draft.table.places[place].replaced:
        return Refusal(Why.NOT_NOW, "nobody plays for you")
    draft.push(Returned(place))
    return None
