"""The right answers of the neighbours' rules, from the case files beside this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.engines import FACTORIES
from tests.cases.runner import Case, cases, run

FILES = sorted(Path(__file__).parent.glob("*.yaml"))
ALL = [pytest.param(case, id=f"{file.stem}: {case.name}") for file in FILES for case in cases(file)]


@pytest.mark.parametrize("factory", FACTORIES)
@pytest.mark.parametrize("case", ALL)
def test_case(case: Case, factory: str) -> None:
    bench = FACTORIES[factory](case.setting)
    if bench is not None:
        run(case, bench)


def test_there_are_cases_of_every_file() -> None:
    assert all(cases(file) for file in FILES)
    assert len(ALL) > 30
