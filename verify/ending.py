"""Can it end, must it end: answered exactly for small decks, by a search of all that can be reached.

For larger ones the shortest loop is searched for, and random play says whether there are ways to an end.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property

from interpreter.ir import nodes as ir
from interpreter.ir.questions import MUST_END
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from verify.bounded.api import Found, NoneUpTo, Refused, Unknown, loop
from verify.bounded.decode import Disagreement
from verify.explore.api import Endless, Stall, prepare
from verify.explore.search import Progress
from verify.explore.space import Unexplorable
from verify.result import Basis, Result, Shows
from verify.settings import Settings, Tell
from verify.trace import Trace, trace_of
from verify.verdict import Verdict
from verify.ways_out import ways_out

MOST_CARDS = 12
"""Of a deck that is worth the search."""
MOST_WAYS = 20_000
LIMIT = 400_000
"""Positions that are searched at most."""


def small(game: ir.Game) -> bool:
    """Whether the deck is one that may be searched whole."""
    try:
        return len(Evaluator(replace(game, checks=())).cards) <= MOST_CARDS
    except Fault:
        return False


class Ending:
    """Both answers, from one search."""

    def __init__(self, game: ir.Game, settings: Settings, tell: Tell) -> None:
        self._game = replace(game, checks=())
        self._settings = settings
        self._tell = tell

    def answer(self, name: str) -> Result:
        """The result of the question of this name, `CAN_END` or `MUST_END`."""
        begun = time.perf_counter()
        unknown = Result(name, Verdict.UNKNOWN, "", self._game.span)
        found = self._found if small(self._game) else None
        known = replace(unknown, basis=self._basis)
        if isinstance(found, Endless):
            result = self._must(known, found) if name == MUST_END else self._can(known, found)
        else:
            result = self._loop(unknown) if name == MUST_END else self._sampled(known)
            result = result if found is None else replace(result, how=f"{result.how}; {found}")
        return replace(result, seconds=time.perf_counter() - begun)

    def _sampled(self, known: Result) -> Result:
        """What random play says of whether an end can be reached."""
        try:
            found = ways_out(self._game, self._settings.options, self._settings.seed, self._tell)
        except Fault as no:
            return replace(known, how=f"no match can be played: {no.message} (line {no.span.line})")
        if found.trap is not None:
            how = "no end can be reached from where this match has come to"
            return _shown(known, how, trace_of(found.trap))
        if found.lost or not found.ended:
            return replace(known, how="there are positions after which no end was found, and may be none")
        count = f"{len(found.ended)} positions of {found.matches} random matches"
        return replace(known, verdict=Verdict.BOUNDED, how=f"an end was reached from {count}", depth=0)

    def _loop(self, unknown: Result) -> Result:
        """A match that comes back to a position, found without looking at all positions."""
        settings = self._settings

        def tell(what: str) -> None:
            self._tell(f"the shortest loop: {what}")

        try:
            found = loop(self._game, settings.options, settings.depth, settings.budget, tell)
        except Disagreement as apart:
            return replace(
                unknown, how=f"the search and the evaluator disagree, a fault of this program: {apart}"
            )
        match found:
            case Found(back=back) if back is not None:
                how = f"a loop of {found.actions - back} moves after {back}; no match of fewer moves has one"
                result = replace(unknown, verdict=Verdict.ENDLESS, how=how, basis=self._basis)
                return replace(result, trace=found.trace, shows=Shows.LOOP)
            case NoneUpTo(depth=depth) | Unknown(depth=depth) if depth >= 0:
                how = f"no match of up to {depth} actions comes back to a position"
                return replace(unknown, verdict=Verdict.BOUNDED, how=how, depth=depth, basis=self._basis)
            case Refused(what, span):
                return replace(unknown, how=f"the search cannot take {what} (line {span.line})")
        return unknown

    @cached_property
    def _found(self) -> Endless | str:
        """What the search says, or why there was none."""
        try:
            prepared = prepare(self._game, self._settings.options)
            if prepared.ways > MOST_WAYS:
                return f"a match can begin in about {prepared.ways} ways, too many to search"
            return prepared.explore(LIMIT, self._watch).endless()
        except Unexplorable as found:
            return f"the positions cannot be searched: {found.message} (line {found.span.line})"
        except Fault as fault:
            return f"the set-up cannot be done: {fault.message} (line {fault.span.line})"

    @property
    def _basis(self) -> Basis:
        cards = len(Evaluator(self._game, self._settings.options).cards)
        return Basis(f"these {cards} cards", "the option values as they are")

    def _watch(self, progress: Progress) -> bool:
        self._tell(f"{progress.what}: {progress.done} of {progress.known}")
        return True

    def _can(self, known: Result, found: Endless) -> Result:
        if found.trap is not None:
            how = f"no end can be reached from {found.trapped} of {found.positions} positions"
            return _shown(known, how, trace_of(found.trap))
        return _complete(known, found, f"in all {found.positions} positions")

    def _must(self, known: Result, found: Endless) -> Result:
        if found.loop is None:
            return _complete(known, found, f"none of {found.positions} positions can come again")
        loop = found.loop
        trace = trace_of(loop.match, loop.steps + loop.period)
        shortest = "the shortest loop" if loop.shortest else "a loop"
        how = f"{shortest} has {loop.period} moves; {_stalling(found.stalls)}; {_random(found)}"
        trace = replace(trace, back=loop.steps)
        return replace(known, verdict=Verdict.ENDLESS, how=how, trace=trace, shows=Shows.LOOP)


def _shown(known: Result, how: str, trace: Trace) -> Result:
    """Violated, with the match to a position from which no end can be reached."""
    at = len(trace.actions)
    return replace(known, verdict=Verdict.VIOLATED, how=how, trace=trace, shows=Shows.VIOLATION, at=at)


def _complete(known: Result, found: Endless, how: str) -> Result:
    if found.complete:
        return replace(known, verdict=Verdict.PROVED, how=how)
    return replace(known, how=f"the search stopped at {LIMIT} positions")


def _stalling(stalls: tuple[Stall, ...]) -> str:
    """Who alone can see to it that a match does not end."""
    able = [
        f"seat {s.seat} from {s.starts} starts and {s.positions} positions" for s in stalls if s.positions
    ]
    return f"alone can force it: {', '.join(able)}" if able else "nobody can force it alone"


def _random(found: Endless) -> str:
    share = found.random
    return f"of {share.matches} random matches {share.ended} ended"
