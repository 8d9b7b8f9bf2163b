"""The obligations of a check as SMT-LIB, for a stand-alone solver: `unsat` means that one holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.ir import nodes as ir
from verify import asking
from verify.asking import Obligation
from verify.desk import Desk, Known
from verify.encoded import encoded
from verify.plan import Kind, Question
from verify.prove import Answer
from verify.prover import silent
from verify.settings import Settings


@dataclass(frozen=True)
class Script:
    """An obligation with its text and what our solver says of it."""

    when: str
    text: str
    answer: Answer


def scripts(
    game: ir.Game, question: Question, settings: Settings, known: Known, following: Known = ()
) -> Iterator[Script]:
    """All obligations of a question that is no matter of matches; `known` are claims that may be used, of
    which those that are `following` hold where the others do.

    Raises `Unsupported` where the encoder cannot take something.
    """
    desk = Desk(encoded(game, settings), settings, silent)
    for one in _obligations(desk, question, known, following):
        text = one.asker.text(one.goal, one.without)
        yield Script(one.when, text, one.asker.ask(one.goal, one.without).answer)


def _obligations(desk: Desk, question: Question, known: Known, following: Known) -> Iterator[Obligation]:
    if question.kind is not Kind.POSITION:
        yield from asking.obligations(desk, question, known)
        return
    if question.name in following:
        yield from asking.with_known(desk, question, tuple(k for k in known if k not in following))
        return
    if question.name not in known:
        first = list(asking.anywhere(desk, question))
        yield from first
        if all(one.asker.ask(one.goal, one.without).answer is Answer.HOLDS for one in first):
            return
    yield from asking.at_start(desk, question)
    yield from asking.surviving(desk, question, tuple(dict.fromkeys((*known, question.name))))
