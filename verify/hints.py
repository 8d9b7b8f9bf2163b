"""What would make a violated check hold: the values of an option, or the smallest change of the rules.

Candidates are tried and proved, one after another: nothing is guessed. A change is one constant, comparison,
operator or condition; those that leave effects out are no hints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, Value
from interpreter.ir.walk import called, claim_body, inside, move_expressions
from interpreter.run.values import Spelling
from verify import asking
from verify.desk import Desk, Known
from verify.encoded import encoded
from verify.mutants.mutant import Mutant, mutants, valid
from verify.mutants.spots import Kind as Step
from verify.obligations import NEVER
from verify.plan import Kind, Question
from verify.settings import Settings, Tell

SMALL = (Step.NUMBER, Step.COMPARISON, Step.VALUE, Step.OPERATOR, Step.PLAYER, Step.DROPPED)
"""The smallest changes first."""
MOST_TRIED = 24
MOST_VALUES = 6
"""Of an option, that are tried one by one."""


@dataclass(frozen=True)
class Hints:
    """For violated claims on positions and steps of one game."""

    game: ir.Game
    settings: Settings
    tell: Tell

    def of(self, question: Question, known: Known) -> tuple[str, ...]:
        """At most a few; none if nothing that was tried makes the check hold."""
        if question.kind not in (Kind.STEP, Kind.POSITION):
            return ()
        changes = islice(self._changes(question, known), 1)
        return (*self._options(question, known), *changes)

    def _holds(self, game: ir.Game, settings: Settings, question: Question, known: Known) -> bool:
        """Whether the check holds of these rules, and not just because its moves can no longer be made."""
        desk = Desk(encoded(game, settings), settings, self.tell)
        if question.kind is Kind.STEP:
            holds = self._asked(desk, asking.obligations(desk, question, known))
            return holds and self._alive(desk, question, known)
        if self._asked(desk, asking.anywhere(desk, question)):
            return True
        together = tuple(dict.fromkeys((*known, question.name)))
        start = self._asked(desk, asking.at_start(desk, question))
        return start and self._asked(desk, asking.surviving(desk, question, together))

    def _asked(self, desk: Desk, obligations: Iterator[asking.Obligation]) -> bool:
        """Whether all of them hold; the first that does not ends it."""
        return all(asking.tallied(partial(asking.ask, desk, [one])).holds for one in obligations)

    def _alive(self, desk: Desk, question: Question, known: Known) -> bool:
        """Whether the moves that the check is about can still be made, as far as is known."""
        claim = desk.check(question).claim
        assert isinstance(claim, ir.StepCheck)
        never = Question(NEVER, Kind.STEP, question.span)
        with_it = desk.extended(ir.Check(NEVER, ir.StepCheck(claim.after, ir.Literal(False, BOOL))))
        return not self._asked(with_it, asking.obligations(with_it, never, known))

    # options

    def _options(self, question: Question, known: Known) -> Iterator[str]:
        """The values for which the check holds, of each option for which it holds of some."""
        for option in self._read_by(question):
            values = option.values if len(option.values) <= MOST_VALUES else _some(option.values)
            good = [v for v in values if self._with(option.name, v, question, known)]
            if good and len(good) < len(values):
                yield f"it holds for `{option.name}` in {self._listed(option, good, values)}"

    def _listed(self, option: ir.Option, good: Sequence[Value], tried: Sequence[Value]) -> str:
        """`1..3` where they follow each other among those that were tried, else one by one."""
        told = [Spelling(self.game.deck, self.game.seats).text(v, option.type) for v in good]
        places = [tried.index(v) for v in good]
        if len(good) > 2 and places == list(range(places[0], places[-1] + 1)):
            return f"{told[0]}..{told[-1]}"
        return ", ".join(told)

    def _with(self, name: str, value: Value, question: Question, known: Known) -> bool:
        options = {**self.settings.options, name: value}
        settings = replace(self.settings, options=options, fixed=self.settings.fixed | {name})
        return self._holds(self.game, settings, question, known)

    def _read_by(self, question: Question) -> list[ir.Option]:
        """The free options that the rules at hand read; of those that the check reads too, only them."""
        assert question.check is not None
        body = claim_body(question.check.claim)
        rules = _options_in(self._reached(question))
        own = rules & _options_in(self._with_definitions([body])) if body is not None else set()
        free = (o for o in self.game.options if o.name not in self.settings.fixed)
        return [o for o in free if o.name in (own or rules)]

    def _roots(self, question: Question) -> Iterator[ir.Expr]:
        """What decides the moves that the check is about, and what they do."""
        assert question.check is not None
        claim = question.check.claim
        for move in self.game.moves:
            if not isinstance(claim, ir.StepCheck) or move.name in claim.after:
                yield from move_expressions(move)

    # changes of the rules

    def _changes(self, question: Question, known: Known) -> Iterator[str]:
        for mutant in islice(self._candidates(question), MOST_TRIED):
            self.tell(f"trying {mutant.sentence}")
            if self._holds(mutant.game, self.settings, question, known):
                change = mutant.change
                yield f"it holds with `{change.new}` for `{change.old}` (line {change.span.line})"

    def _candidates(self, question: Question) -> list[Mutant]:
        """Small changes of what the check is about, the smallest first."""
        spans = {(e.span.source.name, e.span.line) for r in self._reached(question) for e in inside(r)}
        near = [
            m
            for m in valid(mutants(self.game))
            if m.change.kind in SMALL and (m.change.span.source.name, m.change.span.line) in spans
        ]
        return sorted(near, key=lambda m: (SMALL.index(m.change.kind), len(m.change.new)))

    def _reached(self, question: Question) -> list[ir.Expr]:
        """The rules that the moves of the check consist of, with the definitions that they call."""
        return self._with_definitions(list(self._roots(question)))

    def _with_definitions(self, roots: list[ir.Expr]) -> list[ir.Expr]:
        used = called(self.game, roots)
        return [*roots, *(d.body for d in self.game.definitions if d.name in used)]


def _options_in(found: Iterable[ir.Expr]) -> set[str]:
    return {e.name for r in found for e in inside(r) if isinstance(e, ir.OptionRef)}


def _some(values: Sequence[Value]) -> tuple[Value, ...]:
    """The first of a long row, the middle one and the last."""
    return (*values[: MOST_VALUES - 2], values[len(values) // 2], values[-1])
