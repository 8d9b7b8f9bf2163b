"""The checks of a rule file as an exhaustive search sees them: exact verdicts for one deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.walk import claim_body, with_definitions
from interpreter.run.engine import Evaluator
from interpreter.run.env import Env, Meaning
from interpreter.run.fault import Fault
from interpreter.run.independence import Comparison
from interpreter.run.match import Match
from interpreter.run.state import State
from interpreter.text.codes import Code
from interpreter.text.source import Span
from verify.explore.counters import after_moves, uncounted
from verify.explore.graph import Graph

_PAST = frozenset((Op.LAST_MOVE, Op.LAST_PLAYER, Op.LAID_BY))


class Word(Enum):
    """A verdict on one deck. `SO_FAR`: nothing against it in the part of the graph that was searched."""

    HOLDS = "holds"
    VIOLATED = "violated"
    HAPPENS = "happens"
    NEVER = "never happens"
    SO_FAR = "so far"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Finding:
    """The verdict on a check. `match` is a shortest one that breaks it, or in which it happens."""

    check: str
    word: Word
    span: Span
    how: str = ""
    match: Match[State] | None = None


class Further(Exception):
    """The check looks back further than the way that was given."""


def asks_the_past(game: ir.Game, claim: ir.Claim) -> bool:
    body = claim_body(claim)
    nodes = with_definitions(game, () if body is None else (body,))
    return any(isinstance(e, ir.Apply) and e.op in _PAST for e in nodes)


class Watched:
    """One check, until its verdict is known."""

    def __init__(self, check: ir.Check, engine: Evaluator) -> None:
        self.check = check
        self.past = asks_the_past(engine.game, check.claim)
        self.finding: Finding | None = None
        claim = check.claim
        self._comparison = Comparison(engine, claim) if isinstance(claim, ir.Independence) else None
        body = claim_body(claim)
        self._body: Meaning | None = engine.context.meaning(body) if body is not None else None
        self.counts = uncounted(engine.game, body)
        """The counters that it asks for and that no position has."""
        later = after_moves(engine.game, claim) if self.counts else None
        self._later: Meaning | None = engine.context.meaning(later) if later is not None else None

    @property
    def after(self) -> tuple[str, ...] | None:
        """The moves after which it is asked; None if it is asked of positions."""
        match self.check.claim:
            case ir.StepCheck(after):
                return after
            case ir.Witness(after):
                return after or None
            case ir.Invariant() | ir.Independence():
                return None
        assert_never(self.check.claim)

    def decided(self, begins: bool) -> bool:
        """Whether it can be evaluated where play begins, or after moves."""
        return begins or not self.counts or self._later is not None

    def trouble(self, env: Env, whole: bool, begins: bool = False) -> str | None:
        """What is wrong with the claim there; `whole`: the environment knows all that went before. Where play
        `begins` nothing was counted yet.
        """
        if self._comparison is not None:
            return self._comparison.difference(env.state)
        meaning = self._later if self.counts and not begins else self._body
        assert meaning is not None
        try:
            return None if meaning(env) else "it does not hold"
        except Fault as fault:
            if fault.code is Code.F813 and not whole:
                raise Further from None
            return f"it cannot be evaluated, {fault.message}"

    @property
    def seeks(self) -> bool:
        """Whether it is to be seen to happen."""
        return isinstance(self.check.claim, ir.Witness)

    def note(self, trouble: str | None, match: Callable[[], Match[State]]) -> None:
        """What came of one evaluation."""
        span, name = self.check.span, self.check.name
        if self.seeks and trouble is None:
            self.finding = Finding(name, Word.HAPPENS, span, "a match shows it", match())
        elif not self.seeks and trouble is not None:
            self.finding = Finding(name, Word.VIOLATED, span, trouble, match())

    def conclude(self, graph: Graph) -> Finding:
        if self.finding is not None:
            return self.finding
        span, name = self.check.span, self.check.name
        if not self.decided(begins=False):
            how = f"it counts `{self.counts[0].value}`, which is no part of a position"
            return Finding(name, Word.UNKNOWN, span, how)
        if not graph.complete:
            how = f"every position to depth {graph.whole_depth()} was looked at"
            return Finding(name, Word.SO_FAR, span, how)
        if self.seeks:
            return Finding(name, Word.NEVER, span, "no position or step that can be reached shows it")
        return Finding(name, Word.HOLDS, span, "in every position that can be reached")
