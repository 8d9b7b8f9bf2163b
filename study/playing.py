"""The matches of a plan, a batch at a time, on whatever plays them fastest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from interpreter.fast.kernel import Kernel
from interpreter.fast.kernel_source import Wanted
from interpreter.fast.totals import Row, Totals
from interpreter.fast.unfit import COMPARED, compares
from study.counted import Counted, batch
from study.engines import AUTO, EVALUATOR, NUMBA, kernel, no_numba, worth_numba
from study.observe import Observer, Seen, totals
from study.simulate import Plan


class Misplaced(ValueError):
    """An engine cannot do what is asked of it; the text is for people: lower case, no full stop."""


@dataclass(frozen=True)
class Answer:
    """What came of a batch; `lines` are the records of its matches, if the plan asks for them."""

    counted: Counted
    lines: tuple[str, ...] = ()


class Player(Protocol):
    """Plays matches of one plan, named by their indexes."""

    def count(self, indices: range) -> tuple[Totals, tuple[str, ...]]:
        """The sums, and a record for each match where the plan asks for them."""
        ...

    def both(self, indices: range) -> tuple[Totals, list[Row]]:
        """The sums, and the matches one by one, in order."""
        ...


class _Slow:
    """By the observer."""

    def __init__(self, plan: Plan) -> None:
        self._observer = Observer(plan)

    def count(self, indices: range) -> tuple[Totals, tuple[str, ...]]:
        lines: list[str] = []

        def seen() -> Iterator[Seen]:
            for index in indices:
                one = self._observer.match(index)
                if one.line is not None:
                    lines.append(one.line)
                yield one

        return totals(seen()), tuple(lines)

    def both(self, indices: range) -> tuple[Totals, list[Row]]:
        seen = [self._observer.match(index) for index in indices]
        return totals(seen), [one.row for one in seen]


class _Fast:
    """By the compiled engine; matches that it has doubts about are played by the observer."""

    def __init__(self, plan: Plan, kernel: Kernel) -> None:
        self._plan = plan
        self._kernel = kernel
        self._observer = Observer(plan)

    def count(self, indices: range) -> tuple[Totals, tuple[str, ...]]:
        return self._played(indices, rows=False)[0], ()

    def both(self, indices: range) -> tuple[Totals, list[Row]]:
        return self._played(indices, rows=True)

    def _played(self, indices: range, rows: bool) -> tuple[Totals, list[Row]]:
        plan = self._plan
        found = self._kernel.run(plan.seed, indices.start, len(indices), plan.cap, rows)
        slow = [self._observer.match(index) for index in found.doubtful]
        each = sorted([*found.rows, *(one.row for one in slow)]) if rows else []
        return found.totals.merge(totals(slow)), each


def player(plan: Plan) -> Player:
    """Who plays it."""
    name = engine_of(plan)
    if name == EVALUATOR:
        return _Slow(plan)
    return _Fast(plan, kernel(name, plan.game, plan.options, Wanted(study=True, check=plan.check)))


def engine_of(plan: Plan) -> str:
    """The name of the engine that plays; raises `Misplaced` if another one was asked for."""
    slow = set(plan.players) != {"random"} or plan.heading is not None
    if slow and plan.engine not in (AUTO, EVALUATOR):
        raise Misplaced(f"`{plan.engine}` plays matches of random players, and records none")
    if plan.check and plan.engine != EVALUATOR and compares(plan.game, plan.options):
        if plan.engine != AUTO:
            raise Misplaced(f"`{plan.engine}` cannot play this: {COMPARED}")
        slow = True
    reason = no_numba(plan.game, plan.options, plan.check) if plan.engine == NUMBA else None
    if reason is not None:
        raise Misplaced(f"`{NUMBA}` cannot play this: {reason}")
    return EVALUATOR if slow else plan.playing


def why_no_numba(plan: Plan) -> str | None:
    """Why numba does not play what it would be chosen for; None where it plays or is not worth its while."""
    worth = plan.engine == AUTO and worth_numba(plan.matches, plan.check) and set(plan.players) == {"random"}
    return no_numba(plan.game, plan.options, plan.check) if worth and plan.heading is None else None


def counting(plan: Plan) -> Callable[[range], Answer]:
    """The work of a process: batches are answered with their sums."""
    who = player(plan)
    moves = [move.name for move in plan.game.moves]

    def answer(indices: range) -> Answer:
        found, lines = who.count(indices)
        return Answer(batch(indices, found, moves), lines)

    return answer


def nothing(plan: Plan) -> Counted:
    """No match of the plan."""
    return batch(range(0), Totals(), [move.name for move in plan.game.moves])


def recording(plan: Plan) -> Callable[[int], str]:
    """The work of a process: the index of a match is answered with its record."""
    observer = Observer(plan)

    def answer(index: int) -> str:
        line = observer.match(index).line
        assert line is not None, "the plan asks for records"
        return line

    return answer
