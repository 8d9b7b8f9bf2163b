"""Asking of changed rules what was proved of the original ones; what the change does not touch is not asked.

Every question is asked with all claims on positions known before the step, whichever of them are lost: so a
question that is lost is lost by itself, and a mutant for which nothing is lost is proved as the original is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain
from typing import TypeAlias

import z3

from interpreter.ir import nodes as ir
from verify import asking
from verify import terms as t
from verify.desk import Desk, Tell
from verify.encode import Unsupported
from verify.mutants.parts import ASKED, About, Part, deals_again, parts_of, prepared
from verify.plan import Kind, Question, plan
from verify.prove import Means
from verify.settings import Settings


class Cell(Enum):
    """What became of a question; `UNTAKEN` is for what the proof engine cannot take."""

    PROVED = "proved"
    LOST = "not proved"
    UNKNOWN = "unknown"
    UNTAKEN = "cannot be encoded"


Answers: TypeAlias = dict[tuple[Part, tuple[ir.Claim, ...]], dict[tuple[Kind, "str | ir.Claim"], Cell]]
"""By part and what is known in it, which takes long to look up, what became of each question."""
Claims: TypeAlias = Mapping[str, ir.Check]


@dataclass(frozen=True)
class Subject:
    """Rules to be asked about: their parts, and their checks as the encoder takes them."""

    parts: tuple[Part, ...]
    checks: Claims


@dataclass
class Trial:
    """`known` are the claims on positions that hold by induction, `anywhere` those that hold in any state.

    With `first` no more is asked once a question is lost; what was not asked is then not among the cells.
    """

    settings: Settings
    tell: Tell
    questions: tuple[Question, ...] = ()
    known: tuple[str, ...] = ()
    anywhere: frozenset[str] = frozenset()
    answers: Answers = field(default_factory=dict)
    means: Means = field(default_factory=Means)
    first: bool = False

    def subject(self, game: ir.Game) -> Subject:
        t.tidy()
        self.means = Means(self.settings.budget)
        whole = prepared(game, self.settings)
        return Subject(parts_of(whole), {c.name: c for c in whole.checks})

    # the original rules

    def prepare(self, game: ir.Game) -> Subject:
        """Ask everything of the original rules; what is not proved of them is asked of no mutant."""
        subject = self.subject(game)
        asked = [q for q in plan(game) if q.kind in ASKED]
        positions = [q for q in asked if q.kind is Kind.POSITION]
        any_state = self._in_part(self._any(subject), subject, positions, ())
        self.anywhere = frozenset(q.name for q in positions if any_state[q.name] is Cell.PROVED)
        self._induction(subject, [q for q in positions if q.name not in self.anywhere])
        rest = [q for q in asked if q.kind is not Kind.POSITION]
        cells = self.cells(subject, rest)
        holding = {*self.anywhere, *self.known, *(q.name for q in rest if cells[q.name] is Cell.PROVED)}
        self.questions = tuple(q for q in asked if q.name in holding)
        return subject

    def _induction(self, subject: Subject, questions: list[Question]) -> None:
        """Find the claims that hold at the start and survive every step together."""
        while True:
            self.known = tuple(q.name for q in questions)
            cells = self._everywhere(subject, questions, self.known)
            kept = [q for q in questions if cells[q.name] is Cell.PROVED]
            if len(kept) == len(questions):
                return
            questions = kept

    # any rules

    def ask(self, game: ir.Game) -> dict[str, Cell]:
        """What became of every question that is proved of the original rules."""
        return self.cells(self.subject(game), self.questions)

    def cells(self, subject: Subject, questions: Sequence[Question]) -> dict[str, Cell]:
        positions = [q for q in questions if q.name in self.anywhere]
        cells = self._in_part(self._any(subject), subject, positions, ())
        fallen = [q for q in positions if cells.get(q.name) is not Cell.PROVED]
        rest = [q for q in questions if q.name not in self.anywhere]
        cells = {name: cell for name, cell in cells.items() if cell is Cell.PROVED}
        for question in fallen:
            cells |= self._everywhere(subject, [question], (*self.known, question.name))
            if self._enough(cells):
                return cells
        cells |= self._everywhere(subject, rest, self.known)
        if fallen and all(cells[q.name] is Cell.PROVED for q in fallen):
            lost = [q for q in rest if cells.get(q.name, Cell.PROVED) is not Cell.PROVED]
            cells |= self._everywhere(subject, lost, (*self.known, *(q.name for q in fallen)))
        return cells

    def _any(self, subject: Subject) -> Part:
        return next(p for p in subject.parts if p.about is About.ANY)

    def _everywhere(
        self, subject: Subject, questions: Sequence[Question], known: tuple[str, ...]
    ) -> dict[str, Cell]:
        """What becomes of each question in its parts, up to the first where it is not proved."""
        cells = {q.name: Cell.PROVED for q in questions}
        for part in subject.parts:
            asked = [q for q in questions if _concerns(q, part) and cells[q.name] is Cell.PROVED]
            cells |= self._in_part(part, subject, asked, known)
            if self._enough(cells):
                return {name: cell for name, cell in cells.items() if cell is Cell.LOST}
        return cells

    def _in_part(
        self, part: Part, subject: Subject, questions: Sequence[Question], known: tuple[str, ...]
    ) -> dict[str, Cell]:
        if not questions:
            return {}
        answers = self.answers.setdefault((part, _claims(part, subject, known)), {})
        keys = {q.name: (q.kind, _body(q, subject)) for q in questions}
        new = [q for q in questions if keys[q.name] not in answers]
        for question, cell in self._answered(part, subject, new, known):
            answers[keys[question.name]] = cell
        return {name: answers[key] for name, key in keys.items() if key in answers}

    def _enough(self, cells: Mapping[str, Cell]) -> bool:
        return self.first and Cell.LOST in cells.values()

    def _answered(
        self, part: Part, subject: Subject, questions: Sequence[Question], known: tuple[str, ...]
    ) -> Iterator[tuple[Question, Cell]]:
        if not questions:
            return
        names = dict.fromkeys((*known, *(q.name for q in questions if q.check is not None)))
        game = replace(part.game, checks=tuple(subject.checks[name] for name in names))
        desk = Desk(game, self.settings, self.tell)
        desk.means = self.means
        for question in questions:
            cell = _cell(desk, lambda q=question: _obligations(desk, part, q, known))  # type: ignore[misc]
            yield question, cell
            if self.first and cell is Cell.LOST and question.name not in self.anywhere:
                return


def _claims(part: Part, subject: Subject, known: tuple[str, ...]) -> tuple[ir.Claim, ...]:
    """What is known in a part: nothing before the first deal."""
    if part.about is About.START and not deals_again(part.game):
        return ()
    return tuple(subject.checks[name].claim for name in known)


def _concerns(question: Question, part: Part) -> bool:
    claim = question.check.claim if question.check is not None else None
    if isinstance(claim, ir.StepCheck) and part.move not in claim.after:
        return False
    return part.about in ASKED[question.kind]


def _body(question: Question, subject: Subject) -> str | ir.Claim:
    return question.name if question.check is None else subject.checks[question.name].claim


def _obligations(
    desk: Desk, part: Part, question: Question, known: tuple[str, ...]
) -> Iterable[asking.Obligation]:
    if question.kind is Kind.AFTER:
        return asking.after_steps(desk, question, known)  # the set-up is in another part, without the moves
    if question.kind is not Kind.POSITION:
        return asking.obligations(desk, question, known)
    if part.about is About.ANY:
        return asking.anywhere(desk, question)
    later = asking.surviving(desk, question, known)
    return chain(asking.at_start(desk, question), later) if part.about is About.START else later


def _cell(desk: Desk, obligations: Callable[[], Iterable[asking.Obligation]]) -> Cell:
    """What becomes of obligations, up to the first that does not hold."""
    worst = Cell.PROVED
    try:
        for one in obligations():
            tally = asking.ask(desk, (one,))
            if tally.failed:
                return Cell.LOST
            worst = worst if tally.holds else Cell.UNKNOWN
    except (Unsupported, t.SortMismatch, NotImplementedError):
        return Cell.UNTAKEN
    except (z3.Z3Exception, MemoryError, RecursionError):
        return Cell.UNKNOWN
    return worst
