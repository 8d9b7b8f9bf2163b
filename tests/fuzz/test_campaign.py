"""The short campaign, and that it would notice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fuzz.campaign import MEMORY, Worker, campaign
from tests.fuzz.dice import Dice
from tests.fuzz.monsters import MONSTERS
from tests.fuzz.trial import Case, case, run


def test_no_rule_file_breaks_the_loader() -> None:
    found = campaign(seed=7, cases=1_200, jobs=2)
    assert found.broken == {}
    assert found.cases == 1_200
    assert len(found.codes) > 60
    assert found.codes["played"] > 100


def test_a_case_is_the_same_whatever_ran_before_it() -> None:
    assert case(1, 77) == case(1, 77)
    assert case(1, 77) != case(2, 77) != case(1, 78)


def test_what_goes_wrong_is_told() -> None:
    """A limit of nothing is broken by every case, and each is named."""
    found = campaign(seed=7, cases=3, seconds=0.0)
    assert sorted(found.broken) == [0, 1, 2]


def test_the_memory_of_who_starts_it_is_not_counted() -> None:
    ballast = b"x" * (MEMORY * 1024)
    found = campaign(seed=7, cases=2)
    assert (len(ballast) // 1024, found.broken) == (MEMORY, {})
    assert found.peak < MEMORY


def test_a_process_that_dies_costs_its_case_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Worker.line

    def lost(worker: Worker) -> dict[str, object] | None:
        return None if worker.start == 2 else line(worker)

    monkeypatch.setattr(Worker, "line", lost)
    found = campaign(seed=7, cases=8, jobs=2)
    assert set(found.broken) == {2}
    assert found.cases == 7


@pytest.mark.parametrize("make", MONSTERS, ids=lambda make: make.__name__.strip("_"))
def test_every_kind_of_monster_is_survived(make: Callable[[Dice], str]) -> None:
    for index in range(4):
        dice = Dice(11, index)
        run(Case(make(dice).encode("utf-8", "surrogatepass"), None, ()), dice)
