"""Asking a question of the solver: its obligations, one after another, and the tally of the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import z3

from interpreter.ir import nodes as ir
from verify import alike, standard
from verify import obligations as ob
from verify import terms as t
from verify.desk import Desk, Known
from verify.encode import Need, Place, Unsupported
from verify.plan import Kind, Question
from verify.prove import Asker, Stepper
from verify.tasks import Tally


@dataclass(frozen=True)
class Obligation:
    """A goal on top of the facts that its asker has; `when` says in words where it stands."""

    when: str
    asker: Asker
    goal: Callable[[], t.Truth]
    without: frozenset[str] = frozenset()
    """The facts that may not be used for it."""


def ask(desk: Desk, obligations: Iterable[Obligation], briefly: bool = False) -> Tally:
    """All of them, each told before it is asked; none after one on which the budget runs out."""
    tally = Tally()
    for one in obligations:
        desk.tell(one.when)
        tally.add(one.when, one.asker.ask(one.goal, one.without, briefly))
        if tally.unknown:
            break
    return tally


def tallied(work: Callable[[], Tally]) -> Tally:
    """What the work gives; where it cannot be done, a tally that says why."""
    try:
        return work()
    except Unsupported as found:
        return Tally(why=f"the proof engine cannot take {found.what} (line {found.span.line})")
    except (t.SortMismatch, NotImplementedError) as found:
        return Tally(why=f"the proof engine cannot take this: {found}")
    except (z3.Z3Exception, MemoryError, RecursionError) as found:
        return Tally(why=f"the solver failed: {str(found) or type(found).__name__}")


def when(one: Stepper) -> str:
    return f"{one.step.move.name} of seat {one.step.seat}"


# claims on positions --------------------------------------------------------------------------------------


def anywhere(desk: Desk, question: Question) -> Iterator[Obligation]:
    """That it holds in any state at all."""
    place, asker = desk.anywhere()
    yield Obligation("any state", asker, _body(desk, question, place))


def at_odds(desk: Desk, known: Known) -> Iterator[Obligation]:
    """That no state at all satisfies all of these claims; those at odds with each other are in the core."""
    _, asker = desk.anywhere(known)
    yield Obligation("any state", asker, lambda: t.NO)


def with_known(desk: Desk, question: Question, known: Known) -> Iterator[Obligation]:
    """That it holds in any state in which the known claims hold."""
    place, asker = desk.anywhere(known)
    yield Obligation("any state that keeps the known claims", asker, _body(desk, question, place))


def at_start(desk: Desk, question: Question) -> Iterator[Obligation]:
    """That it holds when the set-up is done."""
    place, asker = desk.at_start()
    yield Obligation("the set-up", asker, _body(desk, question, place))


def _body(desk: Desk, question: Question, place: Place) -> Callable[[], t.Truth]:
    return lambda: ob.claimed(ob.at_position(place), desk.check(question))


def surviving(desk: Desk, question: Question, known: Known) -> Iterator[Obligation]:
    """That it holds after every step, if what is known held before."""
    yield from _after(desk.steppers(known), ob.position_goal(desk.check(question)))
    again = desk.at_start_again(known)
    if again is not None:
        place, asker = again
        yield Obligation("the set-up of a further deal", asker, _body(desk, question, place))


def _after(steppers: Iterable[Stepper], goal: ob.Goal) -> Iterator[Obligation]:
    for one in steppers:
        yield Obligation(when(one), one.asker, lambda s=one: goal(s.step))  # type: ignore[misc]


# the others -----------------------------------------------------------------------------------------------


def obligations(desk: Desk, question: Question, known: Known) -> Iterator[Obligation]:
    """What must be shown for a question that is no claim on positions."""
    match question.kind:
        case Kind.STEP:
            yield from _of_steps(desk, question, known)
        case Kind.INDEPENDENCE:
            claim = desk.check(question).claim
            assert isinstance(claim, ir.Independence)
            yield from _alike(desk, alike.independence(desk.game, claim, desk.checks(known)))
        case Kind.START:
            yield from _start(desk, known)
        case Kind.AFTER:
            yield from after_steps(desk, question, known)
            yield from _at_starts(desk, question, known)
        case Kind.DEFINED:
            yield from _defined(desk, known)
        case Kind.PROGRESS:
            place, asker = desk.anywhere(known)
            yield Obligation("some position", asker, lambda: standard.somebody_can_move(place))
        case Kind.PEEKING:
            yield from _alike(desk, alike.no_peeking(desk.game, desk.checks(known)))
        case _:
            raise AssertionError("what can happen is shown by matches")


def _of_steps(desk: Desk, question: Question, known: Known) -> Iterator[Obligation]:
    check = desk.check(question)
    claim = check.claim
    assert isinstance(claim, ir.StepCheck)
    concerned = (s for s in desk.steppers(known) if s.step.move.name in claim.after)
    yield from _after(concerned, ob.step_goal(check))


def by_construction(desk: Desk, question: Question) -> Iterator[Obligation]:
    """That a claim on steps holds of any two states, whatever the rules make of the first."""
    claim = desk.check(question).claim
    assert isinstance(claim, ir.StepCheck)
    move = next(m for m in desk.game.moves if m.name in claim.after)
    place, asker = desk.any_two(move)
    yield Obligation("any two states", asker, lambda: ob.claimed(place, desk.check(question)))


def _start(desk: Desk, known: Known) -> Iterator[Obligation]:
    for words, place, asker in _starts(desk, known):
        yield from _started(words, place, asker)


def after_steps(desk: Desk, question: Question, known: Known) -> Iterator[Obligation]:
    """Of a claim on all steps, what is about steps."""
    return _after(desk.steppers(known), standard.AFTER_STEPS[question.name])


def _at_starts(desk: Desk, question: Question, known: Known) -> Iterator[Obligation]:
    goal = standard.AT_STARTS.get(question.name)
    for words, place, asker in _starts(desk, known) if goal is not None else ():
        yield Obligation(words, asker, lambda here=place: goal(here))  # type: ignore[misc]


def _starts(desk: Desk, known: Known) -> Iterator[tuple[str, Place, Asker]]:
    yield ("the set-up", *desk.at_start())
    again = desk.at_start_again(known)
    if again is not None:
        yield ("the set-up of a further deal", *again)


def _started(words: str, place: Place, asker: Asker) -> Iterator[Obligation]:
    yield Obligation(words, asker, lambda: ob.conserved(place))
    yield from (_needed(words, asker, need) for need in list(place.terms.needs))


def _defined(desk: Desk, known: Known) -> Iterator[Obligation]:
    for one in desk.steppers(known):
        yield from (_needed(when(one), one.asker, need) for need in one.needs)
    place, asker = desk.anywhere(known)
    for need in standard.views(place):
        yield _needed("what is seen", asker, need)


def _needed(words: str, asker: Asker, need: Need) -> Obligation:
    """That an operation is within its domain, without what was said on the strength of it."""
    about = f"{words}: {need.what} (line {need.span.line})"
    return Obligation(about, asker, lambda: t.implies(need.path, need.holds), asker.said_after(need))


def _alike(desk: Desk, questions: Iterator[alike.Alike]) -> Iterator[Obligation]:
    for question in questions:
        yield Obligation(question.when, Asker(question.facts, desk.means, question.given), question.goal)
