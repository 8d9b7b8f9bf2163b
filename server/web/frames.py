"""What a table tells its viewers: frames as text, each written once for all who get the same."""

from __future__ import annotations

from server.core.describing import game_data
from server.core.events import Logged
from server.core.history import History
from server.core.picture import moving_json, steady_data, steady_key, view_json
from server.core.pieces import listed
from server.core.rules import Rules
from server.core.showing import event_json
from server.core.spelling import to_json
from server.core.state import Table

MOST_EVENTS = 100
"""Events of one frame."""


class Frames:
    """Of one table; `log` and `tables` are its own, and grow."""

    def __init__(self, name: str, rules: Rules, log: list[Logged], tables: History) -> None:
        self._name, self._rules, self._log, self._tables = name, rules, log, tables
        self._kept: dict[tuple[int | None, int, int], str] = {}
        self._steady: tuple[object, str] = (None, "")

    def clear(self) -> None:
        """Something has happened, or nobody is there: who has got everything needs the old frames no more."""
        self._kept.clear()

    def events(self, place: int | None, first: int, last: int) -> str:
        """The events of these versions for a viewer, with the table and his view after them."""
        key = (place, first, last)
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._events(place, first, last)
        return found

    def _events(self, place: int | None, first: int, last: int) -> str:
        rules, log, tables = self._rules, self._log, self._tables
        events = [
            event_json(rules, log[n], tables[max(0, n - 1)], tables[n], place) for n in range(first - 1, last)
        ]
        after = tables[last - 1]
        return (
            f'{{"type":"events","from":{first},"to":{last},"events":{listed(events)}'
            f',"table":{self.table(after)},"view":{view_json(rules, after, place)}}}'
        )

    def table(self, table: Table) -> str:
        """The table as everybody may know it."""
        key = steady_key(table)
        if self._steady[0] != key:
            self._steady = (key, to_json(steady_data(self._rules, table, self._name))[:-1])
        return f"{self._steady[1]},{moving_json(table)}}}"

    def welcome(self, place: int | None, version: int, now: int) -> str:
        """The answer to `hello`."""
        about = {"version": version, "place": place, "spectator": place is None, "now": now}
        return (
            f'{{"type":"welcome",{to_json(about)[1:-1]},"game":{to_json(game_data(self._rules))}'
            f',"table":{self.table(self._tables[max(1, version) - 1])}}}'
        )

    def past(self, ref: int | str | None, version: int, place: int | None) -> str:
        """The answer to `look`: what the viewer saw then."""
        view = view_json(self._rules, self._tables[version - 1], place, acting=False)
        return f'{{"type":"past","ref":{to_json(ref)},"version":{version},"view":{view}}}'
