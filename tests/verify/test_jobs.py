"""Processes that prove, and one that dies."""

from __future__ import annotations

import os
from collections.abc import Callable

from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from tests.verify.test_outputs import HEAPS
from verify import jobs
from verify.plan import plan
from verify.prover import silent
from verify.run import Run
from verify.settings import Settings
from verify.tasks import Ask, Done, Task
from verify.verdict import Verdict

FATAL = "few are fetched"


def _dies(given: jobs.Plan) -> Callable[[Task], Done]:
    """Work that ends the process when it comes to one question."""
    real = jobs.work(given)
    number = [q.name for q in plan(given.game)].index(FATAL)

    def do(task: Task) -> Done:
        if task.ask is Ask.WHOLE and task.question == number:
            os._exit(9)
        return real(task)

    return do


def test_one_that_dies_takes_its_question_with_it_and_nothing_else() -> None:
    game: Game | None = load_file(HEAPS).game
    assert game is not None
    settings, questions = Settings(defaults(game)), plan(game)
    names = {"all cards are there", FATAL, "a heap never grows"}
    with jobs.Jobs(game, settings, questions, 2, silent, work=_dies) as many:
        found = {r.check: r for r in Run(questions, settings, many.do).results(names)}
    assert found[FATAL].verdict is Verdict.UNKNOWN and "died" in found[FATAL].how
    assert found["all cards are there"].verdict is Verdict.PROVED
    assert found["a heap never grows"].verdict is Verdict.VIOLATED
