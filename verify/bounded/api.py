"""Questions and answers: the shortest match that shows something, or how far there is none.

All answers are about one deck and one set of option values. A match that is found was played by the evaluator
from a legal deal, and the evaluator has seen in it what it is to show.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir import walk
from interpreter.ir.types import Value
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.protocol import Action
from interpreter.run.state import State
from interpreter.text.source import Span
from verify.bits import Wire
from verify.bounded.aims import Aim, Built
from verify.bounded.confirm import Evidence, confirm
from verify.bounded.decode import Disagreement, Values, action_of, match_of
from verify.bounded.problem import Problem
from verify.bounded.template import Template
from verify.bounded.unrolled import Answer, Clauses, Unrolled
from verify.budget import Budget
from verify.encode import Unsupported
from verify.explore.space import counted
from verify.trace import Trace

Tell: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class Found:
    """A match of `actions` after its set-up at whose end the thing is seen; none of fewer than `below` shows
    it, so that it is a shortest one where both are the same.

    For a fault, `attempt` is the action that cannot be made, None if the legal actions cannot even be found.
    For a loop, `back` is the number of actions after which the last position had stood before.
    """

    match: Match[State]
    trace: Trace
    actions: int
    below: int
    seconds: float
    evidence: Evidence = Evidence()
    attempt: Action | None = None
    back: int | None = None


@dataclass(frozen=True)
class NoneUpTo:
    """No match of up to so many actions shows it."""

    depth: int
    seconds: float


@dataclass(frozen=True)
class Unknown:
    """The budget ran out; no match of up to `depth` actions shows it (-1: nothing is known)."""

    depth: int
    why: str
    seconds: float


@dataclass(frozen=True)
class Refused:
    """A construct that this search cannot take, with its place."""

    what: str
    span: Span


Answered: TypeAlias = "Found | NoneUpTo | Unknown | Refused"


def silent(what: str) -> None:
    """Nobody is told."""


def shortest(
    game: ir.Game,
    options: Mapping[str, Value],
    aim: Aim,
    upto: int,
    budget: Budget | None = None,
    tell: Tell = silent,
) -> Answered:
    """The shortest match that reaches the aim, of up to `upto` actions after the set-up.

    Where the steps for a depth run out, the search goes on with the next one, until the time is over or the
    clauses are more than the budget allows. A match of several deals is followed to the end of its first.
    A check is reached where it is violated; one of something that can happen, where it happens. `options`
    override the game's defaults. `budget` gives the solver steps for each depth, and seconds for all. Raises
    `Disagreement`, a fault of the encoder, if the evaluator does not confirm what the solver found.
    """
    return answered(lambda: Problem(game, options, (aim,)), aim, upto, budget, tell)


def loop(
    game: ir.Game,
    options: Mapping[str, Value],
    upto: int,
    budget: Budget | None = None,
    tell: Tell = silent,
) -> Answered:
    """A match that comes back to a position, as short as can be, way and loop together; the rest as
    `shortest`.

    Where an ending counts what was before, a position that stands again need not go on as it did.
    """
    counts = counted(game, (e for ending in game.endings for e in walk.ending_expressions(ending)))
    for op, span in counts.items():
        return Refused(f"an ending that asks for `{op.value}`", span)
    return answered(lambda: Problem(game, options), None, upto, budget, tell)


def answered(
    problem: Callable[[], Problem],
    aim: Aim | None,
    upto: int,
    budget: Budget | None = None,
    tell: Tell = silent,
) -> Answered:
    """The answer to one question about a problem, which may be one of many; without an aim, to that for
    loops.

    A problem that several questions share must have been made with all of their aims.
    """
    try:
        search = Search(problem(), aim, budget or Budget(), tell)
        return search.loop(upto) if aim is None else search.shortest(upto)
    except Unsupported as found:
        return Refused(found.what, found.span)


class Search:
    """One question about one problem."""

    def __init__(self, problem: Problem, aim: Aim | None, budget: Budget, tell: Tell) -> None:
        self._problem, self._aim, self._tell = problem, aim, tell
        self._begun = time.perf_counter()
        self._clauses = Clauses(budget)
        self._run = Unrolled(problem, self._clauses)
        self._attempt: list[Wire] = []

    # the two questions

    def shortest(self, upto: int) -> Answered:
        assert self._aim is not None
        if self._aim is Built.FAULT:
            return self._deepen(upto, self._fault_goal(self._problem.fault))
        at_first, after = self._problem.at_first(self._aim), self._problem.after_step(self._aim)
        return self._deepen(upto, lambda: self._goal(at_first, after))

    def loop(self, upto: int) -> Answered:
        return self._deepen(upto, self._came_back)

    def _deepen(self, upto: int, goal: Callable[[], Wire | None]) -> Answered:
        self._run.begin()
        lost: list[int] = []
        for depth in range(upto + 1):
            self._tell(f"depth {depth}")
            if depth and not self._clauses.has_room(self._problem.step):
                lost.append(depth)
                break
            if depth:
                self._run.lengthen()
            wire = goal()
            answer = Answer.NO if wire is None else self._clauses.ask(wire)
            if answer is Answer.YES:
                return self._found(lost[0] if lost else depth)
            if answer is Answer.UNKNOWN:
                lost.append(depth)
            if self._clauses.late:
                break
        if lost:
            return Unknown(lost[0] - 1, self._clauses.reason, self._seconds)
        return NoneUpTo(upto, self._seconds)

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self._begun

    # what is asked at a depth

    def _goal(self, at_first: Template | None, after: Template) -> Wire | None:
        states, actions = self._run.states, self._run.actions
        if not actions:
            return None if at_first is None else self._clauses.place(at_first, states[0])[0]
        return self._clauses.place(after, [*states[-2], *actions[-1], *states[-1]])[0]

    def _fault_goal(self, fault: Template) -> Callable[[], Wire]:
        def goal() -> Wire:
            wire, *self._attempt = self._clauses.place(fault, self._run.states[-1])
            return wire

        return goal

    def _came_back(self) -> Wire | None:
        """Whether the last state has stood before."""
        width = self._problem.position_width
        *earlier, last = (s[:width] for s in self._run.states)
        if not earlier:
            return None
        same = [self._clauses.place(self._problem.same, [*s, *last])[0] for s in earlier]
        return self._clauses.either(same)

    # what was found

    def _found(self, below: int) -> Found:
        problem, holds = self._problem, self._clauses.valuation()
        match = match_of(self._run, holds)
        setup, actions = tuple(s.action for s in match.setup), tuple(s.action for s in match.steps)
        trace = Trace(dict(problem.engine.options), setup, actions)
        found = Found(match, trace, len(actions), below, self._seconds)
        if self._aim is None:
            return _looped(found)
        if self._aim is Built.FAULT:
            attempt = Values(problem, problem.acted.unknowns, self._attempt, holds)
            return _faulty(found, problem, action_of(problem.acted, attempt, match.state.mover))
        return replace(found, evidence=confirm(problem, self._aim, match))


def _looped(found: Found) -> Found:
    match = found.match
    assert match.start is not None
    states = [match.start, *(s.after for s in match.steps)]
    if states[-1] not in states[:-1]:
        raise Disagreement("the last position has not stood before")
    back = states.index(states[-1])
    return replace(found, trace=replace(found.trace, back=back), back=back)


def _faulty(found: Found, problem: Problem, attempt: Action) -> Found:
    """The fault, met while looking for legal actions or, if not there, while making the one attempted."""
    state, tried = found.match.state, None
    try:
        problem.engine.legal(state)
        tried = attempt
        problem.engine.apply(state, attempt)
    except Fault as fault:
        return replace(found, evidence=Evidence(fault=fault), attempt=tried)
    raise Disagreement(f"`{attempt.move}` meets no fault")
