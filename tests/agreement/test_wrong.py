"""Some wrong rows in the tables of the back ends; `python -m tests.agreement --rows` tries all."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from tests.agreement.wrong import CASES, Wrong, noticed, wrong_rows

ROWS = tuple(wrong_rows())
SAMPLE = ROWS[::29]


def test_every_back_end_has_its_tables() -> None:
    assert {row.back_end for row in ROWS} == {"evaluator", "encoder", "compiled"}
    assert len({str(row) for row in ROWS}) == len(ROWS) > 200


@pytest.mark.parametrize("row", SAMPLE, ids=str)
def test_some_wrong_rows_are_noticed(row: Wrong) -> None:
    assert noticed(row, CASES) is not None


def test_nothing_is_noticed_where_nothing_is_wrong() -> None:
    assert noticed(Wrong("evaluator", "none", "op if", nullcontext), 3) is None
