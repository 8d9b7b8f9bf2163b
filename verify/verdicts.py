"""The verdicts on a rule file: what every file is asked, and what the file asks of itself.

Claims on positions come first, since everything else may lean on them: those that hold in any state at
all, then
those that hold by induction together. A claim that fails is looked for in real matches before it is called
violated; otherwise it is not inductive.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from enum import Enum

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.passes.expand import expand
from interpreter.passes.inline import inline
from interpreter.run.checks import Violation
from interpreter.run.match import Match
from interpreter.run.state import State
from interpreter.text.source import Span
from verify import alike, standard
from verify import obligations as ob
from verify import terms as t
from verify.encode import Unsupported
from verify.prove import Answer, Asked, Asker, Stepper, anywhere, at_start, stepper
from verify.search import Seen, look


class Verdict(Enum):
    """The words of a result; the value is its exit status."""

    PROVED = 0
    VIOLATED = 10
    NOT_INDUCTIVE = 11
    NOT_SEEN = 12
    UNKNOWN = 14

    @property
    def word(self) -> str:
        return "not seen" if self is Verdict.NOT_SEEN else self.name.lower().replace("_", " ")


WORST = (Verdict.VIOLATED, Verdict.NOT_INDUCTIVE, Verdict.UNKNOWN, Verdict.NOT_SEEN, Verdict.PROVED)
"""Worst first."""


@dataclass(frozen=True)
class Result:
    """A verdict on one check; `how` says in words on what it rests, `match` shows it where one was found."""

    check: str
    verdict: Verdict
    how: str
    span: Span
    seconds: float
    used: frozenset[str] = frozenset()
    match: Match[State] | None = None
    violation: Violation | None = None


@dataclass
class _Tally:
    """The answers to the questions of one check."""

    begun: float = field(default_factory=time.perf_counter)
    failed: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def add(self, when: str, asked: Asked) -> None:
        self.used |= asked.used
        if asked.answer is Answer.FAILS:
            self.failed.append(when)
        elif asked.answer is Answer.UNKNOWN:
            self.unknown.append(when)

    @property
    def holds(self) -> bool:
        return not self.failed and not self.unknown


class Prover:
    """Proves one game, for any deck and all option values at once; `options` are those of the matches
    looked at.
    """

    def __init__(self, game: ir.Game, options: Mapping[str, Value], seed: int = 0) -> None:
        self._played, self._options, self._seed = game, options, seed
        self._game = inline(expand(game))
        self._inductive: list[ir.Check] = []
        self._everywhere: dict[str, Asked] = {}
        self._steppers: dict[tuple[str, int], Stepper] = {}
        self._seen: Seen | None = None
        self._sought: dict[str, Seen] = {}

    def results(self, only: Set[str] | None = None) -> Iterator[Result]:
        """All verdicts, one by one as they are known, or those on the checks of these names.

        Claims on positions are all examined in any case: the others lean on them.
        """
        positions = [c for c in self._game.checks if isinstance(c.claim, ir.Invariant)]
        yield from (r for r in self._positions(positions) if only is None or r.check in only)
        if only is None:
            yield from self._built_in()
        for check in self._game.checks:
            if only is not None and check.name not in only:
                continue
            match check.claim:
                case ir.StepCheck():
                    yield self._try(check.name, check.span, lambda c=check: self._step_check(c))  # type: ignore[misc]
                case ir.Independence():
                    yield self._try(check.name, check.span, lambda c=check: self._independence(c))  # type: ignore[misc]
                case ir.Witness():
                    yield self._witness(check)
                case ir.Invariant():
                    pass

    def _try(self, name: str, span: Span, work: Callable[[], Result]) -> Result:
        try:
            return work()
        except Unsupported as found:
            how = f"the proof engine cannot take {found.what} (line {found.span.line})"
            return self._or_seen(name, span, Verdict.UNKNOWN, how, 0.0)

    # claims on positions

    def _positions(self, checks: list[ir.Check]) -> Iterator[Result]:
        failed: list[Result] = []
        place, asker = anywhere(self._game)
        for check in checks:
            try:
                asked = asker.ask(lambda c=check: ob.at_position(place).truth(c.claim.body))  # type: ignore[misc]
            except Unsupported as found:
                how = f"the proof engine cannot take {found.what} (line {found.span.line})"
                failed.append(self._or_seen(check.name, check.span, Verdict.UNKNOWN, how, 0.0))
                continue
            if asked.answer is Answer.HOLDS:
                self._everywhere[check.name] = asked
                yield _proved(check, "in any state", asked.seconds, asked.used)
            else:
                self._inductive.append(check)
        failed += self._whole_induction()
        yield from (_proved(c, "by induction, together", 0.0) for c in self._inductive)
        yield from failed

    def _whole_induction(self) -> list[Result]:
        try:
            return self._by_induction()
        except Unsupported as found:
            how = f"the proof engine cannot take {found.what} (line {found.span.line})"
            lost = [self._or_seen(c.name, c.span, Verdict.UNKNOWN, how, 0.0) for c in self._inductive]
            self._inductive, self._steppers = [], {}
            return lost

    def _by_induction(self) -> list[Result]:
        """Leave in `_inductive` the largest part of it that holds at the start and survives every step."""
        failed = self._at_start()
        while True:
            tallies = {c.name: _Tally() for c in self._inductive}
            for one in self._all_steppers():
                for check in self._inductive:
                    asked = one.asker.ask(lambda c=check, s=one: ob.position_goal(c)(s.step))  # type: ignore[misc]
                    tallies[check.name].add(_when(one), asked)
            lost = [c for c in self._inductive if not tallies[c.name].holds]
            if not lost:
                return failed
            failed += [self._not_inductive(c, tallies[c.name]) for c in lost]
            self._inductive = [c for c in self._inductive if c not in lost]
            self._steppers = {}

    def _at_start(self) -> list[Result]:
        try:
            place, asker = at_start(self._game)
        except Unsupported as found:
            how = f"the proof engine cannot take {found.what} in the set-up (line {found.span.line})"
            lost = [self._or_seen(c.name, c.span, Verdict.UNKNOWN, how, 0.0) for c in self._inductive]
            self._inductive = []
            return lost
        failed = []
        for check in list(self._inductive):
            asked = asker.ask(lambda c=check: ob.at_position(place).truth(c.claim.body))  # type: ignore[misc]
            if asked.answer is not Answer.HOLDS:
                self._inductive.remove(check)
                how = "it does not follow from the set-up"
                failed.append(
                    self._or_seen(check.name, check.span, Verdict.NOT_INDUCTIVE, how, asked.seconds)
                )
        return failed

    def _not_inductive(self, check: ir.Check, tally: _Tally) -> Result:
        seconds = time.perf_counter() - tally.begun
        if tally.failed:
            how = f"it need not survive {tally.failed[0]}"
            return self._or_seen(check.name, check.span, Verdict.NOT_INDUCTIVE, how, seconds)
        how = f"the budget ran out at {tally.unknown[0]}"
        return self._or_seen(check.name, check.span, Verdict.UNKNOWN, how, seconds)

    # steps

    def _all_steppers(self) -> Iterator[Stepper]:
        for move, seat in ob.moves_of(self._game):
            key = (move.name, seat)
            if key not in self._steppers:
                self._steppers[key] = stepper(self._game, move, seat, tuple(self._inductive))
            yield self._steppers[key]

    def _after_steps(
        self, name: str, span: Span, goal: ob.Goal, concerns: Callable[[Stepper], bool] | None = None
    ) -> Result:
        tally = _Tally()
        for one in self._all_steppers():
            if concerns is None or concerns(one):
                tally.add(_when(one), one.asker.ask(lambda s=one: goal(s.step)))  # type: ignore[misc]
        return self._told(name, span, tally)

    def _told(self, name: str, span: Span, tally: _Tally) -> Result:
        seconds = time.perf_counter() - tally.begun
        if tally.holds:
            how = "in every step" if tally.used else "true by construction: vacuous"
            return Result(name, Verdict.PROVED, how, span, seconds, frozenset(tally.used))
        word = Verdict.NOT_INDUCTIVE if tally.failed else Verdict.UNKNOWN
        where = (tally.failed or tally.unknown)[0]
        how = f"it need not hold after {where}" if tally.failed else f"the budget ran out at {where}"
        return self._or_seen(name, span, word, how, seconds)

    def _step_check(self, check: ir.Check) -> Result:
        claim = check.claim
        assert isinstance(claim, ir.StepCheck)
        goal = ob.step_goal(check)
        return self._after_steps(check.name, check.span, goal, lambda s: s.step.move.name in claim.after)

    def _independence(self, check: ir.Check) -> Result:
        claim = check.claim
        assert isinstance(claim, ir.Independence)
        return self._alike(check.name, check.span, alike.independence(self._game, claim, self._known))

    @property
    def _known(self) -> tuple[ir.Check, ...]:
        return tuple(self._inductive)

    def _alike(self, name: str, span: Span, questions: Iterator[alike.Alike]) -> Result:
        tally = _Tally()
        for question in questions:
            tally.add(question.when, Asker(question.facts).ask(question.goal))
        return self._told(name, span, tally)

    # what every rule file is asked

    def _built_in(self) -> Iterator[Result]:
        span = self._game.span
        yield self._try(standard.AT_START, span, self._start)
        for name, goal in standard.AFTER_STEPS.items():
            yield self._try(name, span, lambda n=name, g=goal: self._after_steps(n, span, g))  # type: ignore[misc]
        yield self._try(standard.DEFINED, span, self._defined)
        yield self._try(standard.PROGRESS, span, self._progress)
        questions = alike.no_peeking(self._game, self._known)
        yield self._try(standard.NO_PEEKING, span, lambda: self._alike(standard.NO_PEEKING, span, questions))
        yield from self._live()

    def _start(self) -> Result:
        tally = _Tally()
        place, asker = at_start(self._game)
        tally.add("the set-up", asker.ask(lambda: ob.conserved(place, place.state)))
        for need in list(place.terms.needs):
            asked = asker.ask(lambda n=need: t.implies(n.path, n.holds))  # type: ignore[misc]
            tally.add(f"the set-up: {need.what} (line {need.span.line})", asked)
        return self._told(standard.AT_START, self._game.span, tally)

    def _defined(self) -> Result:
        tally = _Tally()
        span = self._game.span
        for one in self._all_steppers():
            for need in one.needs:
                asked = one.asker.ask(lambda n=need: t.implies(n.path, n.holds))  # type: ignore[misc]
                tally.add(f"{_when(one)}: {need.what} (line {need.span.line})", asked)
                if asked.answer is not Answer.HOLDS:
                    span = need.span
        return self._told(standard.DEFINED, span, tally)

    def _progress(self) -> Result:
        tally = _Tally()
        place, asker = anywhere(self._game, self._known)
        tally.add("some position", asker.ask(lambda: standard.somebody_can_move(place)))
        return self._told(standard.PROGRESS, self._game.span, tally)

    def _live(self) -> Iterator[Result]:
        """No dead rules: each move and each ending was seen in a match."""
        seen = self._matches()
        for move in self._game.moves:
            if move.phase != ir.SETUP and not move.by_chance:
                yield _seen_or_not(f"`{move.name}` can be made", move.span, move.name in seen.moves, seen)
        for ending in self._game.endings:
            found = ending.name in seen.endings
            yield _seen_or_not(f"a match can end by `{ending.name}`", ending.span, found, seen)

    # matches

    def _matches(self) -> Seen:
        """Matches in which things are seen to happen."""
        if self._seen is None:
            witnesses = {c.name for c in self._played.checks if isinstance(c.claim, ir.Witness)}
            self._seen = self._look(witnesses)
        return self._seen

    def _look(self, asked: Set[str]) -> Seen:
        found = None
        for seen in look(self._played, self._options, asked, self._seed):
            found = seen
            if asked and asked <= seen.violated.keys():
                break
        assert found is not None
        return found

    def _or_seen(self, name: str, span: Span, verdict: Verdict, how: str, seconds: float) -> Result:
        """Violated if a match shows it, else the verdict given."""
        if name not in self._sought:
            self._sought[name] = self._look({name})
        found = self._sought[name].violated.get(name)
        if found is None:
            return Result(name, verdict, how, span, seconds)
        violation, match = found
        told = f"a match breaks it after {violation.action} actions: {violation.message}"
        return Result(name, Verdict.VIOLATED, told, span, seconds, match=match, violation=violation)

    def _witness(self, check: ir.Check) -> Result:
        begun = time.perf_counter()
        seen = self._matches()
        match = seen.happened.get(check.name)
        result = _seen_or_not(check.name, check.span, match is not None, seen, match)
        return Result(
            result.check, result.verdict, result.how, result.span, time.perf_counter() - begun, match=match
        )


def _when(one: Stepper) -> str:
    return f"{one.step.move.name} of seat {one.step.seat}"


def _proved(check: ir.Check, how: str, seconds: float, used: frozenset[str] = frozenset()) -> Result:
    return Result(check.name, Verdict.PROVED, how, check.span, seconds, used)


def _seen_or_not(name: str, span: Span, found: bool, seen: Seen, match: Match[State] | None = None) -> Result:
    if found:
        how = f"a match of {match.plies} plies shows it" if match is not None else "a match shows it"
        return Result(name, Verdict.PROVED, how, span, 0.0, match=match)
    return Result(name, Verdict.NOT_SEEN, f"not seen in {seen.matches} matches", span, 0.0)
