"""Verdicts beside each other, budgets as they are typed, answers as data."""

from __future__ import annotations

import pytest

from interpreter.ir.types import Card, Seat
from interpreter.run.protocol import Action, Position
from interpreter.text.source import NOWHERE
from verify.budget import BadBudget, Budget, read_budget
from verify.plain import done_data, read_done
from verify.result import Basis, Result, Shows
from verify.run import worst
from verify.tasks import Tally
from verify.trace import Trace
from verify.verdict import WORST, Verdict, as_good, word

STATUSES = {"PROVED": 0, "VIOLATED": 10, "NOT_INDUCTIVE": 11, "BOUNDED": 12, "ENDLESS": 13, "UNKNOWN": 14}


def test_statuses_are_those_of_the_table() -> None:
    assert {v.name: v.value for v in Verdict} == STATUSES
    assert sorted(v.name for v in WORST) == sorted(STATUSES)


def test_words() -> None:
    assert word(Verdict.NOT_INDUCTIVE) == "not inductive"
    assert word(Verdict.BOUNDED, 12) == "holds to depth 12"
    assert word(Verdict.BOUNDED, 3, can_happen=True) == "not seen to depth 3"


@pytest.mark.parametrize(
    ("verdict", "depth", "expected", "good"),
    [
        (Verdict.PROVED, None, "proved", True),
        (Verdict.PROVED, None, "endless", True),
        (Verdict.BOUNDED, 12, "holds to depth 12", True),
        (Verdict.BOUNDED, 13, "holds to depth 12", True),
        (Verdict.BOUNDED, 11, "holds to depth 12", False),
        (Verdict.BOUNDED, 11, "endless", True),
        (Verdict.ENDLESS, None, "holds to depth 1", False),
        (Verdict.UNKNOWN, None, "not inductive", True),
        (Verdict.VIOLATED, None, "unknown", False),
        (Verdict.VIOLATED, None, "violated", True),
    ],
)
def test_the_expected_verdict_or_a_stronger_one(
    verdict: Verdict, depth: int | None, expected: str, good: bool
) -> None:
    assert as_good(verdict, depth, expected) is good


def test_the_worst_unexpected_one_counts() -> None:
    def result(verdict: Verdict, expect: str | None = None) -> Result:
        return Result("c", verdict, "", NOWHERE, expect=expect)

    assert worst([]) is Verdict.PROVED
    assert worst([result(Verdict.VIOLATED, "violated"), result(Verdict.ENDLESS)]) is Verdict.ENDLESS
    assert worst([result(Verdict.BOUNDED), result(Verdict.UNKNOWN)]) is Verdict.UNKNOWN
    assert worst([result(Verdict.UNKNOWN), result(Verdict.NOT_INDUCTIVE)]) is Verdict.NOT_INDUCTIVE


def test_budgets() -> None:
    assert read_budget("5M") == Budget(5_000_000)
    assert read_budget("2.5k, 30s") == Budget(2500, 30.0)
    assert read_budget("10s").seconds == 10
    for bad in ("", "0", "0s", "-1", "5x", "99G", "5M,6M", "1s,2s", "5M,6M,1s"):
        with pytest.raises(BadBudget):
            read_budget(bad)


def test_answers_survive_being_data() -> None:
    one, two = Card(1), Card(2)
    position = Position("play", Seat(1), {"a": ((one, two), ()), "b": (one,)}, {"x": None, "y": (1, None)})
    trace = Trace({"o": 1}, (), (Action(Seat(0), "go", (("card", 3),)),), start=position, back=0)
    basis = Basis("any deck", "all", ("more",), 1, frozenset({"f"}))
    result = Result(
        "c", Verdict.ENDLESS, "how", NOWHERE, 1.5, basis=basis, trace=trace, shows=Shows.LOOP, at=1
    )
    tally = Tally(["a"], [], {"f"}, 0.5)
    assert read_done(done_data(result), [NOWHERE]) == result
    assert read_done(done_data(tally), [NOWHERE]) == tally
    assert read_done(done_data((result, result)), [NOWHERE, NOWHERE]) == (result, result)
