"""Looking for a match that breaks a check."""

from __future__ import annotations

import time
from collections.abc import Set
from dataclasses import replace

from interpreter.ir import nodes as ir
from verify.parts import failing
from verify.plan import Question
from verify.result import Result, Shows
from verify.search import Seen, look
from verify.settings import Settings, Tell
from verify.trace import played, trace_of
from verify.verdict import Verdict


class Seeker:
    """Plays matches of one game."""

    def __init__(self, game: ir.Game, settings: Settings, tell: Tell) -> None:
        self._game = game
        self._settings = settings
        self._tell = tell

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

    def _look(self, asked: Set[str]) -> Seen:
        found = None
        for seen in look(self._game, self._settings.options, asked, self._settings.seed):
            found = seen
            self._tell(f"match {seen.matches}")
            if asked and asked <= seen.violated.keys():
                break
        assert found is not None
        return found
