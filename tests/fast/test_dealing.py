"""Deals in place: those that are settled before their first card, and those that look at what they deal."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.fast.kernel import Kernel
from interpreter.text.source import Source
from tests.agreement.trial import text_of
from tests.fast.test_kernel import same
from tests.fast.test_numba import TINY

SETTLED = "while cards > rest:"
DEAL = "deal all from deck to held starting with 0"
THREE = TINY.replace(
    "players: 2", "players: 3\nturn:\n  among: seat != 1 or phase != setup and held[1] is not empty"
)
"""Seat 1 gets no cards."""


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        (TINY, True),
        (TINY.replace("starting with 0", "starting with (if size(held[0]) < 2 then 0 else 1)"), False),
        (
            TINY.replace(
                DEAL, "deal (if deck is empty then 0 else 2) each from deck to held starting with 1"
            ),
            False,
        ),
        (THREE, True),
        (THREE.replace("seat != 1 or", "seat != 1 or held[0] is empty or"), False),
    ],
    ids=["all", "start", "count", "some", "some that change"],
)
def test_a_deal(text: str, settled: bool) -> None:
    game = load(Source("deal.yaml", text)).game
    assert game is not None
    assert (SETTLED in Kernel(game).text.functions) == settled
    same(game, 12, 40, doubts=True)
    found = Kernel(game).run(6, 0, 12, 40)
    assert len(found.doubtful) < 12 and found.totals.matches


def test_an_ending_may_give_the_turn_to_somebody() -> None:
    game = load(Source("rules.yaml", text_of(101, 81))).game
    assert game is not None and defaults(game)
    same(game, 3, 15, doubts=True)
