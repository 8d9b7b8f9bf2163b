"""The checks of a rule file in source that plays in place: three functions over a state and the two before.

`always` says whether every invariant holds, `after` whether the checks on a step do, `seen` which things that
can happen have been seen. What is wrong, and why, is not said: the evaluator is asked about the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from interpreter.fast.code import Scope, indented, inner, test
from interpreter.fast.maker import Maker
from interpreter.fast.moment import Moment
from interpreter.fast.offers import given, scope_of
from interpreter.ir import nodes as ir
from interpreter.ir.walk import claim_body

Lines: TypeAlias = list[str]
Body: TypeAlias = tuple[ir.Check, ir.Expr]


def most_picks(maker: Maker) -> int:
    return max((len(m.picks) for m in maker.game.moves), default=0)


def watching(maker: Maker) -> None:
    """The three functions."""
    maker.function("always", ("s", "p", "o"), _always(maker))
    picks = given(most_picks(maker))
    maker.function("after", ("s", "p", "o", "me", "move", *picks), _after(maker))
    maker.function("seen", ("s", "p", "o", "me", "move", *picks, "found"), _seen(maker))


def _holds(e: ir.Expr, value: bool) -> bool:
    return isinstance(e, ir.Literal) and e.value is value


def _cases(
    cases: list[tuple[str, list[Body]]], scope: Callable[[int], Scope], maker: Maker, value: str
) -> Lines:
    """For each case the tests of its conditions, of which all have to hold."""
    lines = [value]
    for number, (asked, every) in enumerate(cases):
        bodies = [(c, e) for c, e in every if not _holds(e, True)]
        make = partial(_tests, bodies, maker=maker)
        tests = maker.sharing((e for _, e in bodies), scope(number), make)
        if tests:
            lines += [f"if {asked}:", *indented(tests)]
    return [*lines, "return True"]


def _tests(bodies: Iterable[Body], scope: Scope, maker: Maker) -> Lines:
    for check, body in bodies:
        maker.sink.append(f"# {maker.where(check.span)}")
        code = maker.code(body, scope)
        maker.sink += [f"if {test(f'not {code.text}')}:", "    return False"]
    return []


def _phase(maker: Maker) -> str:
    layout = maker.layout
    return f"phase = 0 if s[{layout.result}] else s[{layout.phase}]"


def _moments(maker: Maker, mine: bool) -> list[Moment]:
    moves = {m.name: m.phase for m in maker.game.moves}
    return [Moment(name, moves, mine) for name in (None, *(p.name for p in maker.game.phases))]


def _always(maker: Maker) -> Lines:
    claims = [(c, c.claim.body) for c in maker.game.checks if isinstance(c.claim, ir.Invariant)]
    cases = [
        (f"phase == {number}", [(check, moment.known(body)) for check, body in claims])
        for number, moment in enumerate(_moments(maker, mine=True))
    ]
    scope = Scope(past="p", playing=True)
    return [f"me = s[{maker.layout.mover}]", *_cases(cases, lambda _: scope, maker, _phase(maker))]


def step_scope(move: ir.Move) -> Scope:
    return replace(scope_of(move, len(move.picks)), past="p", playing=True, certain=True)


def _after(maker: Maker) -> Lines:
    moves = maker.game.moves
    cases = [
        (
            f"move == {number}",
            [
                (c, c.claim.body)
                for c in maker.game.checks
                if isinstance(c.claim, ir.StepCheck) and move.name in c.claim.after
            ],
        )
        for number, move in enumerate(moves)
    ]
    return _cases(cases, lambda number: step_scope(moves[number]), maker, _phase(maker))


def witnesses(maker: Maker) -> list[ir.Check]:
    return [c for c in maker.game.checks if isinstance(c.claim, ir.Witness)]


def _seen(maker: Maker) -> Lines:
    lines = [_phase(maker), f"mover = s[{maker.layout.mover}]"]
    for number, check in enumerate(witnesses(maker)):
        body = claim_body(check.claim)
        assert isinstance(check.claim, ir.Witness) and body is not None
        known = [moment.known(body) for moment in _moments(maker, mine=False)]
        phases = [n for n, e in enumerate(known) if not _holds(e, False)]
        lines += [
            line
            for about, scope in _abouts(check.claim, maker)
            for line in _looked(check, body, number, phases, about, scope, maker)
        ]
    return [*lines, "return found"]


def _abouts(claim: ir.Witness, maker: Maker) -> Iterable[tuple[str, Scope]]:
    """The steps that a witness is about, or positions."""
    if not claim.after:
        yield "", Scope(me="mover", past="p", playing=True)
    for number, move in enumerate(maker.game.moves):
        if move.name in claim.after:
            yield f"move == {number} and ", step_scope(move)


def _looked(
    check: ir.Check, body: ir.Expr, number: int, phases: list[int], about: str, scope: Scope, maker: Maker
) -> Lines:
    if not phases:
        return []
    there = " or ".join(f"phase == {n}" for n in phases)
    test = maker.lines(lambda: [f"if {inner(maker.code(body, scope).text)}:", f"    found |= {1 << number}"])
    return [
        f"# {maker.where(check.span)}",
        f"if not found & {1 << number} and {about}({there}):",
        *indented(test),
    ]
