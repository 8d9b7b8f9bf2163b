"""What is sent to a viewer names no card that he may not see: random matches at tables of every shipped game.

`python -m tests.server.leaks --matches 2000` is the same at length.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from interpreter.ir.types import Seat
from interpreter.run.hearing import Hearing
from server.core.plain import Plain
from server.web.connection import Connection
from server.web.frames import Frames
from tests.server import leaks
from tests.server.tables import SHELF

TABLES = [
    (name, seats)
    for name in SHELF.names()
    for seats in range(SHELF.rules(name).game.players[0], SHELF.rules(name).game.players[1] + 1)
]


def found(games: list[tuple[str, int]], moves: int) -> list[str]:
    return asyncio.run(leaks.campaign(games, lengths=(moves,))).leaks


def test_no_frame_names_a_card_that_its_viewer_may_not_see() -> None:
    assert found(TABLES, 10) == []


def _of_seat_0(view: Callable[..., Any]) -> Callable[..., Any]:
    return lambda hearing, state, _viewer, legal=(): view(hearing, state, Seat(0), legal)


def _held_by_seat_0(held: Callable[..., Any]) -> Callable[..., Any]:
    return lambda plain, state, _viewer: held(plain, state, Seat(0))


def _of_the_mover(heard: Callable[..., Any]) -> Callable[..., Any]:
    return lambda hearing, before, action, after, _viewer: heard(
        hearing, before, action, after, action.player
    )


def _all_at_once(_last: Callable[..., Any]) -> Callable[..., Any]:
    return lambda _connection, live: live.version


def _of_another(past: Callable[..., Any]) -> Callable[..., Any]:
    return lambda frames, ref, version, _place: past(frames, ref, version, 0)


@pytest.mark.parametrize(
    ("where", "what", "plant", "game"),
    [
        (Plain, "held", _held_by_seat_0, ("yourtrumps", 2)),
        (Hearing, "heard", _of_the_mover, ("buried_trump", 2)),
        (Hearing, "view", _of_seat_0, ("secret_trumps", 2)),
        (Connection, "_last", _all_at_once, ("durak", 2)),
        (Frames, "past", _of_another, ("crazyeights", 2)),
    ],
)
def test_a_leak_would_be_found(
    where: type, what: str, plant: Any, game: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, what, plant(getattr(where, what)))
    assert found([game] * 2, 20)
