"""Decks of the command line: what is understood, and how a lacking card is reported."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.text.source import Source
from tests.diagnostics.bases import changed

SIX = "ranks=1,2,3,4,jack,king"


def named(deck: str) -> tuple[list[str], list[str]]:
    """The suits and ranks of the small game with another deck."""
    game = load(Source("case.yaml", changed("")), deck).game
    assert game is not None
    return [s.name for s in game.deck.suits], [r.name for r in game.deck.ranks]


@pytest.mark.parametrize(
    ("suits", "names"),
    [
        ("♣,♥", ["clubs", "hearts"]),
        ("♠\N{VARIATION SELECTOR-16},♢", ["spades", "diamonds"]),
        ("r,B", ["red", "blue"]),
        ("c,Green", ["clubs", "green"]),
        ("J,T", ["j", "t"]),
    ],
)
def test_suits(suits: str, names: list[str]) -> None:
    assert named(f"suits={suits} {SIX}")[0] == names


@pytest.mark.parametrize(
    ("ranks", "names"),
    [("9,T,J,K", ["9", "10", "jack", "king"]), ("2,t,a", ["2", "10", "ace"]), ("s,1", ["s", "1"])],
)
def test_ranks(ranks: str, names: list[str]) -> None:
    assert named(f"suits=red,green ranks={ranks}")[1] == names


def test_the_file_knows_its_own_symbols_first() -> None:
    deck = "deck:\n  suits: {thorns: T, hearts: C}\n  ranks: [1, 2, 3, 4, jack, king]\n"
    game = load(Source("case.yaml", changed(deck)), f"suits=T,♥ {SIX}").game
    assert game is not None
    assert [(s.name, s.symbol) for s in game.deck.suits] == [("thorns", "T"), ("hearts", "C")]


def test_a_lacking_rank_is_reported_once_with_some_further_places() -> None:
    body = " or ".join(["c.rank == jack"] * 6)
    text = changed(f"define:\n  fits(card c): {body}\n")
    (found,) = load(Source("case.yaml", text), "suits=red,green ranks=1,2,3").report
    assert found.code.name == "E810" and len(found.notes) == 3
    assert found.span.start == text.index("jack", text.index("fits(card c)"))
    assert [n.span.start for n in found.notes] == sorted(n.span.start for n in found.notes)
