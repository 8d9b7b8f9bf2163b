"""The checks of a rule file, evaluated along a match, on every position and every step outside the set-up.

The past that checks may ask for is kept here, not in states: no rule can read it. A check that cannot be
evaluated is violated; a witness that cannot be is not seen there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from interpreter.ir.nodes import Check, Independence, Invariant, Move, StepCheck, Witness
from interpreter.ir.types import Card, Seat
from interpreter.run.engine import Evaluator
from interpreter.run.env import Env, History, Meaning, remembered
from interpreter.run.fault import Fault
from interpreter.run.independence import Comparison
from interpreter.run.match import Step
from interpreter.run.state import State
from interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class Violation:
    """A check that does not hold after so many actions of play (0: at the start)."""

    check: str
    span: Span
    action: int
    message: str


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where checks are evaluated: a position, and the step that led there if there was one."""

    env: Env
    move: Move | None


class Checker:
    """Watches one match: `begin`, then `observe` for each step. `witnessed` are the things seen to happen.

    `at` is where checks on steps were evaluated last.
    """

    def __init__(self, engine: Evaluator) -> None:
        self._engine = engine
        self._bodies = {
            check.name: engine.context.meaning(check.claim.body)
            for check in engine.game.checks
            if not isinstance(check.claim, Independence)
        }
        self._comparisons = {
            check.name: Comparison(engine, check.claim)
            for check in engine.game.checks
            if isinstance(check.claim, Independence)
        }
        self._history: History | None = None
        self._count = 0
        self.witnessed: set[str] = set()
        self.at: Env | None = None

    def begin(self, state: State) -> list[Violation]:
        """The match starts in this position, the set-up done."""
        self._history, self._count = None, 0
        return self._examine(_Moment(Env(state, state.mover, {}), None))

    def observe(self, step: Step[State]) -> list[Violation]:
        """One more step of the same match; what is violated by it, in the order of the file.

        Between two deals nothing is examined; each deal begins anew.
        """
        if self._engine.preparing(step.before):
            return [] if self._engine.preparing(step.after) else self.begin(step.after)
        seat, move = self._engine.made_by(step.before, step.action)
        self._history = self._remember(step, seat, move)
        self._count += 1
        return self._examine(_Moment(Env(step.after, seat, dict(step.action.picks), self._history), move))

    def judge(self, env: Env, move: Move | None, count: int) -> list[Violation]:
        """What is violated at a moment of a match that was followed elsewhere.

        `env` has who moved, the picks and the past; `count` is the number of actions so far.
        """
        self._count = count
        return self._examine(_Moment(env, move))

    def _remember(self, step: Step[State], seat: Seat, move: Move) -> History:
        past = self._history
        laid = dict(past.laid) if past is not None else {}
        was, now = _places(step.before), _places(step.after)
        laid.update((card, seat) for card in now if now[card] != was.get(card))
        return History(step.before, remembered(past), move.name, seat, laid)

    def _examine(self, moment: _Moment) -> list[Violation]:
        found = []
        self.at = moment.env
        for check in self._engine.game.checks:
            trouble = self._trouble(check, moment)
            if trouble is not None:
                found.append(Violation(check.name, check.span, self._count, trouble))
        return found

    def _trouble(self, check: Check, moment: _Moment) -> str | None:
        """What is wrong with a check at the moment, None if nothing is."""
        claim, step = check.claim, moment.env
        position = Env(step.state, step.state.mover, {}, step.history)
        match claim:
            case Invariant():
                return _violated(self._bodies[check.name], position)
            case StepCheck(after):
                concerned = moment.move is not None and moment.move.name in after
                return _violated(self._bodies[check.name], step) if concerned else None
            case Witness(after):
                concerned = not after or (moment.move is not None and moment.move.name in after)
                if concerned and _violated(self._bodies[check.name], step if after else position) is None:
                    self.witnessed.add(check.name)
                return None
            case Independence():
                return self._comparisons[check.name].difference(step.state)
            case _:
                assert_never(claim)


def _violated(body: Meaning, env: Env) -> str | None:
    try:
        return None if body(env) else "it does not hold"
    except Fault as fault:
        return f"it cannot be evaluated, {fault.message}"


def _places(state: State) -> dict[Card, tuple[int, int]]:
    return {card: place for place, cards in _contents(state) for card in cards}


def _contents(state: State) -> Iterator[tuple[tuple[int, int], tuple[Card, ...]]]:
    for zone, row in enumerate(state.zones):
        for index, cards in enumerate(row):
            assert isinstance(cards, tuple)
            yield (zone, index), cards
