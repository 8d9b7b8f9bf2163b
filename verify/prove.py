"""Asking the questions: facts and the denial of a goal, in one solver that keeps what all goals share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType

import z3
from z3 import z3core

from interpreter.ir import nodes as ir
from verify import terms as t
from verify.assume import LAST_RESORT
from verify.beginning import start, start_again
from verify.budget import Budget
from verify.encode import Need, Place
from verify.facts import APART, ROUNDS, Facts
from verify.lower import Lowering
from verify.obligations import Step, any_state, make_step, suppose, unrelated
from verify.picture import Reading, drawn

FIRST_SHARE, SECOND_SHARE = 8, 4
"""Parts of a budget that are spent on a goal before it is asked with more in mind."""
BRIEF = 100_000
"""Steps that are spent on a goal before what the facts mean is written down. Proofs that need no more took
less than half as many; that there is none may take ten times as many to find out, in vain.
"""


@dataclass(frozen=True)
class Means:
    """What questions are asked with: a budget for each goal, and a context of the solver that they share."""

    budget: Budget = field(default_factory=Budget)
    draws: bool = False
    """Whether it is said what a goal fails in."""
    lowering: Lowering = field(default_factory=lambda: Lowering(z3.Context()))


class Answer(Enum):
    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer, the names of the facts that were needed for it, and the solver's share of the time
    in seconds.
    """

    answer: Answer
    used: frozenset[str] = frozenset()
    seconds: float = 0.0
    shown: tuple[str, ...] = ()
    """Where it fails, and that is wanted: in what, in words."""


class Asker:
    """A solver with the facts of one place or step; goals are tried on top of them and taken back."""

    def __init__(
        self,
        facts: Facts,
        means: Means,
        given: Set[str] = frozenset(),
        places: Mapping[str, Place] = MappingProxyType({}),
    ) -> None:
        """`given` names what every proof here uses, since it stands in the terms and not among the facts;
        `places` are what is shown, under these words, of a goal that fails.
        """
        self._places = places if means.draws else {}
        self._model: z3.ModelRef | None = None
        self._given = given
        self._facts = facts
        self._budget = means.budget
        self._lower = means.lowering
        self._steps = self._share(FIRST_SHARE if any(facts.reserve) else 1)
        self._solver = self._new(self._steps)
        self._denial: t.Truth = t.NO
        self._names: dict[str, z3.BoolRef] = {}
        self._closed = False
        self._told = 0

    def _share(self, part: int) -> int:
        """So many steps are a part of the budget; 0 would be no limit at all."""
        return max(1, self._budget.steps // part)

    def _give(self, steps: int) -> None:
        """So many steps for each question from now on."""
        self._solver.set("rlimit", steps)

    def _new(self, steps: int) -> z3.Solver:
        """A solver with so many steps for each question."""
        solver = z3.SimpleSolver(self._lower.context)
        solver.set("rlimit", steps)
        if self._budget.seconds is not None:
            solver.set("timeout", max(1, round(self._budget.seconds * 1000)))
        return solver

    def _tell(self) -> None:
        for about, fact in self._facts.named[self._told :]:
            name = t.unknown(f"use {about}", t.BOOL)
            if about not in self._names:
                self._names[about] = self._lower.truth(name)
            self._assert(t.implies(name, fact))
        self._told = len(self._facts.named)

    def _assert(self, fact: t.Truth) -> None:
        z3core.Z3_solver_assert(self._lower.context.ref(), self._solver.solver, self._lower.ast(fact))

    def said_after(self, need: Need) -> frozenset[str]:
        """The names of facts that take for granted that it holds."""
        return frozenset(self._facts.groups[need.groups :])

    def ask(
        self, goal: Callable[[], t.Truth], without: frozenset[str] = frozenset(), briefly: bool = False
    ) -> Asked:
        """Whether what `goal` gives follows from the facts but for those that are named `without`; asked
        `briefly`, it may follow though the answer is another.

        It may name terms and say facts, which are forgotten afterwards.
        """
        begun = time.perf_counter()
        few = without | LAST_RESORT | frozenset(self._facts.late)
        self._give(min(BRIEF, self._steps))
        with self._denied(goal, False):
            asked = self._check(begun, few)
        self._give(self._steps)
        if asked.answer is Answer.HOLDS or briefly:
            return asked
        with self._denied(goal):
            asked = self._check(begun, few)
            if asked.answer is Answer.HOLDS:
                return asked
            asked = self._again(begun, without)
            return replace(asked, shown=self._drawn()) if asked.answer is Answer.FAILS else asked

    def _drawn(self) -> tuple[str, ...]:
        """What the goal fails in."""
        if not self._places or self._model is None:
            return ()
        return drawn(self._places, Reading(self._model, self._lower))

    def text(self, goal: Callable[[], t.Truth], without: frozenset[str] = frozenset()) -> str:
        """The same question as SMT-LIB: `unsat` means that the goal follows."""
        with self._denied(goal):
            told = [n.sexpr() for about, n in self._names.items() if about not in without]
            script = self._solver.to_smt2().replace("(check-sat)", "").rstrip()
        named = "\n".join(f"(assert {name})" for name in told)
        return f"(set-logic ALL)\n{script}\n{named}\n(check-sat)\n"

    @contextmanager
    def _denied(self, goal: Callable[[], t.Truth], whole: bool = True) -> Iterator[None]:
        """In the block the solver is told that the goal does not hold; with all that the facts mean for the
        terms that are named, or as they stand, which is enough for most goals and far less to write down.
        """
        if whole and not self._closed:
            self._closed = True
            self._facts.close()
        self._tell()
        mark, told, names = self._facts.mark(), self._told, dict(self._names)
        self._solver.push()
        try:
            self._denial = t.negate(goal())
            self._facts.close(self._denial, rounds=ROUNDS if whole else 0)
            self._tell()
            self._assert(self._denial)
            yield
        finally:
            self._solver.pop()
            self._facts.forget(mark)
            self._told, self._names = told, names

    def _again(self, begun: float, without: frozenset[str]) -> Asked:
        """Ask once more, with all that may be known of this very deck."""
        asked, late = Asked(Answer.FAILS), frozenset(self._facts.late)
        for number, kept in enumerate(self._facts.reserve):
            if kept:
                self._facts.remember(kept)
                few = number == 0  # the first may do without what comes late, and with less
                asked = self._apart(begun, without | late if few else without, SECOND_SHARE if few else 1)
            if asked.answer is Answer.HOLDS:
                break
        return asked

    def _apart(self, begun: float, without: frozenset[str], share: int) -> Asked:
        """Ask a solver of its own, which what was asked before has not led astray."""
        solver, told = self._solver, self._told
        self._solver, self._told = self._new(self._share(share)), 0
        try:
            self._tell()
            self._assert(self._denial)
            return self._check(begun, without)
        finally:
            self._solver, self._told = solver, told

    def _check(self, begun: float, without: frozenset[str]) -> Asked:
        told = (n for about, n in self._names.items() if about not in without)
        result = self._solver.check(*told)
        seconds = time.perf_counter() - begun
        if result == z3.unsat:
            core = {name.get_id() for name in self._solver.unsat_core()}  # printing names would take long
            used = {a.partition(APART)[0] for a, n in self._names.items() if n.get_id() in core}
            used |= self._given
            return Asked(Answer.HOLDS, frozenset(used), seconds)
        self._model = self._solver.model() if result == z3.sat and self._places else self._model
        if result == z3.unknown and "interrupt" in self._solver.reason_unknown():
            raise KeyboardInterrupt  # which the solver has caught
        return Asked(Answer.FAILS if result == z3.sat else Answer.UNKNOWN, frozenset(), seconds)


@dataclass(frozen=True)
class Stepper:
    """All goals about one move of one seat."""

    step: Step
    asker: Asker
    needs: tuple[Need, ...]


def stepper(game: ir.Game, move: ir.Move, seat: int, known: tuple[ir.Check, ...], means: Means) -> Stepper:
    step = make_step(game, move, seat, known)
    needs = tuple(step.terms.needs)
    given = {f"the phase and player of {move.name}"}
    places = {"before": step.before, "after": step.after}
    return Stepper(step, Asker(step.terms.facts, means, given, places), needs)


def anywhere(game: ir.Game, known: tuple[ir.Check, ...], means: Means) -> tuple[Place, Asker]:
    """Any state for which the declarations and the known claims hold."""
    place = any_state(game)
    suppose(place, known)
    return place, Asker(place.terms.facts, means, places={"position": place})


def any_two(game: ir.Game, move: ir.Move, means: Means) -> tuple[Place, Asker]:
    """Two states that have nothing to do with each other; what holds there of a step says nothing of it."""
    place = unrelated(game, move)
    return place, Asker(place.terms.facts, means)


def at_start(game: ir.Game, means: Means) -> tuple[Place, Asker]:
    """Any state in which a match begins."""
    place = start(game)
    return place, Asker(place.terms.facts, means, places={"start": place})


def at_start_again(game: ir.Game, known: tuple[ir.Check, ...], means: Means) -> tuple[Place, Asker] | None:
    """Any state in which a further deal begins if the known claims held before, None if there is but one."""
    place = start_again(game, known)
    return None if place is None else (place, Asker(place.terms.facts, means))
