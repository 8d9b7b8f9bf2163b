"""Looking for many things that can happen at once, in matches of the evaluator under many option values.

The own values of the rules come first, then each option with other values, one at a time. What was seen is
no longer looked for. Everything found is a match from a legal deal; what is not found may still exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.ir.walk import inside
from interpreter.run.checks import Checker
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.fitness import unfit
from interpreter.run.match import Match
from interpreter.run.state import State
from verify.arms import trimmed
from verify.search import CAP, AsAdvised
from verify.settings import Settings, Tell
from verify.trace import Trace, trace_of

FIRST = 60
"""Matches with the rules' own option values."""
EACH = 4
"""Matches with each change of an option."""
PATIENCE = 6
"""Matches without news after which no more are played with the same values."""


def near(game: ir.Game, settings: Settings) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """Each free option with some of its other values (first, middle, last), the others as they are."""
    for option in game.options:
        others = [v for v in option.values if v != settings.options[option.name]]
        if option.name not in settings.fixed and others:
            for value in dict.fromkeys((others[0], others[len(others) // 2], others[-1])):
                yield option.name, {**settings.options, option.name: value}


@dataclass
class Hunt:
    """`wanted` are witnesses in `game`; `about` are expressions that some of them are about."""

    game: ir.Game
    settings: Settings
    wanted: Mapping[str, ir.Witness]
    about: Mapping[str, ir.Expr]
    tell: Tell

    def found(self) -> dict[str, Trace]:
        """A match for each thing that was seen; it may be played in the game without the rewriting, too."""
        found: dict[str, Trace] = {}
        self._under(self.settings.options, FIRST, found)
        left = dict(enumerate(near(self.game, self.settings)))
        while left and len(found) < len(self.wanted):
            spoken = self._spoken(found)
            place = next((n for n, (name, _) in left.items() if name in spoken), next(iter(left)))
            _, options = left.pop(place)
            if unfit(Evaluator(replace(self.game, checks=()), options)) is None:
                self._under(options, EACH, found)
        return found

    def _spoken(self, found: Mapping[str, Trace]) -> set[str]:
        """The options that what was not seen yet speaks of."""
        left = (self.about[name] for name in self.wanted if name not in found and name in self.about)
        return {e.name for expr in left for e in inside(expr) if isinstance(e, ir.OptionRef)}

    def _under(self, options: Mapping[str, Value], matches: int, found: dict[str, Trace]) -> None:
        engine, left, news = self._engine(options, found), len(found), 0
        for index in range(matches):
            if len(found) == len(self.wanted) or index - news >= PATIENCE:
                return
            self.tell(f"match {index + 1}, {len(self.wanted) - len(found)} things not seen yet")
            if len(found) > left:
                engine, left, news = self._engine(options, found), len(found), index
            try:
                _watch(engine, self.settings.seed, index, found)
            except Fault:
                continue  # which another question is about

    def _engine(self, options: Mapping[str, Value], found: Mapping[str, Trace]) -> Evaluator:
        left = {name: w for name, w in self.wanted.items() if name not in found}
        checks = tuple(ir.Check(name, witness) for name, witness in left.items())
        return Evaluator(replace(trimmed(self.game, left.values()), checks=checks), options)


def _watch(engine: Evaluator, seed: int, index: int, found: dict[str, Trace]) -> None:
    """One match; what it shows first is kept as far as it had come."""
    match: Match[State] = Match(engine, [AsAdvised(index % 11)] * engine.game.seats, seed, index, CAP)
    checker = Checker(engine)
    while match.start is None:
        match.advance()
    checker.begin(match.start)
    _keep(checker, match, found)
    while not match.over:
        checker.observe(match.advance())
        _keep(checker, match, found)


def _keep(checker: Checker, match: Match[State], found: dict[str, Trace]) -> None:
    for name in checker.witnessed - found.keys():
        found[name] = trace_of(match)
