from __future__ import annotations

import pytest

from tests.contract.engines import ENGINES, RULES, opens_by_chance


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test of this suite that asks for an engine and a rule file runs for all pairs.

    One that asks for `drawn` instead of `rules` gets the rule files in which chance acts first.
    """
    for name, fits in (("rules", bool), ("drawn", opens_by_chance)):
        if {"engine", name} <= set(metafunc.fixturenames):
            pairs = [(e, r) for e in ENGINES for r in RULES if fits(r)]
            metafunc.parametrize(("engine", name), pairs, ids=[f"{e}: {r}" for e, r in pairs])
