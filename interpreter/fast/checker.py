"""The checks of a rule file along a match of the compiled engine; what they mean is
`interpreter/run/checks.py`.

Generated code says whether all of them hold in a position and after a step. Where one does not, or cannot be
evaluated, the evaluator is asked about this moment, and says which and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.fast.checks import asks_who_laid
from interpreter.fast.engine import Code, Compiled, State
from interpreter.fast.flow import reach
from interpreter.fast.independence import Comparison
from interpreter.fast.runtime import Undefined, members
from interpreter.ir.nodes import Independence
from interpreter.ir.types import Card, Seat
from interpreter.run.checks import Checker, Violation
from interpreter.run.env import Env, History

Past: TypeAlias = tuple[State, Any, int, int, list[int]]
"""The state before the last step, what was before that, who made it, which move, who last moved each card."""


@dataclass(frozen=True)
class Checks:
    """What all matches of an engine share; see `checks.py` for `always`, `after` and `seen`."""

    always: tuple[Any, ...]
    after: tuple[Any, ...]
    seen: tuple[Any, ...]
    compared: tuple[Comparison, ...]
    """The independence checks that have to be tried out."""
    zones: tuple[tuple[int, bool], ...]
    """Their slots, and whether they are ordered; none if nobody asks who moved a card."""
    nobody: list[int]
    deals: bool


def checks_of(engine: Compiled) -> Checks:
    """Made once for an engine."""
    space, game, layout = engine.with_checks(), engine.game, engine.layout
    plain, settled = engine.made.maker.game, engine.made.maker.settled
    claims = [c.claim for c in game.checks if isinstance(c.claim, Independence)]
    reached = [(claim, reach(claim, plain, settled)) for claim in claims]
    zones = [(row.start + i, row.ordered) for row in layout.zones.values() for i in range(row.copies)]
    return Checks(
        space["ALWAYS"],
        space["AFTER"],
        space["SEEN"],
        tuple(Comparison(engine, claim, r) for claim, r in reached if not r.nowhere),
        tuple(zones) if asks_who_laid(game) else (),
        [-1] * len(game.deck.suits) * len(game.deck.ranks),
        any(ending.again is not None for ending in game.endings),
    )


class Watch:
    """Watches one match: `begin`, then `observe` for each step. `witnessed` are the things seen to happen."""

    def __init__(self, engine: Compiled) -> None:
        self._engine = engine
        if not isinstance(engine.checks, Checks):
            engine.checks = checks_of(engine)
        self._checks = checks = engine.checks
        self._always, self._after, self._compared = checks.always, checks.after, checks.compared
        self._unseen: list[Any] = list(checks.seen)
        self._tests: dict[tuple[int, int], tuple[Any, ...]] = {}
        layout = engine.layout
        self._mover, self._phase, self._result = layout.mover, layout.phase, layout.result
        self._setup = len(engine.game.setup)
        self._past: Past | None = None
        self._count = 0
        self._slow: Checker | None = None
        self.witnessed: set[str] = set()

    def begin(self, state: State) -> list[Violation]:
        """The match starts in this position, the set-up done."""
        self._past, self._count = None, 0
        return self._examine(state, (-1, state[self._mover]))

    def observe(self, before: State, code: Code, after: State) -> list[Violation]:
        """One more step of the same match; what is violated by it, in the order of the file."""
        if self._checks.deals and self._preparing(before):
            return [] if self._preparing(after) else self.begin(after)
        past = self._past
        laid = self._laid(before, code[1], after, self._checks.nobody if past is None else past[4])
        self._past = (before, _remembered(past), code[1], code[0], laid)
        self._count += 1
        return self._examine(after, code)

    def _preparing(self, state: State) -> bool:
        result: int = state[self._result]
        return bool(result - 1 & 1) if result else state[self._phase + 2] < self._setup

    def _laid(self, before: State, seat: int, after: State, laid: list[int]) -> list[int]:
        """Who last moved each card, after a step of this seat."""
        changed = laid
        for slot, ordered in self._checks.zones:
            was, now = before[slot], after[slot]
            if was is now or was == now:
                continue
            if changed is laid:
                changed = laid.copy()
            for card in _come(was, now) if ordered else members(now & ~was):
                changed[card] = seat
        return changed

    def _examine(self, state: State, code: Code) -> list[Violation]:
        move, who, *picks = code
        past, mover = self._past, state[self._mover]
        phase = 0 if state[self._result] else state[self._phase]
        try:
            if not (
                self._always[phase](state, mover, past)
                and (move < 0 or self._after[move](state, who, past, *picks))
                and (not self._compared or all(c.same(state) for c in self._compared))
            ):
                return self._told(state, code)
        except Undefined:
            return self._told(state, code)
        if self._unseen:
            self._look(state, code, phase)
        return []

    def _look(self, state: State, code: Code, phase: int) -> None:
        """Whether something is seen for the first time."""
        key = (phase, code[0])
        if key not in self._tests:
            self._tests[key] = tuple(e for e in self._unseen if phase in e[1] and e[2] in (None, code[0]))
        for name, _, about, test in self._tests[key]:
            given = (state[self._mover],) if about is None else code[1:]
            try:
                if test(state, given[0], self._past, *given[1:]):
                    self._saw(name)
            except Undefined:
                self._told(state, code)

    def _saw(self, name: str) -> None:
        self.witnessed.add(name)
        self._unseen = [e for e in self._unseen if e[0] != name]
        self._tests = {}

    # what the evaluator says ------------------------------------------------------------------------------

    def _told(self, state: State, code: Code) -> list[Violation]:
        """What the evaluator finds at this moment; things to be seen are found by it, too."""
        engine = self._engine
        engine.asked += 1
        self._slow = self._slow or Checker(engine.evaluator)
        move, who, *values = code
        picks: dict[str, Any] = {}
        declared = None
        if move >= 0:
            declared = engine.game.moves[move]
            picks = dict(zip((p.name for p in declared.picks), values, strict=True))
        env = Env(engine.slow(state), Seat(who), picks, self._history(self._past))
        found = self._slow.judge(env, declared, self._count)
        for name in self._slow.witnessed:
            self._saw(name)
        return found

    def _history(self, past: Past | None) -> History | None:
        if past is None:
            return None
        before, earlier, who, move, laid = past
        by_card = {Card(card): Seat(seat) for card, seat in enumerate(laid) if seat >= 0}
        name = self._engine.game.moves[move].name
        return History(self._engine.slow(before), self._history(earlier), name, Seat(who), by_card)


def _remembered(past: Past | None) -> Past | None:
    """The past as far back as checks may ask for it, seen from a step later: two steps."""
    if past is None or past[1] is None or past[1][1] is None:
        return past
    return (past[0], (past[1][0], None, *past[1][2:]), *past[2:])


def _come(was: tuple[int, ...], now: tuple[int, ...]) -> Iterable[int]:
    """The cards that have come to a stack."""
    high, left = len(was), len(now)
    if left > high and now[:high] == was:
        return now[high:]
    return () if was[:left] == now else set(now).difference(was)
