"""A few matches of every file: they end or reach the cap, no fault, no check violated."""

from __future__ import annotations

import pytest

from tests.variants.campaign import Size, game_of, play
from tests.variants.shelf import PLAYED, loaded, tables

SMALL = {2: "suits=C,D,H,S ranks=J,Q,K,A", 3: "suits=C,D,H,S ranks=Q,K,A", 4: "suits=C,D,H,S ranks=Q,K,A"}
"""Decks whose random matches are over soon, by the number of players."""


@pytest.mark.parametrize("name", PLAYED)
def test_the_file_loads_without_a_word(name: str) -> None:
    assert list(loaded(name).report) == []


@pytest.mark.parametrize(("name", "seats"), list(tables(PLAYED)))
def test_whole_matches_with_few_cards(name: str, seats: int) -> None:
    found = play(game_of(name, seats, SMALL[seats]), Size(2, 2, 120))
    assert found.troubles == []


@pytest.mark.parametrize(("name", "seats"), list(tables(PLAYED)))
def test_the_beginning_with_all_cards(name: str, seats: int) -> None:
    found = play(game_of(name, seats), Size(1, 1, 30, seed=2))
    assert found.troubles == []


@pytest.mark.parametrize(("name", "seats"), list(tables(PLAYED)))
def test_greedy_players_come_to_an_end(name: str, seats: int) -> None:
    found = play(game_of(name, seats), Size(3, 0, 2_000, "greedy"))
    assert found.troubles == []
    assert found.endings["unfinished"] == 0
