from __future__ import annotations

import pytest

from tests.contract.engines import ENGINES, RULES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test of this suite that asks for an engine and a rule file runs for all pairs."""
    if {"engine", "rules"} <= set(metafunc.fixturenames):
        pairs = [(e, r) for e in ENGINES for r in RULES]
        metafunc.parametrize(("engine", "rules"), pairs, ids=[f"{e}: {r}" for e, r in pairs])
