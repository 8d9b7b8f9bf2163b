"""The matches of a plan, a batch at a time, on whatever plays them fastest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from interpreter.fast.totals import Row, Totals
from study.counted import Counted, batch
from study.observe import Observer, Seen, totals
from study.simulate import Plan


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


def player(plan: Plan) -> Player:
    """Who plays it."""
    return _Slow(plan)


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
