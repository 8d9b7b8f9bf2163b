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


class Answer(Enum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Clauses:
    """A solver of clauses in a context of its own, so that the same questions cost the same everywhere."""

    def __init__(self, budget: Budget) -> None:
        self._context = z3.Context()
        self._sort = z3.BoolSort(self._context)
        self._solver = z3.SolverFor("QF_FD", ctx=self._context)
        self._budget = budget
        self._deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        self._model: z3.ModelRef | None = None
        self.wires = 1
        self.reason = ""

    def place(self, template: Template, given: Sequence[Wire] = ()) -> list[Wire]:
        """Add the clauses of a relation; its outputs."""
        placed = template.place(given, self.wires)
        self.wires = placed.wires
        if placed.text:
            self._solver.from_string(f"p cnf {self.wires} {len(template)}\n{placed.text}\n")
        return placed.outputs

    def say(self, *wires: Wire) -> None:
        self._solver.add(z3.Or(*(self._wire(w) for w in wires), self._context))

    def fresh(self) -> Wire:
        self.wires += 1
        return self.wires

    def _wire(self, wire: Wire) -> z3.BoolRef:
        # Z3 calls the variables of clauses by numbers, which no name can be.
        ref = self._context.ref()
        symbol = z3core.Z3_mk_int_symbol(ref, abs(wire))
        plain = z3.BoolRef(z3core.Z3_mk_const(ref, symbol, self._sort.ast), self._context)
        return plain if wire > 0 else z3.Not(plain)

    def ask(self, wire: Wire) -> Answer:
        """Whether the wire can be true; if not, it is false from now on."""
        self._solver.set("rlimit", self._budget.steps)
        if self._deadline is not None:
            left = self._deadline - time.monotonic()
            if left <= 0:
                self.reason = "time"
                return Answer.UNKNOWN
            self._solver.set("timeout", max(1, int(left * 1000)))
        result = self._solver.check(self._wire(wire))
        if result == z3.sat:
            self._model = self._solver.model()
            return Answer.YES
        if result == z3.unsat:
            self.say(-wire)
            return Answer.NO
        self.reason = self._solver.reason_unknown()
        return Answer.UNKNOWN

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
