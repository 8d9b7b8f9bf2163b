"""The right answers of the variants, from the case files beside this one; every variant has some."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.engines import FACTORIES
from tests.cases.runner import Case, cases, run
from tests.variants.shelf import VARIANTS

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))
ALL = [pytest.param(case, id=f"{file.stem}: {case.name}") for file in FILES for case in cases(file)]


@pytest.mark.parametrize("factory", FACTORIES)
@pytest.mark.parametrize("case", ALL)
def test_case(case: Case, factory: str) -> None:
    bench = FACTORIES[factory](case.setting)
    if bench is not None:
        run(case, bench)


def test_every_variant_has_cases() -> None:
    assert {file.stem for file in FILES} == set(VARIANTS)
    assert all(cases(file) for file in FILES)
