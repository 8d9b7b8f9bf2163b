"""Whether a match can be played at all with these options, this deck and so many players."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir.nodes import Template
from interpreter.run.engine import Evaluator
from interpreter.run.evaluate import no_env
from interpreter.run.fault import Fault
from interpreter.run.sentences import spelled, teller
from interpreter.text.codes import Code
from interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why no match can begin, and the line of the rules that says so."""

    code: Code
    span: Span
    message: str


def unfit(engine: Evaluator) -> Unfit | None:
    """The first requirement of the rules that is not met, or the fault that the set-up runs into.

    The set-up is tried once, each choice and each chance taking the first possibility.
    """
    for requirement in engine.game.requirements:
        if not engine.context.meaning(requirement.that)(no_env()):
            return Unfit(Code.E814, requirement.span, _said(engine, requirement.refusal))
    try:
        state = engine.initial()
        while engine.preparing(state):
            state = engine.apply(state, engine.legal(state)[0])
    except Fault as fault:
        return Unfit(fault.code, fault.span, fault.message)
    return None


def _said(engine: Evaluator, refusal: Template | None) -> str:
    if refusal is None:
        return "this has to hold, and does not"
    return spelled(engine.context, teller(refusal, engine.context)(no_env()))
