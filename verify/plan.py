"""What a rule file is asked: its own checks, and what every file is asked without having to ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir import questions, walk
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL, EnumType
from interpreter.passes.fold import fold
from interpreter.passes.inline import inline
from interpreter.text.source import Span
from verify import standard
from verify.arms import YES, Arm, armed
from verify.encoded import encoded


class Kind(Enum):
    """How a question is answered. The first four are the kinds of checks that a file has."""

    POSITION = "claim on positions"
    STEP = "claim on steps"
    INDEPENDENCE = "independence"
    WITNESS = "something that can happen"
    START = "claim on the start"
    AFTER = "claim on all steps"
    DEFINED = "operations within their domains"
    PROGRESS = "somebody can move"
    PEEKING = "no peeking"
    MOVE = "a move that can be made"
    ENDING = "an ending that can occur"
    CONDITION = "a condition that can be so"
    OPTION = "an option that makes a difference"
    ENDING_AT_ALL = "whether a match can end, and must"


SAMPLED = "holds to depth 0"
"""The verdict where only some matches were looked at."""
CAN_HAPPEN = frozenset((Kind.WITNESS, Kind.MOVE, Kind.ENDING, Kind.CONDITION, Kind.OPTION))


@dataclass(frozen=True)
class Question:
    """A row of the table of verdicts. `check` is the file's own; `arm` a condition with one of its values.

    `of` is the move or ending that it is about.
    """

    name: str
    kind: Kind
    span: Span
    of: str = ""
    check: ir.Check | None = None
    expect: str | None = None
    because: str | None = None
    arm: Arm | None = None

    @property
    def can_happen(self) -> bool:
        return self.kind in CAN_HAPPEN

    @property
    def built_in(self) -> bool:
        return self.check is None


def plan(game: ir.Game) -> tuple[Question, ...]:
    """All questions: claims on positions, on which the others lean, first."""
    own = [_own(check) for check in game.checks]
    first = [q for q in own if q.kind is Kind.POSITION]
    rest = [q for q in own if q.kind is not Kind.POSITION]
    built = (_expected(game, q) for q in _of_every_file(game))
    alive = (_expected(game, q) for q in _alive(game))
    return (*first, *built, *rest, *alive)


def unasked(game: ir.Game, plan: Iterable[Question]) -> tuple[ir.Expected, ...]:
    """What the file expects of questions that are not asked of it; `plan` is all that is asked."""
    names = [q.name for q in plan]
    return tuple(e for e in game.expected if not any(questions.fits(e.name, n) for n in names))


def _expected(game: ir.Game, question: Question) -> Question:
    """The question with what the file expects of it, which then has the place where that is said."""
    said = next((e for e in game.expected if questions.fits(e.name, question.name)), None)
    if said is None:
        return question
    span = said.span if question.span is game.span else question.span
    return replace(question, expect=said.expect, because=said.because, span=span)


def _own(check: ir.Check) -> Question:
    kind = _kind(check.claim)
    return Question(check.name, kind, check.span, check=check, expect=check.expect, because=check.because)


def _kind(claim: ir.Claim) -> Kind:
    match claim:
        case ir.Invariant():
            return Kind.POSITION
        case ir.StepCheck():
            return Kind.STEP
        case ir.Independence():
            return Kind.INDEPENDENCE
        case ir.Witness():
            return Kind.WITNESS
    assert_never(claim)


def _of_every_file(game: ir.Game) -> Iterator[Question]:
    yield Question(questions.AT_START, Kind.START, game.span)
    for name in standard.AFTER_STEPS:
        yield Question(name, Kind.AFTER, game.span)
    yield Question(questions.DEFINED, Kind.DEFINED, game.span)
    yield Question(questions.PROGRESS, Kind.PROGRESS, game.span)
    yield Question(questions.NO_PEEKING, Kind.PEEKING, game.span)
    because = "only small decks are searched whole"
    yield Question(questions.CAN_END, Kind.ENDING_AT_ALL, game.span, expect=SAMPLED, because=because)
    because = "the file does not say that a match must end"
    yield Question(questions.MUST_END, Kind.ENDING_AT_ALL, game.span, expect="unknown", because=because)


def _options_read(game: ir.Game) -> set[str]:
    """The options that some rule reads with this number of players."""
    played = fold(inline(game))
    nodes = (e for root in walk.rule_expressions(played) for e in walk.inside(root))
    return {e.name for e in nodes if isinstance(e, ir.OptionRef)}


def _alive(game: ir.Game) -> Iterator[Question]:
    """No dead rules: each move can be made, each ending can occur."""
    for move in questions.asked_moves(game):
        yield Question(questions.can_be_made(move), Kind.MOVE, move.span, move.name)
    for ending in game.endings:
        yield Question(questions.can_end_by(ending), Kind.ENDING, ending.span, ending.name)
    read = _options_read(game)
    for option in (o for o in questions.asked_options(game) if o.name in read):
        yield Question(questions.makes_a_difference(option), Kind.OPTION, option.span, option.name)
    for arm in armed(encoded(game)).arms:
        span = arm.condition.span
        words = " ".join(span.text.split())
        told = f"{words[:60]}…" if len(words) > 61 else words
        name = f"`{told}` can be {'true' if arm.value else 'false'} (line {span.line}, {span.column})"
        yield Question(name, Kind.CONDITION, span, arm=arm)


def witness(question: Question, game: ir.Game) -> ir.Witness:
    """What is to be seen for something that can happen, in the words of `game`, or of the armed game."""
    match question.kind:
        case Kind.MOVE:
            return ir.Witness((question.of,), YES)
        case Kind.ENDING:
            names = tuple(e.name for e in game.endings)
            kind = EnumType("ending", names)
            ending = ir.Literal(names.index(question.of), kind)
            return ir.Witness((), ir.Apply(Op.ENDED, (ending,), BOOL))
        case Kind.CONDITION:
            assert question.arm is not None
            return question.arm.claim
    claim = next(c.claim for c in game.checks if c.name == question.name)
    assert isinstance(claim, ir.Witness)
    return claim
