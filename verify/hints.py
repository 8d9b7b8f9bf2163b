"""What would make a violated check hold: the values of an option, or the smallest change of the rules.

Candidates are tried and proved, one after another: nothing is guessed. A change is one constant, comparison,
operator or condition of the move that has broken the check; those that leave effects out are no hints, nor
are those after which a condition decides nothing any more. One that keeps the other checks is preferred.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice

from interpreter.ir import nodes as ir
from interpreter.ir import questions
from interpreter.ir.types import Value
from interpreter.ir.walk import called, claim_body, inside, move_expressions
from interpreter.run.values import Spelling
from interpreter.text.spelling import distance
from verify import asking
from verify.desk import Desk, Known
from verify.encoded import encoded
from verify.genuine import genuine, still_breaks
from verify.mutants.mutant import Mutant, mutants, valid
from verify.mutants.spots import Kind as Step
from verify.plan import Kind, Question, plan
from verify.settings import Settings, Tell
from verify.trace import Trace

SMALL = (Step.NUMBER, Step.COMPARISON, Step.VALUE, Step.END, Step.OPERATOR, Step.DROPPED)
"""The smallest changes first."""
MOST_TRIED = 40
MOST_COMPARED = 4
"""Changes with which the check holds."""
STEPS = 2_000_000
"""Of the solver for one obligation: what is not proved with these is no hint."""
MOST_VALUES = 6
"""Of an option, that are tried one by one."""


@dataclass
class Hints:
    """For violated claims on positions and steps of one game."""

    game: ir.Game
    settings: Settings
    tell: Tell
    _last: tuple[ir.Game, Desk] | None = field(default=None, init=False)

    def of(self, question: Question, known: Known, trace: Trace | None) -> tuple[str, ...]:
        """At most a few; none if nothing that was tried makes the check hold. `trace` has broken it."""
        if question.kind not in (Kind.STEP, Kind.POSITION):
            return ()
        moves = self._concerned(question, trace)
        changes = self._changes(question, known, moves, trace)
        return (*self._options(question, known, moves), *changes)

    def _concerned(self, question: Question, trace: Trace | None) -> frozenset[str]:
        """The moves of which it is a matter: the last one of the match, else all that the check is about, and
        those that it asks for.
        """
        assert question.check is not None
        claim, named = question.check.claim, {m.name for m in self.game.moves}
        last = {trace.actions[-1].move} & named if trace is not None and trace.actions else set[str]()
        about = set(claim.after) if isinstance(claim, ir.StepCheck) else set[str]()
        body = claim_body(claim)
        asked = {e.move for e in inside(body) if isinstance(e, ir.Can)} if body is not None else set[str]()
        return frozenset((last or about or named) | asked)

    def _holds(self, game: ir.Game, settings: Settings, question: Question, known: Known) -> bool:
        """Whether the check holds of these rules."""
        desk = self._desk(game, settings)
        if question.kind is Kind.STEP:
            return self._asked(desk, asking.obligations(desk, question, known))
        if self._asked(desk, asking.anywhere(desk, question)):
            return True
        together = tuple(dict.fromkeys((*known, question.name)))
        start = self._asked(desk, asking.at_start(desk, question))
        return start and self._asked(desk, asking.surviving(desk, question, together))

    def _desk(self, game: ir.Game, settings: Settings) -> Desk:
        """The solvers at hand, those for the last game kept."""
        budget = replace(settings.budget, steps=min(settings.budget.steps, STEPS))
        settings = replace(settings, budget=budget)
        if self._last is None or self._last[0] is not game or self._last[1].settings != settings:
            self._last = game, Desk(encoded(game, settings), settings, self.tell)
        return self._last[1]

    def _asked(self, desk: Desk, obligations: Iterator[asking.Obligation]) -> bool:
        """Whether all of them hold; the first that does not ends it."""
        return all(asking.tallied(partial(asking.ask, desk, [one])).holds for one in obligations)

    # options

    def _options(self, question: Question, known: Known, moves: frozenset[str]) -> Iterator[str]:
        """The values for which the check holds, of each option for which it holds of some."""
        for option in self._read_by(question, moves):
            values = option.values if len(option.values) <= MOST_VALUES else _some(option.values)
            good = [v for v in values if self._with(option.name, v, question, known)]
            if good and len(good) < len(values) and not _all_there_is(good, option.values):
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

    def _read_by(self, question: Question, moves: Set[str]) -> list[ir.Option]:
        """The free options that the rules at hand read; of those that the check reads too, only them."""
        assert question.check is not None
        body = claim_body(question.check.claim)
        rules = _options_in(self._reached(moves))
        own = rules & _options_in(self._with_definitions([body])) if body is not None else set()
        free = (o for o in self.game.options if o.name not in self.settings.fixed)
        return [o for o in free if o.name in (own or rules)]

    # changes of the rules

    def _changes(
        self, question: Question, known: Known, moves: frozenset[str], trace: Trace | None
    ) -> Iterator[str]:
        """The first change with which all other claims about these moves hold, too, else the one with which
        most of them do, and one that then holds no more.
        """
        others = [q for q in plan(self.game) if q.check is not None and self._beside(q, question, known)]
        best: tuple[int, Mutant, list[Question]] | None = None
        for mutant in islice(self._good(question, known, moves, trace), MOST_COMPARED):
            lost = [q for q in others if not self._survives(mutant.game, q, known, moves)]
            best = min(best or (len(lost), mutant, lost), (len(lost), mutant, lost), key=lambda b: b[0])
            if not lost:
                break
        if best is not None:
            _, mutant, lost = best
            change = mutant.change
            spoilt = next((q.name for q in lost if self._survives(self.game, q, known, moves)), None)
            but = "" if spoilt is None else f", but then `{spoilt}` does not"
            yield f"it holds with `{change.new}` for `{change.old}` (line {change.span.line}){but}"

    def _beside(self, other: Question, question: Question, known: Known) -> bool:
        """Whether a change must not break it either: claims on steps, and on positions where these hold."""
        return other.name != question.name and (other.kind is Kind.STEP or other.name in known)

    def _good(
        self, question: Question, known: Known, moves: frozenset[str], trace: Trace | None
    ) -> Iterator[Mutant]:
        """Changes with which the check holds, and which are worth telling."""
        alive = moves & {m.name for m in questions.asked_moves(self.game)}
        for mutant in islice(self._candidates(moves), MOST_TRIED):
            self.tell(f"trying {mutant.sentence}")
            if trace is not None and still_breaks(mutant.game, question.name, trace):
                continue
            if self._holds(mutant.game, self.settings, question, known):
                if genuine(mutant.game, self.settings, mutant.change.span, alive, self.tell):
                    yield mutant

    def _survives(self, game: ir.Game, question: Question, known: Known, moves: frozenset[str]) -> bool:
        """Whether it holds after these moves, if what is known held before."""
        settings = replace(self.settings, moves=moves)
        desk = self._desk(game, settings)
        ask = asking.obligations if question.kind is Kind.STEP else asking.surviving
        return self._asked(desk, ask(desk, question, known))

    def _candidates(self, moves: Set[str]) -> list[Mutant]:
        """Small changes of the moves, the smallest first; none makes a condition a plain yes or no."""
        spans = {(e.span.source.name, e.span.line) for r in self._reached(moves) for e in inside(r)}
        near = [
            m
            for m in valid(mutants(self.game))
            if m.change.kind in SMALL
            and m.change.new not in ("yes", "no")
            and (m.change.span.source.name, m.change.span.line) in spans
        ]
        return sorted(near, key=lambda m: (SMALL.index(m.change.kind), _far(m.change.old, m.change.new)))

    def _reached(self, moves: Set[str]) -> list[ir.Expr]:
        """The rules that the moves consist of, with the definitions that they call."""
        roots = (e for m in self.game.moves if m.name in moves for e in move_expressions(m))
        return self._with_definitions(list(roots))

    def _with_definitions(self, roots: list[ir.Expr]) -> list[ir.Expr]:
        used = called(self.game, roots)
        return [*roots, *(d.body for d in self.game.definitions if d.name in used)]


def _options_in(found: Iterable[ir.Expr]) -> set[str]:
    return {e.name for r in found for e in inside(r) if isinstance(e, ir.OptionRef)}


def _some(values: Sequence[Value]) -> tuple[Value, ...]:
    """The first of a long row, the middle one and the last."""
    return (*values[: MOST_VALUES - 2], values[len(values) // 2], values[-1])


def _all_there_is(good: Sequence[Value], values: Sequence[Value]) -> bool:
    """Whether it is only the largest of many values, which stands for as much as there is."""
    return len(values) > MOST_VALUES and list(good) == [values[-1]]


def _far(old: str, new: str) -> tuple[int, int]:
    """How much of the words changes, then how long they become."""
    return distance(old, new, max(len(old), len(new))), len(new)
