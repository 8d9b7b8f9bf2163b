"""Whether changed rules are still a game in which the changed words decide something: a hint must be.

A condition that a change has made always true or always false would make many checks hold, and so would moves
that can no longer be made and matches that come to a standstill.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.match import Match
from interpreter.run.state import State
from interpreter.text.source import Span
from verify.arms import YES, armed
from verify.encoded import encoded
from verify.hunt import Hunt
from verify.search import AsAdvised
from verify.settings import Settings, Tell
from verify.trace import Trace, played

MATCHES = 6
"""Whole matches that must not be stopped by a fault."""
CAP = 200


def genuine(game: ir.Game, settings: Settings, place: Span, moves: Collection[str], tell: Tell) -> bool:
    """Whether matches go on without a fault, each of the moves is made in some match, and each condition at
    the place of the change is seen both true and false.
    """
    return _smooth(replace(game, checks=()), settings) and _decides(game, settings, place, moves, tell)


def still_breaks(game: ir.Game, check: str, trace: Trace) -> bool:
    """Whether the match, played by the changed rules, breaks the check of this name as before."""
    asked = replace(game, checks=tuple(c for c in game.checks if c.name == check))
    try:
        match = played(asked, trace)
    except (IllegalAction, Fault):
        return False
    assert isinstance(match.engine, Evaluator)
    checker, found = Checker(match.engine), list[Violation]()
    found += checker.begin(match.start) if match.start is not None else ()
    for step in match.steps:
        found += checker.observe(step)
    return bool(found)


def _smooth(game: ir.Game, settings: Settings) -> bool:
    engine = Evaluator(game, settings.options)
    for index in range(MATCHES):
        match: Match[State] = Match(engine, [AsAdvised(index)] * game.seats, settings.seed, index, CAP)
        try:
            match.play()
        except Fault:
            return False
    return True


def _decides(game: ir.Game, settings: Settings, place: Span, moves: Collection[str], tell: Tell) -> bool:
    subject = armed(encoded(game, settings))
    arms = (a for a in subject.arms if _meet(a.condition.span, place))
    wanted: Mapping[str, ir.Witness] = {
        **{f"move {name}": ir.Witness((name,), YES) for name in moves},
        **{f"arm {number}": a.claim for number, a in enumerate(arms)},
    }
    hunt = Hunt(subject.game, settings, wanted, tell)
    hunt.first()
    return len(hunt.found) == len(wanted)


def _meet(one: Span, other: Span) -> bool:
    """Whether two places of a file have something in common."""
    same = one.source.name == other.source.name
    return same and one.start <= other.end and other.start <= one.end
