"""All that a search has found, in arrays: a few bytes a state and a step, whatever a state is.

States are numbered in the order in which they were found, so by depth; those in which play begins come first.
The step number `k` from a state is the one that the engine lists as number `k` among its legal actions.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import compress

from interpreter.run.fault import Fault
from interpreter.run.protocol import Outcome
from verify.explore.routines import PLAIN, Plain, numbers
from verify.explore.space import MIXED, Key


class Kind(IntEnum):
    """What a state is. `OPEN`: found, but not looked at any further."""

    OPEN = 0
    GOING = 1
    OVER = 2
    STUCK = 3  # not over, and nobody can move
    FAULTY = 4  # an operation of the rules left its domain, there or on the way there


@dataclass
class Graph:
    """`first[n]` to `first[n + 1]` are the numbers of the steps from state `n`; a step leads to its `target`.

    `mover` is a seat, `CHANCE` or `MIXED`; then `mixed` has the seat of each step. `parent` (-1: none) and
    `by` tell by which step a state was found first, `depth` after how many steps. `outcome` and `fault` are
    numbers in `outcomes` and `faults`, -1 for none. `prepared` counts the states of the set-up, which are no
    part of the graph. `why` says why the search ended early.
    """

    starts: int = 0
    keys: Sequence[Key] = field(default_factory=list[Key])
    kind: bytearray = field(default_factory=bytearray)
    phase: bytearray = field(default_factory=bytearray)
    phases: list[str] = field(default_factory=list)
    mover: array[int] = field(default_factory=lambda: array("h"))
    mixed: dict[int, tuple[int, ...]] = field(default_factory=dict)
    depth: array[int] = field(default_factory=lambda: array("i"))
    parent: array[int] = field(default_factory=lambda: array("i"))
    by: array[int] = field(default_factory=lambda: array("i"))
    outcome: array[int] = field(default_factory=lambda: array("h"))
    outcomes: list[Outcome] = field(default_factory=list)
    fault: array[int] = field(default_factory=lambda: array("h"))
    faults: list[Fault] = field(default_factory=list)
    sinks: set[int] = field(default_factory=set)
    first: array[int] = field(default_factory=lambda: array("q", (0,)))
    target: array[int] = field(default_factory=lambda: array("i"))
    prepared: int = 0
    why: str | None = None

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def complete(self) -> bool:
        return self.why is None

    def steps(self, state: int) -> range:
        """The numbers of the steps from a state that was looked at."""
        if state + 1 >= len(self.first):
            return range(0)
        return range(self.first[state], self.first[state + 1])

    def after(self, state: int) -> array[int]:
        """Where the steps from a state lead."""
        steps = self.steps(state)
        return self.target[steps.start : steps.stop]

    def seat(self, state: int, step: int) -> int:
        """Who makes a step from the state: a seat or `CHANCE`."""
        mover = self.mover[state]
        return mover if mover != MIXED else self.mixed[state][step - self.first[state]]

    def result(self, state: int) -> Outcome | None:
        number = self.outcome[state]
        return None if number < 0 else self.outcomes[number]

    def flags(self, *kinds: Kind) -> bytes:
        """By state, 1 where it is of one of the kinds."""
        return bytes(self.kind.translate(bytes(kind in kinds for kind in range(256))))

    def of_kind(self, *kinds: Kind) -> Iterator[int]:
        return compress(range(len(self.kind)), self.flags(*kinds))

    def whole_depth(self) -> int:
        """The depth to which every state was looked at, -1 if none was."""
        if self.complete:
            return max(self.depth, default=0)
        return min((self.depth[n] for n in self.of_kind(Kind.OPEN)), default=0) - 1


@dataclass(frozen=True)
class Backward:
    """The steps by where they lead: those into state `n` are `step[first[n]:first[n + 1]]`.

    `source` has for every step the state from which it leads.
    """

    first: array[int]
    step: array[int]
    source: array[int]

    def into(self, state: int) -> array[int]:
        return self.step[self.first[state] : self.first[state + 1]]


def backward(graph: Graph, routines: Plain = PLAIN) -> Backward:
    """The graph the other way round, in time and space of the order of its steps."""
    states, steps = len(graph), len(graph.target)
    first, place = numbers("q", states + 1), numbers("q", states)
    step, source = numbers("i", steps), numbers("i", steps)
    done = len(graph.first) - 1
    routines.call("reverse", graph.first, graph.target, first, step, source, place, done)
    return Backward(first, step, source)
