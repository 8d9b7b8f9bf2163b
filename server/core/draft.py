"""What is going to happen at a table, event by event, until it is stored and told."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.run.fault import Fault
from server.core import playing
from server.core.events import Closed, Ended, Event, Logged, Reason, Started
from server.core.fold import fold
from server.core.rules import Rules
from server.core.state import Contest, Table


@dataclass
class Draft:
    """The events so far with the table after each. `fresh` is a new seed of the server."""

    rules: Rules
    table: Table
    now: int
    fresh: str
    key: str | None = None
    events: list[Logged] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    def push(self, event: Event) -> None:
        """Raises as `fold`, and then nothing has changed."""
        key = None if self.events else self.key
        logged = Logged(self.table.version + 1, max(self.now, self.table.at), event, key)
        self.keep(logged, fold(self.rules, self.table, logged))

    def keep(self, logged: Logged, table: Table) -> None:
        self.table = table
        self.events.append(logged)
        self.tables.append(table)

    @property
    def contest(self) -> Contest:
        assert self.table.contest is not None
        return self.table.contest


def start(draft: Draft, number: int) -> None:
    """A match begins; seats move on by one with every match."""
    count = len(draft.table.places)
    seats = tuple((seat - number) % count for seat in range(count))
    try:
        draft.push(Started(number, seats))
    except (Fault, playing.Endless):
        draft.push(Closed("fault"))
        return
    judge(draft)


def judge(draft: Draft) -> None:
    """The match ends if the rules say so, or nobody can wait for its end any longer."""
    if draft.rules.engine.over(draft.contest.state):
        draft.push(Ended(Reason.RULES, (), draft.fresh))
    elif playing.capped(draft.contest):
        draft.push(Ended(Reason.CAP, (), draft.fresh))


def give_up(draft: Draft, place: int, reason: Reason) -> None:
    draft.push(Ended(reason, (draft.contest.seat_of(place),), draft.fresh))
