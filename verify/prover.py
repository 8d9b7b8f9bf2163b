"""Doing the tasks of a proof, in whatever process: the solver's part, then a search for a match."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir import walk
from verify import asking
from verify.desk import Desk, Known
from verify.encoded import encoded
from verify.ending import Ending
from verify.hints import Hints
from verify.live import Live
from verify.plan import Kind, Question, plan
from verify.result import Result, basis_of
from verify.seek import Seeker
from verify.settings import Settings, Tell
from verify.tasks import Ask, Done, Tally, Task
from verify.verdict import Verdict


def silent(_: str) -> None:
    """Tells nobody."""


class Prover:
    """Answers tasks on one game, for any deck and for all values of the options that are not fixed."""

    def __init__(self, game: ir.Game, settings: Settings, tell: Tell = silent) -> None:
        self.plan = plan(game)
        self._game = game
        self._desk = Desk(encoded(game, settings), settings, tell, draws=True)
        self._ending = Ending(game, settings, tell)
        self._live = Live(game, settings, tell)
        self._seeker = Seeker(game, settings, tell)

    def do(self, task: Task) -> Done:
        """What comes of a task; raises only what is a fault of the program."""
        question, desk = self.plan[task.question], self._desk
        match task.ask:
            case Ask.BRIEFLY:
                return asking.tallied(lambda: asking.ask(desk, asking.anywhere(desk, question), briefly=True))
            case Ask.ANYWHERE:
                return asking.tallied(lambda: asking.ask(desk, asking.anywhere(desk, question)))
            case Ask.START:
                return asking.tallied(lambda: asking.ask(desk, asking.at_start(desk, question)))
            case Ask.STEPS:
                return asking.tallied(lambda: asking.ask(desk, asking.surviving(desk, question, task.known)))
            case Ask.FOLLOWING:
                return asking.tallied(lambda: asking.ask(desk, asking.with_known(desk, question, task.known)))
            case Ask.TOGETHER:
                return asking.tallied(lambda: asking.ask(desk, asking.at_odds(desk, task.known)))
            case Ask.WHOLE:
                return self._whole(question, task.known)
            case Ask.HUNT:
                return tuple(self._live.results([self.plan[i] for i in task.group], task.known))
            case Ask.HINT:
                assert task.otherwise is not None
                trace = task.otherwise.trace
                hints = Hints(self._game, desk.settings, desk.tell).of(question, task.known, trace)
                return replace(task.otherwise, hints=hints)
            case Ask.SEEK:
                assert task.otherwise is not None
                return self._seeker.violation(question, task.otherwise)
        assert_never(task.ask)

    def _whole(self, question: Question, known: Known) -> Result:
        if question.kind is Kind.ENDING_AT_ALL:
            return self._ending.answer(question.name)
        desk = self._desk
        tally = asking.tallied(lambda: asking.ask(desk, asking.obligations(desk, question, known)))
        if tally.holds:
            vacuous = not tally.used or (question.kind is Kind.STEP and self._says_nothing(question))
            how = "true by construction: vacuous" if vacuous else "in every step"
            return proved(question, tally, desk.settings, how, vacuous=vacuous)
        return self._seeker.violation(question, unproved(question, tally, "it need not hold after"))

    def _says_nothing(self, question: Question) -> bool:
        return asking.tallied(
            lambda: asking.ask(self._desk, asking.by_construction(self._desk, question))
        ).holds


def proved(
    question: Question,
    tally: Tally,
    settings: Settings,
    how: str,
    k: int | None = None,
    vacuous: bool | None = None,
) -> Result:
    """The result of a question all of whose obligations hold."""
    empty = not tally.used and not _asks_the_rules(question) if vacuous is None else vacuous
    basis = basis_of(settings, frozenset(tally.used), k, empty)
    return Result(question.name, Verdict.PROVED, how, question.span, tally.seconds, basis=basis)


def _asks_the_rules(question: Question) -> bool:
    """Whether the check says of a move when it is legal, so that it rests on the rules."""
    body = None if question.check is None else walk.claim_body(question.check.claim)
    return body is not None and any(isinstance(e, ir.Can) for e in walk.inside(body))


def unproved(question: Question, tally: Tally, lost: str) -> Result:
    """The result of a question some of whose obligations do not hold, before a match is sought."""
    result = Result(question.name, tally.verdict, tally.reason(lost), question.span, tally.seconds)
    return replace(result, not_excluded=tally.shown)
