"""On decks so small that all positions can be gone through: the same shortest depths."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter.check.load import load_file
from interpreter.ir.nodes import SETUP, Game, Witness
from interpreter.ir.types import Value
from tests.bounded.exhaustive import Depths, depths, shortest_lasso
from verify.bounded.aims import Aim, Built, Ends, Made
from verify.bounded.api import Answered, Found, NoneUpTo, answered, loop
from verify.bounded.problem import Problem

ROOT = Path(__file__).parent.parent.parent
DEPTH = 8
PACKS = ("suits=C,D ranks=Q,K,A", "suits=C,D,H ranks=K,A")
OPTIONS: tuple[tuple[tuple[str, Value], ...], ...] = ((), (("may_decline", True), ("taker_leads", True)))


@cache
def game(deck: str, file: str = "yourtrumps.yaml") -> Game:
    found = load_file(ROOT / "rules" / file, deck).game
    assert found is not None
    return found


def witnesses(of: Game) -> tuple[str, ...]:
    return tuple(c.name for c in of.checks if isinstance(c.claim, Witness))


@cache
def exhaustive(deck: str, options: tuple[tuple[str, Value], ...]) -> Depths:
    return depths(game(deck), dict(options), witnesses(game(deck)), DEPTH)


def depth(answer: Answered) -> int | None:
    assert isinstance(answer, Found | NoneUpTo), answer
    return answer.actions if isinstance(answer, Found) else None


def ask(problem: Problem, aim: Aim) -> int | None:
    return depth(answered(lambda: problem, aim, DEPTH))


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("deck", PACKS)
def test_everything_is_first_seen_at_the_same_depth(
    deck: str, options: tuple[tuple[str, Value], ...]
) -> None:
    known, of = exhaustive(deck, options), game(deck)
    seen = tuple(c for c in of.checks if isinstance(c.claim, Witness))
    problem = Problem(of, dict(options), seen)
    for move in of.moves:
        if move.phase != SETUP:
            assert ask(problem, Made(move.name)) == known.moves.get(move.name)
    for ending in of.endings:
        assert ask(problem, Ends(ending.name)) == known.endings.get(ending.name)
    for check in seen:
        assert ask(problem, check) == known.checks.get(check.name), check.name


def test_what_is_seen_on_a_deck_of_four_cards() -> None:
    deck = "suits=C,D ranks=K,A"
    known, of = exhaustive(deck, ()), game(deck)
    problem = Problem(of, {})
    assert {m: ask(problem, Made(m)) for m in known.moves} == known.moves
    assert {e: ask(problem, Ends(e)) for e in known.endings} == known.endings
    assert depth(loop(of, {}, DEPTH)) is None


@pytest.mark.slow
@pytest.mark.parametrize("deck", PACKS)
def test_the_shortest_way_round_is_the_same(deck: str) -> None:
    assert depth(loop(game(deck), {}, 12)) == shortest_lasso(game(deck), {}, 12)


def test_nothing_is_wrong_with_the_rules() -> None:
    problem = Problem(game(PACKS[0]), {})
    for aim in Built:
        answer = answered(lambda: problem, aim, 6)
        assert isinstance(answer, NoneUpTo) and answer.depth == 6
