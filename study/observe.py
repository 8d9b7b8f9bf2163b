"""Matches of any players watched step by step: the same sums as the compiled engine counts for random ones.

`docs/study.md` says what each number means. This is the slow way, on the evaluator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from interpreter.fast.totals import Row, Totals
from interpreter.ir.nodes import Per
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Blind, Chooser, Match, Step
from interpreter.run.protocol import Action, Outcome, View
from interpreter.run.record import record_match, to_line
from interpreter.run.rng import Stream
from interpreter.run.state import State
from players.registry import make_player
from study.simulate import Plan

UNKNOWN = -1
"""Stands for the seat that begins where a match is stopped before its first ply."""


class _Noting:
    """A chooser that notes how many actions it could choose from."""

    def __init__(self, inner: Chooser) -> None:
        self._inner = inner
        self.choices = 0

    def choose(self, view: View, chance: Stream) -> Action:
        self.choices = len(view.legal)
        return self._inner.choose(view, chance)


class _NotingBlind(_Noting):
    """The same for one that sees no view."""

    def choose_among(self, legal: Sequence[Action], chance: Stream) -> Action:
        self.choices = len(legal)
        assert isinstance(self._inner, Blind)
        return self._inner.choose_among(legal, chance)


def _noting(name: str) -> _Noting:
    player = make_player(name)
    return _NotingBlind(player) if isinstance(player, Blind) else _Noting(player)


@dataclass
class Seen:
    """What was seen in one match: `row`, its record where one was asked for, and the sums of a study."""

    row: Row
    line: str | None
    moves: Counter[str]
    endings: Counter[str]
    choices: Counter[int]
    largest: dict[str, int]
    changes: int


class Observer:
    """Plays the matches of a plan on the evaluator."""

    def __init__(self, plan: Plan) -> None:
        self._engine = Evaluator(plan.game, plan.options)
        self._plan = plan

    def match(self, index: int) -> Seen:
        """The match with this index from its beginning to its end, the cap or a fault."""
        return _Watched(self._engine, self._plan, index).seen()


@dataclass
class _Watched:
    engine: Evaluator
    plan: Plan
    index: int
    moves: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    choices: Counter[int] = field(default_factory=Counter)
    largest: dict[str, int] = field(default_factory=dict)
    changes: int = 0
    first: int = UNKNOWN
    turns: int = 0
    ahead: int | None = None
    violated: dict[str, Violation] = field(default_factory=dict)

    def seen(self) -> Seen:
        plan = self.plan
        checks = Checker(self.engine) if plan.check else None
        match: Match[State] | None = None
        fault: Fault | None = None
        try:
            players = [_noting(name) for name in plan.players]
            match = Match(
                self.engine, players, plan.seed, self.index, plan.cap, keep=plan.heading is not None
            )
            self._through(match, players, checks)
        except Fault as met:
            fault = met
        line = None
        if match is not None and plan.heading is not None:
            line = to_line(record_match(match, plan.heading, plan.legal, plan.states))
        outcome = match.outcome if match is not None and fault is None else None
        row = self._row(outcome, match.plies if match is not None else 0, fault, checks)
        return Seen(row, line, self.moves, self.endings, self.choices, self.largest, self.changes)

    def _row(
        self,
        outcome: Outcome | None,
        plies: int,
        fault: Fault | None,
        checks: Checker | None,
    ) -> Row:
        witnessed = frozenset(checks.witnessed) if checks is not None else frozenset()
        return Row(
            self.index,
            self.first,
            outcome.ending if outcome is not None else None,
            outcome.by if outcome is not None else None,
            outcome.winners if outcome is not None else (),
            outcome.losers if outcome is not None else (),
            plies,
            self.turns,
            fault,
            tuple(self.violated.values()),
            witnessed,
        )

    def _through(self, match: Match[State], players: Sequence[_Noting], checks: Checker | None) -> None:
        while match.start is None:
            self._note_move(match.advance())
        self._look(match.start)
        self._violated(checks.begin(match.start) if checks is not None else ())
        while not match.over:
            plies = match.plies
            step = match.advance()
            if match.plies > plies:
                assert step.action.player is not None
                self.choices[players[step.action.player].choices] += 1
                self.first = step.action.player if self.first == UNKNOWN else self.first
            self._after(step)
            self._violated(checks.observe(step) if checks is not None else ())

    def _violated(self, found: Sequence[Violation]) -> None:
        for violation in found:
            self.violated.setdefault(violation.check, violation)

    def _note_move(self, step: Step[State]) -> None:
        """Lots and deals are no moves; what chance does in the course of play has a name of its own."""
        if step.action.player is not None or not self.engine.preparing(step.before):
            self.moves[self.engine.made_by(step.before, step.action)[1].name] += 1

    def _after(self, step: Step[State]) -> None:
        before, after = step.before, step.after
        self._note_move(step)
        if after.outcome is not None:
            self.endings[after.outcome.ending] += 1
        if not self.engine.preparing(before):
            self.turns += after.mover != before.mover
            self._look(after)

    def _look(self, state: State) -> None:
        """The sizes of the zones now, and who alone has the fewest cards."""
        fewest = [0] * self.plan.game.seats
        for zone, row in zip(self.plan.game.zones, state.zones, strict=True):
            sizes = [len(cards) for cards in row if isinstance(cards, tuple)]
            self.largest[zone.name] = max(self.largest.get(zone.name, 0), *sizes)
            if zone.per is Per.PLAYER:
                fewest = [a + b for a, b in zip(fewest, sizes, strict=True)]
        least = min(fewest)
        if fewest.count(least) == 1:
            seat = fewest.index(least)
            self.changes += self.ahead is not None and self.ahead != seat
            self.ahead = seat


# many matches ---------------------------------------------------------------------------------------------


def totals(seen: Iterable[Seen]) -> Totals:
    """The sums over matches that have different indexes."""
    sums = _Sums()
    for one in seen:
        sums.add(one)
    return sums.totals()


@dataclass
class _Sums:
    matches: int = 0
    results: Counter[tuple[int, str, tuple[int, ...], tuple[int, ...]]] = field(default_factory=Counter)
    unfinished: Counter[int] = field(default_factory=Counter)
    plies: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    choices: Counter[int] = field(default_factory=Counter)
    largest: dict[str, Counter[int]] = field(default_factory=dict)
    changes: Counter[int] = field(default_factory=Counter)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    violations: list[tuple[int, Violation]] = field(default_factory=list)
    violated: Counter[str] = field(default_factory=Counter)
    witnessed: Counter[str] = field(default_factory=Counter)

    def add(self, seen: Seen) -> None:
        self.matches += 1
        self._result(seen)
        self.endings.update(seen.endings)
        self.moves.update(seen.moves)
        self.choices.update(seen.choices)
        for zone, size in seen.largest.items():
            self.largest.setdefault(zone, Counter())[size] += 1
        self.violations += [(seen.row.index, violation) for violation in seen.row.violations]
        self.violated.update(violation.check for violation in seen.row.violations)
        self.witnessed.update(seen.row.witnessed)

    def _result(self, seen: Seen) -> None:
        row = seen.row
        if row.fault is not None:
            self.faults.append((row.index, row.fault))
        elif row.ending is None:
            self.unfinished[row.first] += 1
        else:
            self.results[row.first, row.ending, row.winners, row.losers] += 1
            self.plies[row.plies] += 1
            self.turns[row.turns] += 1
            self.changes[seen.changes] += 1

    def totals(self) -> Totals:
        return Totals(
            self.matches,
            dict(self.results),
            dict(self.unfinished),
            dict(self.plies),
            dict(self.turns),
            dict(self.endings),
            dict(self.moves),
            dict(self.choices),
            {zone: dict(sizes) for zone, sizes in self.largest.items()},
            dict(self.changes),
            tuple(self.faults),
            len(self.faults),
            tuple(self.violations),
            dict(self.violated),
            dict(self.witnessed),
        )
