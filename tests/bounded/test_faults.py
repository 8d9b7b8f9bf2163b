"""Rules with a fault in them, on the full deck: a shortest match that shows it, and that replays."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.ir.nodes import Game
from interpreter.run.engine import Evaluator
from interpreter.run.reading import read_record
from interpreter.run.record import Heading, to_line
from interpreter.run.replay import Replay
from interpreter.text.codes import Code
from interpreter.text.source import Source
from verify.bounded.aims import Aim, Built, Ends
from verify.bounded.api import Found, Refused, Unknown, loop, shortest
from verify.budget import Budget
from verify.recorded import record_of

ROOT = Path(__file__).parent.parent.parent
BASE = (ROOT / "rules" / "yourtrumps.yaml").read_text(encoding="utf-8")
BUDGET = Budget(steps=2**32 - 1, seconds=120)


def faulty(right: str, wrong: str) -> Game:
    assert BASE.count(right) == 1
    found = load(Source("wrong.yaml", BASE.replace(right, wrong)))
    assert found.game is not None, [d.message for d in found.report]
    return found.game


@cache
def base() -> Game:
    found = load(Source("base.yaml", BASE)).game
    assert found is not None
    return found


def replays(game: Game, found: Found) -> None:
    """The match as a record, written, read and played again."""
    record = record_of(game, found.trace, Heading("wrong.yaml", "0" * 64, ("A", "B")))
    engine = Evaluator(replace(game, checks=()), found.trace.options)
    again = Replay(engine, read_record(to_line(record)))
    assert len(list(again.steps())) == found.actions


RULES: list[tuple[str, str, Aim | str, int]] = [
    ("then plain_take\n", "then plain_take + 1\n", "taken for a plain card", 6),
    ("then trump_take\n", "then trump_take - 1\n", "taken for a trump that is no ace", 6),
    ("top_card.rank != ace then", "top_card.rank != king then", "taken for the ace of trumps", 8),
    ("or own_trump(c) and not own_trump(target)", "or own_trump(c)", "what beats", 1),
    ("top of pile to hand[me]", "top of pile to hand[next(me)]", "a taker touches no other hand", 2),
    ("may_decline or not can(beat)", "may_decline", Built.STUCK, 1),
    ("phase == setup or hand[seat] is not empty", "phase == setup or size(hand[seat]) > 14", Built.OUT, 7),
    (
        "      - that: pile is not empty\n        else: there is no card",
        "      - that: size(pile) >= 0\n        else: there is no card",
        Built.FAULT,
        0,
    ),
]


@pytest.mark.parametrize(("right", "wrong", "aim", "actions"), RULES, ids=lambda x: str(x).strip()[:30])
def test_a_wrong_rule_is_shown_by_a_shortest_match(
    right: str, wrong: str, aim: Aim | str, actions: int
) -> None:
    game = faulty(right, wrong)
    asked = next(c for c in game.checks if c.name == aim) if isinstance(aim, str) else aim
    answer = shortest(game, {}, asked, 12, BUDGET)
    assert isinstance(answer, Found), answer
    assert answer.actions == actions
    if isinstance(aim, str):
        assert answer.evidence.violation is not None and answer.evidence.violation.check == aim
    replays(game, answer)


def test_a_card_that_is_moved_from_where_it_is_not_is_a_fault() -> None:
    game = faulty(
        "      - move taken from top of pile to hand[me]\n",
        "      - move 1 + taken from top of pile to hand[me]\n",
    )
    answer = shortest(game, {}, Built.FAULT, 6, BUDGET)
    assert isinstance(answer, Found), answer
    assert answer.actions == 1 and answer.attempt is not None and answer.attempt.move == "take"
    assert answer.evidence.fault is not None and answer.evidence.fault.code is Code.F806
    replays(game, answer)


@pytest.mark.slow
def test_play_can_go_round() -> None:
    game = base()
    answer = loop(game, {}, 12, BUDGET)
    assert isinstance(answer, Found), answer
    assert answer.actions == 8 and answer.back == 0 and answer.trace.back == 0
    replays(game, answer)


def test_what_cannot_be_taken_is_said_with_its_line() -> None:
    file = ROOT / "rules" / "repetition_draw.yaml"
    game = load_file(file).game
    assert game is not None
    answer = shortest(game, {}, Ends("draw"), 3)
    assert isinstance(answer, Refused)
    assert answer.what == "how often a position has stood" and answer.span.line > 1


def test_a_budget_that_runs_out_says_how_far_it_came() -> None:
    check = next(c for c in base().checks if c.name == "what is taken comes from the top")
    answer = shortest(base(), {}, check, 5, Budget(steps=1000))
    assert isinstance(answer, Unknown) and answer.depth < 5
    assert answer.why == "the solver's steps ran out"
