"""The right answers of the rules, from the case files beside this one, on every engine."""

from __future__ import annotations

import pytest

from tests.cases.engines import FACTORIES
from tests.cases.runner import HERE, Case, cases, run

FILES = sorted(HERE.glob("*.yaml"))
ALL = [pytest.param(case, id=f"{file.stem}: {case.name}") for file in FILES for case in cases(file)]


@pytest.mark.parametrize("factory", FACTORIES)
@pytest.mark.parametrize("case", ALL)
def test_case(case: Case, factory: str) -> None:
    bench = FACTORIES[factory](case.setting)
    if bench is not None:
        run(case, bench)


def test_there_are_cases_of_every_file() -> None:
    assert all(cases(file) or cases(file, "depths") for file in FILES)
    assert len(ALL) > 70
