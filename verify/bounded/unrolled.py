"""The solver's side: clauses of one depth after another, and the question at each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

import z3
from z3 import z3core

from verify.bits import Wire
from verify.bounded.problem import Problem
from verify.bounded.template import Template
from verify.budget import Budget

STEPS_A_WIRE, FEW_WIRES = 100, 50_000
"""A budget of 20 million steps has room for 200000 wires, which take up to a gigabyte."""


class Answer(Enum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class _Relation:
    """A relation in the solver, with the array of its wires; `kept` holds it alive."""

    kept: z3.BoolRef
    whole: z3.Ast
    wires: object


class Clauses:
    """A solver of clauses in a context of its own, so that the same questions cost the same everywhere."""

    def __init__(self, budget: Budget) -> None:
        self._context = z3.Context()
        self._sort = z3.BoolSort(self._context)
        self._solver = z3.SolverFor("QF_FD", ctx=self._context)
        self._budget = budget
        self._deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        self._asts: dict[Wire, z3.Ast] = {}
        self._relations: dict[Template, _Relation] = {}
        self._model: z3.ModelRef | None = None
        self.wires = 1
        self.reason = ""

    def place(self, template: Template, given: Sequence[Wire] = ()) -> list[Wire]:
        """Add the clauses of a relation; its outputs."""
        placed = template.place(given, self.wires)
        self.wires = placed.wires
        self._assert(template, placed.number)
        return placed.outputs

    def _assert(self, template: Template, number: Sequence[Wire]) -> None:
        """The relation's clauses with its own wires replaced by these: the solver does that much faster than
        it reads clauses.
        """
        ref, old = self._context.ref(), self._relation(template)
        new = [self._ast(w) for w in number]
        made = z3core.Z3_substitute(ref, old.whole, len(new), old.wires, (z3.Ast * len(new))(*new))
        self._solver.add(z3.BoolRef(made, self._context))

    def _relation(self, template: Template) -> _Relation:
        if template not in self._relations:
            scratch = z3.Solver(ctx=self._context)
            scratch.from_string(template.text)
            wires = [self._ast(w) for w in range(1, template.wires + 1)]
            ref, told = self._context.ref(), scratch.assertions()
            parts = [z3core.Z3_ast_vector_get(ref, told.vector, i) for i in range(len(told))]
            made = z3core.Z3_mk_and(ref, len(parts), (z3.Ast * len(parts))(*parts))
            whole = z3.BoolRef(made, self._context)
            self._relations[template] = _Relation(whole, whole.ast, (z3.Ast * len(wires))(*wires))
        return self._relations[template]

    def _ast(self, wire: Wire) -> z3.Ast:
        known = self._asts.get(wire)
        if known is None:
            known = self._asts[wire] = self._made(wire)
            z3core.Z3_inc_ref(self._context.ref(), known)
        return known

    def _made(self, wire: Wire) -> z3.Ast:
        """The solver calls the variables of clauses by numbers, which no name can be."""
        ref = self._context.ref()
        if wire < 0:
            return z3core.Z3_mk_not(ref, self._ast(-wire))
        return z3core.Z3_mk_const(ref, z3core.Z3_mk_int_symbol(ref, wire), self._sort.ast)

    def say(self, *wires: Wire) -> None:
        self._solver.add(z3.Or(*(self._wire(w) for w in wires), self._context))

    def fresh(self) -> Wire:
        self.wires += 1
        return self.wires

    def _wire(self, wire: Wire) -> z3.BoolRef:
        return z3.BoolRef(self._ast(wire), self._context)

    def ask(self, wire: Wire) -> Answer:
        """Whether the wire can be true; if not, it is false from now on."""
        self._solver.set("rlimit", self._budget.steps)
        if self._deadline is not None:
            self._solver.set("timeout", max(1, int((self._deadline - time.monotonic()) * 1000)))
        result = self._solver.check(self._wire(wire))
        if result == z3.sat:
            self._model = self._solver.model()
            return Answer.YES
        if result == z3.unsat:
            self.say(-wire)
            return Answer.NO
        self.reason = "the time is over" if self.late else "the solver's steps ran out"
        return Answer.UNKNOWN

    def has_room(self, template: Template) -> bool:
        """Whether one more is not too much for the budget: wires cost memory, and time at every depth."""
        if self.wires + template.wires <= max(FEW_WIRES, self._budget.steps // STEPS_A_WIRE):
            return True
        self.reason = "the search has grown too large"
        return False

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self._deadline is not None and time.monotonic() >= self._deadline

    def either(self, wires: Sequence[Wire]) -> Wire:
        """A wire that is true only if one of these is."""
        result = self.fresh()
        self.say(-result, *wires)
        return result

    def valuation(self) -> Callable[[Wire], bool]:
        """Whether a wire is true in the last model."""
        model = self._model
        assert model is not None
        return lambda wire: z3.is_true(model.eval(self._wire(wire), model_completion=True))


@dataclass
class Unrolled:
    """A match of unknown actions, one longer each time. `states` are the wires of the states, `actions` of
    the actions between them, `events` those of the set-up.
    """

    problem: Problem
    clauses: Clauses
    states: list[list[Wire]] = field(default_factory=list)
    actions: list[list[Wire]] = field(default_factory=list)
    events: list[Wire] = field(default_factory=list)

    def begin(self) -> None:
        out = self.clauses.place(self.problem.start.template)
        width = self.problem.width(self.problem.live)
        self.states, self.events = [out[:width]], out[width:]

    def lengthen(self) -> None:
        out = self.clauses.place(self.problem.step, self.states[-1])
        width = self.problem.width(self.problem.acted.unknowns)
        self.actions.append(out[:width])
        self.states.append(out[width:])

    @property
    def depth(self) -> int:
        return len(self.actions)
