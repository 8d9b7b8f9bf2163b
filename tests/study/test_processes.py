"""Work shared between processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from study.processes import shared


def slow_first(plan: int) -> Callable[[int], int]:
    def answer(task: int) -> int:
        time.sleep(0.2 if task == 0 else 0)
        return plan * task

    return answer


def ending(plan: int) -> Callable[[int], int]:
    return lambda task: os._exit(plan) if task == 5 else task


@pytest.mark.parametrize("number", [0, 1, 50])
def test_answers_come_in_order(number: int) -> None:
    assert list(shared(slow_first, 3, range(number), 2)) == [3 * n for n in range(number)]


def test_a_process_that_ends_is_no_reason_to_wait_for_ever() -> None:
    with pytest.raises(ChildProcessError, match="before its time"):
        list(shared(ending, 1, range(50), 2))


def test_answers_that_nobody_wants_are_left() -> None:
    answers = shared(slow_first, 1, iter(range(10**9)), 2)
    assert next(answers) == 0
