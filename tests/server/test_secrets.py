"""What is sent to a viewer names no card that he may not see, over random matches of every shipped game."""

from __future__ import annotations

import pytest

from interpreter.ir.types import Seat
from interpreter.run.hearing import Hearing
from interpreter.run.rng import stream
from server.core.picture import seat_of
from tests.server.tables import SHELF, Played, cards_in, config, declared, states

TABLES = [
    (name, seats)
    for name in SHELF.names()
    for seats in range(SHELF.rules(name).game.players[0], SHELF.rules(name).game.players[1] + 1)
]


def leaks(played: Played) -> list[str]:
    """`version: viewer: cards` for each frame that names cards the viewer has not been shown by then."""
    symbols = {played.rules.notation.spelling.card(c) for c in played.rules.engine.cards}
    found = []
    for viewer in played.viewers:
        known: set[str] = set()
        for number, table in enumerate(played.tables):
            seat = seat_of(table, viewer)
            for state in states(played.rules, table):
                known |= declared(played.rules, state, seat)
            named = cards_in(played.frame(number, viewer), symbols) - known
            if named:
                found.append(f"{number + 1}: {viewer}: {sorted(named)}")
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_no_frame_names_a_card_that_its_viewer_may_not_see(name: str, seats: int) -> None:
    number = TABLES.index((name, seats))
    played = Played.open(config(name, seats), number)
    played.to_the_end(stream(number, 0, 16), 30)
    assert leaks(played) == []


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    played, sees = Played.open(config("deck_24", 2)), Hearing.view
    played.to_the_end(stream(0, 0, 16), 5)
    monkeypatch.setattr(Hearing, "view", lambda self, state, *_: sees(self, state, Seat(0)))
    assert leaks(played)
