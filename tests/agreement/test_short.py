"""The short campaign, and that it covers the language."""

from __future__ import annotations

import pytest

from interpreter.ir.ops import Binder, Op
from tests.agreement.campaign import campaign
from tests.agreement.counting import names
from tests.agreement.trial import ALL, Plan, Tally, case, text_of
from tests.agreement.writing.trees import written

STEPS = 700


@pytest.fixture(scope="module")
def tally() -> Tally:
    found = campaign(seed=5, steps=STEPS, plan=Plan(matches=2))
    assert found.first is None, f"case {found.first[0]}: {found.first[1]}"
    return found.tally


def test_all_back_ends_agree(tally: Tally) -> None:
    assert tally.steps >= STEPS
    assert tally.folded > 2_000


def test_most_files_are_games_that_go_on(tally: Tally) -> None:
    assert sum(tally.refused.values()) * 3 < tally.cases
    assert tally.ends["going on"] + tally.ends["a win"] + tally.ends["a draw"] > tally.ends.total() / 3


def test_most_of_the_language_is_written_and_evaluated(tally: Tally) -> None:
    """The long campaign asks that everything is, a thousand times."""
    assert set(names()) >= {f"op {op.value}" for op in Op} | {f"binder {b.value}" for b in Binder}
    assert sum(tally.occurring[name] > 0 for name in names()) > len(names()) * 9 // 10
    assert set(tally.occurring) <= set(names())


def test_a_case_is_the_same_whatever_ran_before_it() -> None:
    assert text_of(1, 7) == written(case(1, 7))
    assert len({text_of(seed, index) for seed in (1, 2) for index in range(4)}) == 8


def test_every_comparison_is_made() -> None:
    assert set(Plan().by) == set(ALL) == {"format", "encoder", "passes", "compiled"}
