"""What can happen: seen in a match, proved impossible, or neither."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, BoolType, Value
from interpreter.run.values import Spelling
from verify import asking
from verify.arms import armed
from verify.bounded.api import NoneUpTo, Unknown
from verify.desk import Desk, Known
from verify.differ import difference, reads
from verify.encoded import encoded
from verify.hunt import Hunt
from verify.obligations import NEVER
from verify.plan import Kind, Question, witness
from verify.result import Result, Shows, basis_of
from verify.seek import Broken, Seeker
from verify.settings import Settings, Tell
from verify.tasks import Tally
from verify.trace import Trace, plies
from verify.verdict import Verdict


@dataclass(frozen=True)
class Live:
    """Questions about what can happen, by any move, answered together: one match may show many things.

    Conditions are looked for under all option values, fixed or not: they are about the file.
    """

    game: ir.Game
    settings: Settings
    tell: Tell

    def results(self, questions: Sequence[Question], known: Known) -> Iterator[Result]:
        """In the order of the questions; `known` are claims on positions that may be used."""
        whole = replace(self.settings, moves=None)
        if self.settings.moves is not None:
            known = ()  # they are known of some moves only
        own = [q for q in questions if q.kind not in (Kind.CONDITION, Kind.OPTION)]
        conditions = [q for q in questions if q.kind is Kind.CONDITION]
        shown: list[Trace] = []
        for result in self._under(whole, encoded(self.game, self.settings), own, known) if own else ():
            shown += [] if result.trace is None else [result.trace]
            yield result
        yield from (self._option(q, shown) for q in questions if q.kind is Kind.OPTION)
        if conditions:
            free = replace(whole, fixed=frozenset())
            game = replace(armed(encoded(self.game)).game, checks=encoded(self.game).checks)
            yield from self._under(free, game, conditions, () if self.settings.fixed else known)

    def _under(
        self, settings: Settings, game: ir.Game, questions: Sequence[Question], known: Known
    ) -> Iterator[Result]:
        """Seen in a match; else proved impossible; else looked for at length."""
        begun = time.process_time()
        wanted = {q.name: witness(q, game) for q in questions}
        hunt = Hunt(game, settings, wanted, self.tell)
        hunt.first()
        desk = Desk(game, settings, self.tell)
        never = {n: self._impossible(w, desk, known) for n, w in wanted.items() if n not in hunt.found}
        hunt.further(frozenset(name for name, tally in never.items() if not tally.holds))
        share = (time.process_time() - begun) / len(questions)
        for question in questions:
            trace = hunt.found.get(question.name)
            if trace is not None:
                yield replace(_seen(question, trace, settings), seconds=share)
            else:
                yield self._never(question, wanted[question.name], desk, never[question.name])

    def _option(self, question: Question, shown: Sequence[Trace]) -> Result:
        begun = time.process_time()
        self.tell(question.name)
        option = next(o for o in self.game.options if o.name == question.of)
        found = difference(self.game, replace(self.settings, fixed=frozenset()), option, shown)
        result = Result(question.name, Verdict.BOUNDED, "no match showed it", question.span, can_happen=True)
        result = replace(result, depth=0, seconds=time.process_time() - begun)
        if found is not None:
            one, other = (_spelled(self.game, value, option) for value in found.values)
            how = f"with {one} and {other} {found.what} is not the same"
            at = len(found.trace.actions)
            result = replace(result, verdict=Verdict.PROVED, how=how, depth=None)
            return replace(result, trace=found.trace, shows=Shows.WITNESS, at=at)
        if not reads(self.game, option.name):
            return replace(result, verdict=Verdict.VIOLATED, how="no rule asks for it", depth=None)
        return result

    def _never(self, question: Question, seen: ir.Witness, desk: Desk, tally: Tally) -> Result:
        """Nothing showed it: perhaps it is impossible."""
        result = Result(question.name, Verdict.BOUNDED, "no match showed it", question.span)
        result = replace(result, depth=0, can_happen=True, seconds=tally.seconds)
        if not tally.holds:
            return self._deep(question, seen, desk, result)
        basis = basis_of(desk.settings, frozenset(tally.used))
        how = "impossible in every reachable position"
        return replace(result, verdict=Verdict.VIOLATED, how=how, basis=basis, depth=None)

    def _deep(self, question: Question, seen: ir.Witness, desk: Desk, result: Result) -> Result:
        """The shortest match that shows it, however rare, or to which depth there is none."""
        seeker = Seeker(desk.game, desk.settings, desk.tell)
        answer = seeker.shortest(ir.Check(question.name, seen), desk.settings.options)
        if isinstance(answer, Broken):
            return _seen(question, answer.trace, desk.settings)
        if isinstance(answer, NoneUpTo | Unknown) and answer.depth >= 0:
            how = f"{result.how}, and none of up to {answer.depth} actions can"
            return replace(result, how=how, depth=answer.depth)
        return result

    def _impossible(self, seen: ir.Witness, desk: Desk, known: Known) -> Tally:
        never = ir.Apply(Op.NOT, (seen.body,), BOOL)
        if seen.after:
            question = Question(NEVER, Kind.STEP, desk.game.span)
            desk = desk.extended(ir.Check(NEVER, ir.StepCheck(seen.after, never)))
            return asking.tallied(lambda: asking.ask(desk, asking.obligations(desk, question, known)))
        question = Question(NEVER, Kind.POSITION, desk.game.span)
        desk = desk.extended(ir.Check(NEVER, ir.Invariant(never)))
        for part in (
            lambda: asking.ask(desk, asking.anywhere(desk, question)),
            lambda: asking.ask(desk, asking.with_known(desk, question, known)),
        ):
            tally = asking.tallied(part)
            if tally.holds:
                return tally
        base = asking.tallied(lambda: asking.ask(desk, asking.at_start(desk, question)))
        if not base.holds:
            return base
        return asking.tallied(lambda: asking.ask(desk, asking.surviving(desk, question, (*known, NEVER))))


def _spelled(game: ir.Game, value: Value, option: ir.Option) -> str:
    if isinstance(option.type, BoolType):
        return "yes" if value else "no"
    return Spelling(game.deck, game.seats).text(value, option.type)


def _seen(question: Question, trace: Trace, settings: Settings) -> Result:
    changed = [name for name, value in trace.options.items() if value != settings.options[name]]
    under = f", with another value of {', '.join(f'`{name}`' for name in changed)}" if changed else ""
    how = f"a match of {plies(trace)} plies shows it{under}"
    result = Result(question.name, Verdict.PROVED, how, question.span, can_happen=True)
    return replace(result, trace=trace, shows=Shows.WITNESS, at=len(trace.actions))
