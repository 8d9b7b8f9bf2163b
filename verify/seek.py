"""Looking for a match that breaks a check: the shortest within a depth, else any that random play meets."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from interpreter.ir import nodes as ir
from interpreter.ir.questions import ONE_OUTCOME, TURN_ORDER
from interpreter.ir.types import Value
from interpreter.ir.walk import claim_body, inside
from verify.apart import independent, peeked
from verify.bounded.aims import Aim, Built
from verify.bounded.api import Answered, Found, NoneUpTo, Unknown, shortest
from verify.bounded.decode import Disagreement
from verify.bounded.peeking import Pair, peeking
from verify.encoded import encoded
from verify.hunt import near
from verify.parts import failing
from verify.plan import Kind, Question
from verify.result import Result, Shows
from verify.search import look
from verify.settings import Settings, Tell
from verify.trace import Trace, played, trace_of
from verify.verdict import Verdict

AFTER = MappingProxyType({ONE_OUTCOME: Built.BOTH, TURN_ORDER: Built.OUT})
FEW = 10
"""Matches that are played with other option values."""


@dataclass(frozen=True)
class Broken:
    """A match that breaks something at its end, and how that is told."""

    trace: Trace
    message: str
    shortest: bool


class Seeker:
    """Looks for matches of one game."""

    def __init__(self, game: ir.Game, settings: Settings, tell: Tell) -> None:
        self._game = game
        self._settings = settings
        self._tell = tell

    def violation(self, question: Question, otherwise: Result) -> Result:
        """Violated if a match shows it, else as it was before, with how deep was searched."""
        begun = time.perf_counter()
        if question.kind is Kind.PEEKING:
            found_pair = self._peeked(otherwise)
            return replace(found_pair, seconds=otherwise.seconds + time.perf_counter() - begun)
        aim = aim_of(question)
        if aim is None:
            return otherwise
        options = self._settings.options
        answer = self.shortest(aim, options)
        found = answer if isinstance(answer, Broken) else None
        if found is None and question.check is not None:
            found = self._by_chance(question.name, options, None) or self._elsewhere(question)
        spent = otherwise.seconds + time.perf_counter() - begun
        if found is not None:
            return replace(self._broken(question, otherwise, found), seconds=spent)
        return replace(_deep(otherwise, answer), seconds=spent)

    def _peeked(self, otherwise: Result) -> Result:
        """Two matches that look alike to a seat which has other moves in them, or that there are none."""

        def tell(what: str) -> None:
            self._tell(f"the shortest two matches that look alike: {what}")

        bare, settings = replace(self._game, checks=()), self._settings
        try:
            answer = peeking(bare, settings.options, settings.depth, settings.budget, tell)
        except Disagreement as found:
            return _deep(otherwise, found)
        return peeked(otherwise, answer) if isinstance(answer, Pair) else _deep(otherwise, answer)

    def shortest(self, aim: Aim, options: Mapping[str, Value]) -> Broken | Answered | Disagreement:
        """A match as short as can be that breaks it, or what is known if there is none."""

        def tell(what: str) -> None:
            self._tell(f"the shortest match: {what}")

        bare = replace(self._game, checks=())
        try:
            answer = shortest(bare, options, aim, self._settings.depth, self._settings.budget, tell)
        except Disagreement as found:
            return found
        if not isinstance(answer, Found):
            return answer
        evidence = answer.evidence
        message = "it does not hold"
        if evidence.violation is not None:
            message = evidence.violation.message
        elif evidence.fault is not None:
            message = f"{evidence.fault.message} (line {evidence.fault.span.line})"
        return Broken(answer.trace, message, True)

    def _by_chance(self, name: str, options: Mapping[str, Value], matches: int | None) -> Broken | None:
        for seen in look(self._game, options, {name}, self._settings.seed):
            self._tell(f"match {seen.matches}")
            found = seen.violated.get(name)
            if found is not None:
                return Broken(trace_of(found.match, found.actions), found.violation.message, False)
            if matches is not None and seen.matches >= matches:
                return None
        return None

    def _elsewhere(self, question: Question) -> Broken | None:
        """With another value of an option that the check or the rules read."""
        assert question.check is not None
        body = claim_body(encoded(self._game).checks[self._place(question)].claim)
        named = {e.name for e in inside(body) if isinstance(e, ir.OptionRef)} if body is not None else set()
        for option, options in near(self._game, self._settings):
            if not named or option in named:
                found = self._by_chance(question.name, options, FEW)
                if found is not None:
                    return found
        return None

    def _place(self, question: Question) -> int:
        return [c.name for c in self._game.checks].index(question.name)

    def _broken(self, question: Question, otherwise: Result, found: Broken) -> Result:
        actions = len(found.trace.actions)
        none = ", and none shorter does" if found.shortest else ""
        under = _under(found, self._settings)
        match = played(replace(self._game, checks=()), found.trace)
        parts = () if question.check is None else failing(question.check, match)
        other = None if question.check is None else independent(question.check, match, found.trace)
        return replace(
            otherwise,
            verdict=Verdict.VIOLATED,
            how=f"a match breaks it after {actions} actions{none}: {found.message}{under}",
            trace=found.trace,
            other=other,
            shows=Shows.VIOLATION,
            at=actions,
            parts=parts,
            not_excluded=(),
        )


def aim_of(question: Question) -> Aim | None:
    """What a match must show for the question to be answered with no."""
    match question.kind:
        case Kind.DEFINED:
            return Built.FAULT
        case Kind.PROGRESS:
            return Built.STUCK
        case Kind.AFTER:
            return AFTER.get(question.name)
    return question.check


def _under(found: Broken, settings: Settings) -> str:
    changed = [n for n, value in found.trace.options.items() if value != settings.options[n]]
    return f", with another value of {', '.join(f'`{n}`' for n in changed)}" if changed else ""


def _deep(otherwise: Result, answer: Broken | Answered | Disagreement) -> Result:
    """The result with the depth to which there is nothing."""
    if isinstance(answer, Disagreement):
        how = f"{otherwise.how}; the search and the evaluator disagree, a fault of this program: {answer}"
        return replace(otherwise, how=how, verdict=Verdict.UNKNOWN)
    if not isinstance(answer, NoneUpTo | Unknown) or answer.depth < 0:
        return otherwise
    how = f"{otherwise.how}; no match of up to {answer.depth} actions breaks it"
    verdict = Verdict.BOUNDED if otherwise.verdict is Verdict.UNKNOWN else otherwise.verdict
    return replace(otherwise, how=how, verdict=verdict, depth=answer.depth)
