"""Looking for matches: one that breaks a check, one that shows what can happen."""

from __future__ import annotations

import time
from collections.abc import Set
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.run.match import Match
from interpreter.run.state import State
from verify.desk import Tell
from verify.parts import failing
from verify.plan import Kind, Question
from verify.result import Result, Shows
from verify.search import Seen, look
from verify.settings import Settings
from verify.trace import played, plies, trace_of
from verify.verdict import Verdict


class Seeker:
    """Plays matches of one game; those played for what can happen are kept."""

    def __init__(self, game: ir.Game, settings: Settings, tell: Tell) -> None:
        self._game = game
        self._settings = settings
        self._tell = tell
        self._seen: Seen | None = None

    def violation(self, question: Question, otherwise: Result) -> Result:
        """Violated if a match shows it, else as it was before."""
        if question.check is None:
            return otherwise
        begun = time.perf_counter()
        seen = self._look({question.name})
        found = seen.violated.get(question.name)
        spent = otherwise.seconds + time.perf_counter() - begun
        if found is None:
            return replace(otherwise, seconds=spent)
        trace = trace_of(found.match, found.actions)
        return replace(
            otherwise,
            verdict=Verdict.VIOLATED,
            how=f"a match breaks it after {found.actions} actions: {found.violation.message}",
            seconds=spent,
            trace=trace,
            shows=Shows.VIOLATION,
            at=found.actions,
            parts=failing(question.check, played(replace(self._game, checks=()), trace)),
        )

    def witness(self, question: Question) -> Result:
        """Proved if a match shows it, else not seen."""
        begun = time.perf_counter()
        seen = self._matches()
        match = _shown(seen, question)
        how = f"not seen in {seen.matches} matches"
        result = Result(question.name, Verdict.BOUNDED, how, question.span, depth=0, can_happen=True)
        result = replace(result, seconds=time.perf_counter() - begun)
        if match is None:
            return result
        trace = trace_of(match)
        how = f"a match of {plies(trace)} plies shows it"
        return replace(result, verdict=Verdict.PROVED, how=how, trace=trace, shows=Shows.WITNESS, depth=None)

    def _matches(self) -> Seen:
        """Matches in which things are seen to happen."""
        if self._seen is None:
            witnesses = {c.name for c in self._game.checks if isinstance(c.claim, ir.Witness)}
            self._seen = self._look(witnesses)
        return self._seen

    def _look(self, asked: Set[str]) -> Seen:
        found = None
        for seen in look(self._game, self._settings.options, asked, self._settings.seed):
            found = seen
            self._tell(f"match {seen.matches}")
            if asked and asked <= seen.violated.keys():
                break
        assert found is not None
        return found


def _shown(seen: Seen, question: Question) -> Match[State] | None:
    match question.kind:
        case Kind.MOVE:
            return seen.moves.get(question.of)
        case Kind.ENDING:
            return seen.endings.get(question.of)
    return seen.happened.get(question.name)
