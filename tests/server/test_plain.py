"""Views straight from compiled states are those that are made by the rules of sight."""

from __future__ import annotations

import pytest

from interpreter.run.rng import stream
from server.core.picture import view_json
from server.core.rules import Rules
from server.core.showing import event_data
from tests.server.tables import SHELF, Played, config

GAMES = ("yourtrumps", "open_hands", "crazyeights", "durak", "buried_trump", "burn", "match")


@pytest.mark.parametrize("name", GAMES)
def test_both_ways_tell_the_same(name: str) -> None:
    played = Played.open(config(name, SHELF.rules(name).game.players[0]), 4)
    fast = played.rules
    assert fast.plain is not None
    slow = Rules.of(fast.name, fast.file, fast.sha256, fast.game, fast.engine.options)
    vars(slow)["plain"] = None
    played.to_the_end(stream(4, 0, 16), 25)
    for viewer in played.viewers:
        before = played.tables[0]
        for logged, table in zip(played.log, played.tables, strict=True):
            assert view_json(fast, table, viewer) == view_json(slow, table, viewer)
            told = [event_data(rules, logged, before, table, viewer) for rules in (fast, slow)]
            assert told[0] == told[1]
            before = table


def test_sight_that_depends_on_the_position_is_worked_out_each_time() -> None:
    assert SHELF.rules("secret_trumps").plain is None
