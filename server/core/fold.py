"""The state of a table after one more event. What is in the log was accepted: here nothing is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from interpreter.ir.types import Seat
from interpreter.run.fair import Fair, commitment
from server.core import playing
from server.core.clocks import charged, full
from server.core.config import Config, Lots
from server.core.events import (
    Agreed,
    Asked,
    Closed,
    Created,
    Declined,
    Ended,
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
    What,
)
from server.core.rules import Rules
from server.core.state import CLOSED, OVER, PLAYING, Contest, Place, Table


def opened(logged: Logged) -> Table:
    """The table that the first event of a log makes."""
    created = logged.event
    assert isinstance(created, Created), "a log begins with the opening of its table"
    config = created.config
    places = tuple(
        Place(c.kind, c.level, name) for c, name in zip(config.chairs, _names(config), strict=True)
    )
    zero = (0,) * len(places)
    return Table(
        config, created.rules, created.code, created.secret, places, logged.version, logged.at, score=zero
    )


def _names(config: Config) -> list[str | None]:
    """What the computers are called: by their level, numbered where there are several."""
    names: list[str | None] = []
    for n, chair in enumerate(config.chairs):
        same = [c for c in config.chairs if c.level == chair.level]
        number = f" {1 + sum(c.level == chair.level for c in config.chairs[:n])}" if len(same) > 1 else ""
        names.append(chair.level.capitalize() + number if chair.level else None)
    return names


def fold(rules: Rules, table: Table, logged: Logged) -> Table:
    """After the event `logged`; raises as `playing.move` only for moves that were never accepted."""
    if isinstance(logged.event, Moved):
        return _moved(rules, table, logged, logged.event)
    table = replace(table, version=logged.version, at=logged.at)
    match logged.event:
        case Created():
            raise AssertionError("a table is opened once")
        case Joined(place, name, token, seed):
            return table.with_place(place, replace(table.places[place], name=name, token=token, seed=seed))
        case Left(place):
            return table.with_place(place, replace(table.places[place], name=None, token="", seed=None))
        case Started(number, seats):
            return _started(rules, table, number, seats)
        case Spoke():
            return table
        case Asked(place, what, seed):
            return _asked(table, place, what, seed)
        case Agreed(place):
            return replace(table, agreed=table.agreed | {place})
        case Declined():
            return replace(table, takeback=None, agreed=frozenset())
        case Undone(place):
            return _undone(table, place)
        case Replaced(place):
            return table.with_place(place, replace(table.places[place], replaced=True))
        case Returned(place):
            return table.with_place(place, replace(table.places[place], replaced=False))
        case Ended() as ended:
            return _ended(rules, table, ended)
        case Closed(reason):
            return replace(table, phase=CLOSED, closed=reason)
        case _:
            assert_never(logged.event)


def _started(rules: Rules, table: Table, number: int, seats: tuple[int, ...]) -> Table:
    seeds = tuple(table.places[place].seed for place in seats)
    fair = None
    if table.config.seed is None:
        falls_on = _falls_on(rules, table, seats)
        fair = Fair(commitment(bytes.fromhex(table.secret)), table.secret, seeds, falls_on)
    blank = playing.blank(rules)
    contest = Contest(number, seats, fair, table.config.seed, blank, table.version, table.at)
    contest = playing.begin(rules, replace(contest, clocks=full(table.config.clock, len(seats))))
    places = tuple(replace(place, seed=None) for place in table.places)
    return replace(table, phase=PLAYING, contest=contest, places=places, rematch=frozenset())


def _falls_on(rules: Rules, table: Table, seats: tuple[int, ...]) -> Seat | None:
    """The seat of who has lost the match before, if lots are to fall on him and he is the only one."""
    last = table.contest
    if table.config.lots is not Lots.LOSER or last is None or last.ended is None:
        return None
    losers = results(rules, last, last.ended)[1]
    return Seat(seats.index(last.seats[losers[0]])) if len(losers) == 1 else None


def _moved(rules: Rules, table: Table, logged: Logged, moved: Moved) -> Table:
    contest, version, at, mover = table.contest, logged.version, logged.at, moved.action.player
    assert contest is not None and mover is not None
    clocks = contest.clocks
    if clocks:
        clocks = charged(table.config.clock, contest, playing.actors(contest), at, mover)
    node = playing.moved(rules, contest, moved.action, version)
    return table.moved(version, at, contest.moved(node, version, at, clocks))


def _asked(table: Table, place: int, what: What, seed: str | None) -> Table:
    match what:
        case What.TAKEBACK:
            return replace(table, takeback=place, agreed=frozenset())
        case What.REMATCH:
            wanting = replace(table, rematch=table.rematch | {place})
            return wanting.with_place(place, replace(table.places[place], seed=seed))
        case _:
            assert_never(what)


def _undone(table: Table, place: int) -> Table:
    contest = table.contest
    assert contest is not None
    node = playing.undone(contest, contest.seat_of(place))
    assert node is not None
    clocks = charged(table.config.clock, contest, playing.actors(contest), table.at, None)
    contest = contest.moved(node, table.version, table.at, clocks)
    return replace(table, contest=contest, takeback=None, agreed=frozenset())


def results(rules: Rules, contest: Contest, ended: Ended) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Winners and losers, by the rules or because somebody has given up."""
    outcome = rules.result(contest.state)
    if ended.reason is Reason.RULES:
        assert outcome is not None
        return outcome.winners, outcome.losers
    losers = tuple(Seat(seat) for seat in ended.losers)
    winners = tuple(Seat(n) for n in range(len(contest.seats)) if n not in losers) if losers else ()
    return winners, losers


def _ended(rules: Rules, table: Table, ended: Ended) -> Table:
    contest = table.contest
    assert contest is not None
    clocks = charged(table.config.clock, contest, playing.actors(contest), table.at, None)
    contest = replace(contest, ended=ended, clocks=clocks, since=table.at)
    winning = {contest.seats[seat] for seat in results(rules, contest, ended)[0]}
    score = tuple(won + (place in winning) for place, won in enumerate(table.score))
    table = replace(table, takeback=None, agreed=frozenset(), rematch=frozenset(), secret=ended.secret)
    places = tuple(replace(place, replaced=False) for place in table.places)
    over = replace(table, phase=OVER, contest=contest, score=score, places=places)
    return replace(over, matches=(*table.matches, contest))
