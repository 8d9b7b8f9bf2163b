"""Examining mutants: refused, the same, killed, or a survivor; by this process or shared between several."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from interpreter.ir import nodes as ir
from interpreter.ir.walk import rule_expressions, with_definitions
from interpreter.run.engine import Evaluator
from interpreter.run.fitness import unfit
from study.processes import shared
from verify.desk import Tell
from verify.differ import reads
from verify.live import Live
from verify.mutants.mutant import Mutant, mutants, with_own_words
from verify.mutants.outcome import Fate, Outcome, fate_of
from verify.mutants.parts import prepared
from verify.mutants.same import Pair, only_seen, same, same_at_once
from verify.mutants.trial import Answers, Cell, Trial
from verify.plan import Kind, Question, plan
from verify.search import look
from verify.settings import Settings
from verify.verdict import Verdict

HAPPENING = frozenset((Kind.WITNESS, Kind.MOVE, Kind.ENDING))
"""What is looked for in matches of mutants that survive all proofs."""
SEEDS = 6
"""From so many seeds matches are played before a thing counts as not seen; rare ones are easily missed."""
NO_MATCH = "with the usual options no match can begin"


def silent(_: str) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class Wanted:
    """`matches` asks of every mutant that is killed which checks a match violates, too.

    `argued` says of mutants, by id, why they are the same rules. With `first` one check that kills a
    mutant is enough.
    """

    argued: Mapping[str, str] = field(default_factory=dict)
    matches: bool = False
    first: bool = False


@dataclass(frozen=True)
class Known:
    """What is known of the original rules: all that a process needs to examine mutants of them."""

    game: ir.Game
    settings: Settings
    wanted: Wanted
    questions: tuple[Question, ...]
    """Those that are proved, and what was seen to happen."""
    claims: tuple[str, ...]
    anywhere: frozenset[str]
    answers: Answers


def learn(game: ir.Game, settings: Settings, wanted: Wanted, tell: Tell = silent) -> Known:
    """Prove the original rules."""
    own = with_own_words(game)
    trial = Trial(settings, tell)
    trial.prepare(own)
    happen = {q.name: q for q in plan(own) if q.kind in HAPPENING}
    results = Live(own, settings, tell).results(tuple(happen.values()), trial.known)
    seen = (happen[r.check] for r in results if r.verdict is Verdict.PROVED)
    questions = (*trial.questions, *seen)
    return Known(own, settings, wanted, questions, trial.known, trial.anywhere, trial.answers)


class Examiner:
    """Examines mutants one after another; keeps the answers to what they have in common."""

    def __init__(self, known: Known, tell: Tell = silent) -> None:
        self._known = known
        self._tell = tell
        proved = tuple(q for q in known.questions if q.kind not in HAPPENING)
        settings = known.settings
        self._trial = Trial(settings, tell, proved, known.claims, known.anywhere, dict(known.answers))
        self._trial.first = known.wanted.first
        self._whole = prepared(known.game, settings)
        self._subject = self._trial.subject(known.game)

    def examine(self, mutant: Mutant) -> Outcome:
        begun = time.perf_counter()
        self._tell(mutant.sentence)
        return replace(self._outcome(mutant), seconds=time.perf_counter() - begun)

    def _outcome(self, mutant: Mutant) -> Outcome:
        if mutant.refused is not None:
            return Outcome(mutant.id, Fate.REFUSED, why=mutant.refused)
        subject = self._trial.subject(mutant.game)
        pair = Pair(
            self._trial, self._subject, subject, (self._whole, prepared(mutant.game, self._known.settings))
        )
        if (why := same_at_once(pair)) is not None:
            return Outcome(mutant.id, Fate.SAME, why=why)
        if unfit(Evaluator(mutant.game, self._known.settings.options)) is not None:
            return Outcome(mutant.id, Fate.KILLED, unseen=self._happening, why=NO_MATCH)
        cells = self._trial.cells(subject, self._trial.questions)
        lost = tuple(name for name, cell in cells.items() if cell is Cell.LOST)
        fate = fate_of(cells.values())
        if fate is Fate.KILLED:
            violated = self._violated(mutant, lost) if self._known.wanted.matches else ()
            return Outcome(mutant.id, fate, lost, violated=violated)
        return self._survivor(mutant, fate, pair)

    def _survivor(self, mutant: Mutant, fate: Fate, pair: Pair) -> Outcome:
        """All is proved that could be asked; are these other rules?"""
        if fate is Fate.SURVIVES and (why := same(pair)) is not None:
            return Outcome(mutant.id, Fate.SAME, why=why)
        if fate is Fate.SURVIVES and only_seen(pair):
            return Outcome(mutant.id, Fate.SEEN)
        unseen = self._unseen(mutant)
        if unseen:
            return Outcome(mutant.id, Fate.KILLED, unseen=unseen)
        argument = self._known.wanted.argued.get(mutant.id)
        if argument is not None and fate is Fate.SURVIVES:
            return Outcome(mutant.id, Fate.ARGUED, why=argument)
        return Outcome(mutant.id, fate)

    def _unseen(self, mutant: Mutant) -> tuple[str, ...]:
        """What should be able to happen, and cannot, or else is not seen in many matches of the mutant."""
        wanted = [q for q in self._known.questions if q.kind in HAPPENING]
        never, missing = self._sought(mutant.game, wanted, 0)
        options = [q for q in self._options if _reads(self._known.game, q.of) > _reads(mutant.game, q.of)]
        firm = (*never, *(q.name for q in options if self._idle(mutant.game, q)))
        for more in range(1, 1 if firm else SEEDS):
            missing = self._sought(mutant.game, missing, more)[1] if missing else missing
        return firm or tuple(q.name for q in missing)

    def _idle(self, game: ir.Game, option: Question) -> bool:
        """Whether the option makes a difference in the original rules, and none in these."""
        gone = not reads(game, option.of) or any(self._sought(game, [option], 0))
        return gone and option.name in self._telling

    @cached_property
    def _telling(self) -> frozenset[str]:
        """The options that make a difference in the original rules."""
        results = Live(self._known.game, self._known.settings, self._tell).results(self._options, ())
        return frozenset(r.check for r in results if r.verdict is Verdict.PROVED)

    def _sought(
        self, game: ir.Game, wanted: Sequence[Question], more: int
    ) -> tuple[tuple[str, ...], list[Question]]:
        """What is proved impossible, and what else was not seen; `more` chooses other matches."""
        settings = replace(self._known.settings, seed=self._known.settings.seed + more)
        live = Live(game, settings, self._tell)
        verdicts = {r.check: r.verdict for r in live.results(wanted, self._known.claims)}
        never = tuple(name for name, verdict in verdicts.items() if verdict is Verdict.VIOLATED)
        missing = [q for q in wanted if verdicts[q.name] not in (Verdict.PROVED, Verdict.VIOLATED)]
        return never, missing

    @property
    def _options(self) -> list[Question]:
        return [q for q in plan(self._known.game) if q.kind is Kind.OPTION]

    @property
    def _happening(self) -> tuple[str, ...]:
        return tuple(q.name for q in self._known.questions if q.can_happen)

    def _violated(self, mutant: Mutant, lost: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the lost checks of the file that a match breaks."""
        own = {q.name for q in self._known.questions if q.check is not None}
        asked = own.intersection(lost)
        settings, found = self._known.settings, set[str]()
        if asked:
            for seen in look(mutant.game, settings.options, asked, settings.seed):
                found = {*found, *seen.violated}
                if asked <= found:
                    break
        return tuple(name for name in lost if name in found)


def _reads(game: ir.Game, option: str) -> int:
    """How often the rules read an option."""
    read = with_definitions(game, rule_expressions(game))
    return sum(isinstance(e, ir.OptionRef) and e.name == option for e in read)


def examine(
    known: Known, chosen: Sequence[Mutant], processes: int = 1, tell: Tell = silent
) -> Generator[Outcome, None, None]:
    """The outcomes of these mutants, in their order."""
    if processes == 1:
        yield from map(Examiner(known, tell).examine, chosen)
        return
    yield from shared(_work, known, [m.id for m in chosen], processes)


def _work(known: Known) -> Callable[[str], Outcome]:
    of_id = {m.id: m for m in mutants(known.game)}
    examiner = Examiner(known)
    return lambda name: examiner.examine(of_id[name])
