"""Shipped rule files are proved: a few in a moment, all of the rest when asked for.

`python -m tests.verify.shelf` gives the whole table.
"""

from __future__ import annotations

import pytest

from interpreter.check.settings import defaults
from interpreter.check.shelf import shipped
from tests.verify.shelf import game_of, tables, unexpected
from verify.run import prove
from verify.settings import Settings

SAMPLE = (("burn", 2), ("turn_cap", 2))


def _left(name: str, seats: int) -> list[str]:
    game = game_of(name, seats)
    return [f"{r.check}: {r.how}" for r in unexpected(list(prove(game, Settings(defaults(game)))))]


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_a_variant_is_proved(name: str, seats: int) -> None:
    assert _left(name, seats) == []


@pytest.mark.long
@pytest.mark.parametrize("name", [n for n in shipped() if n not in dict(SAMPLE)])
def test_every_other_file_is_as_expected(name: str) -> None:
    assert [f"{g.seats} players: {left}" for g in tables((name,)) for left in _left(name, g.seats)] == []
