"""What needs two states to be seen: moves that depend on what is hidden, or on what should not matter."""

from __future__ import annotations

from interpreter.check.load import load
from interpreter.ir.nodes import Game
from interpreter.run.engine import Evaluator
from interpreter.text.source import Source
from tests.bounded.test_faults import BASE
from verify.bounded.api import Found, NoneUpTo, shortest
from verify.bounded.peeking import Pair, alike_but_for_moves, peeking

DECK = "suits=C,D,H ranks=K,A"
OWN, OTHERS = "own_trump(card c): c.suit == trump[me]", "own_trump(card c): c.suit == trump[next(me)]"
OPEN, HIDDEN = "type: suit\n    seen by: everyone", "type: suit\n    seen by: owner"


def rules(*changes: tuple[str, str]) -> Game:
    text = BASE
    for right, wrong in changes:
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    found = load(Source("wrong.yaml", text), DECK)
    assert found.game is not None, [d.message for d in found.report]
    return found.game


def test_a_move_that_depends_on_what_is_hidden_is_shown_by_two_matches() -> None:
    pair = peeking(rules((OWN, OTHERS), (OPEN, HIDDEN)), {}, 2)
    assert isinstance(pair, Pair), pair
    assert pair.actions == 1
    engine = pair.one.engine
    assert isinstance(engine, Evaluator)
    assert alike_but_for_moves(engine, pair.one.state, pair.other.state, pair.seat)
    assert pair.traces[0].seed is None


def test_where_all_is_seen_nothing_is_peeked_at() -> None:
    answer = peeking(rules((OWN, OTHERS)), {}, 2)
    assert isinstance(answer, NoneUpTo) and answer.depth == 2


def test_what_depends_on_the_variable_of_another_is_shown() -> None:
    name = "only one's own trumps matter"
    right, wrong = rules(), rules((OWN, OTHERS))
    none = shortest(right, {}, next(c for c in right.checks if c.name == name), 4)
    assert isinstance(none, NoneUpTo)
    answer = shortest(wrong, {}, next(c for c in wrong.checks if c.name == name), 4)
    assert isinstance(answer, Found)
    assert answer.actions == 1
    assert answer.evidence.violation is not None
