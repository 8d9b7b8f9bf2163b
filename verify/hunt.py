"""Looking for many things that can happen at once, in matches under many option values.

First the own values of the rules, in matches of the evaluator that follow the advice of the rules, then in
more and longer ones of compiled rules; then each option with other values, one at a time; then options
drawn by lot; at last many matches with those options with which they are shortest, and with the own ones.
What was seen is no longer looked for. How much is played is counted in matches and steps, never in seconds,
so that the same is seen on every machine. Everything found is a match from a legal deal; what is not found
may still exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.ir.walk import inside
from interpreter.run import rng
from interpreter.run.checks import Checker
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.fitness import unfit
from interpreter.run.match import Match
from interpreter.run.state import State
from verify.arms import trimmed
from verify.roam import Roamer
from verify.search import CAP, AsAdvised
from verify.settings import Settings, Tell
from verify.trace import Trace, trace_of


@dataclass(frozen=True)
class Effort:
    """So many matches, fewer if so many in a row have shown nothing new, of so many steps in all."""

    matches: int
    patience: int
    steps: int


ADVISED = 22
"""Matches that follow the advice of the rules."""
PATIENCE = 6
OWN = Effort(200, 40, 60_000)
EACH = Effort(12, 6, 4_000)
"""With each change of an option."""
LOTS = 40
"""How often all options are drawn by lot."""
MORE = Effort(200, 200, 30_000)
"""With each change of an option once more, for what nothing else has shown."""
SHORT = Effort(3000, 3000, 300_000)
"""With options that make matches short: what is rare at their end comes more often."""
SHORTEST = 3
"""With so many options this is tried."""
LAST = Effort(4000, 2000, 1_000_000)
"""With the own values, and with others of the options in question, for what nothing else has shown."""


def near(game: ir.Game, settings: Settings) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """Each free option with some of its other values (first, middle, last), the others as they are.

    Options with which no match can begin are left out.
    """
    for option in game.options:
        others = [v for v in option.values if v != settings.options[option.name]]
        if option.name not in settings.fixed and others:
            for value in dict.fromkeys((others[0], others[len(others) // 2], others[-1])):
                options = {**settings.options, option.name: value}
                if _fit(game, options):
                    yield option.name, options


def _fit(game: ir.Game, options: Mapping[str, Value]) -> bool:
    return unfit(Evaluator(replace(game, checks=()), options)) is None


def drawn(game: ir.Game, settings: Settings, index: int) -> Mapping[str, Value]:
    """About half of the free options with another value by lot, often the first, the last or a small one."""
    stream = rng.stream(settings.seed, index, rng.LOT)
    options = dict(settings.options)
    for option in game.options:
        others = [v for v in option.values if v != options[option.name]]
        if option.name not in settings.fixed and others and stream.below(2):
            first, small, last = others[0], others[stream.below(min(len(others), 12))], others[-1]
            options[option.name] = (first, small, last, others[stream.below(len(others))])[stream.below(4)]
    return options


@dataclass
class Hunt:
    """`wanted` are witnesses in `game`."""

    game: ir.Game
    settings: Settings
    wanted: Mapping[str, ir.Witness]
    tell: Tell
    found: dict[str, Trace] = field(default_factory=dict)
    """A match for each thing that was seen; it may be played in the game without the rewriting, too."""
    _paces: list[tuple[float, Mapping[str, Value]]] = field(default_factory=list)
    """Steps of a match with options that were tried."""

    def first(self) -> None:
        """What shows most of it: the own values, and each option changed."""
        own = self.settings.options
        self._advised(own)
        self._roam(own, OWN)
        left = dict(enumerate(near(self.game, self.settings)))
        while left and self._left:
            spoken = self._spoken()
            place = next((n for n, (name, _) in left.items() if name in spoken), next(iter(left)))
            _, options = left.pop(place)
            self._fitting(options)

    def further(self, only: frozenset[str]) -> None:
        """More for what is rare, of these."""
        self.wanted = {name: w for name, w in self.wanted.items() if name in only}
        for index in range(LOTS):
            if self._left:
                self._fitting(drawn(self.game, self.settings, index))
        for _, options in near(self.game, self.settings):
            self._roam(options, MORE)
        for options in self._shortest():
            self._roam(options, SHORT)
        self._roam(self.settings.options, LAST)
        for name, options in near(self.game, self.settings):
            if name in self._spoken():
                self._roam(options, LAST)

    def _shortest(self) -> list[Mapping[str, Value]]:
        """The options with which matches were shortest."""
        paced = sorted(self._paces, key=lambda pace: pace[0])
        found = {tuple(options.items()): options for _, options in paced}  # each once, the shortest first
        return list(found.values())[:SHORTEST]

    @property
    def _left(self) -> dict[str, ir.Witness]:
        return {name: w for name, w in self.wanted.items() if name not in self.found}

    def _spoken(self) -> set[str]:
        """The options that what was not seen yet speaks of."""
        nodes = (e for witness in self._left.values() for e in inside(witness.body))
        return {e.name for e in nodes if isinstance(e, ir.OptionRef)}

    def _asking(self) -> ir.Game:
        """The game, remembering and asking only what was not seen yet."""
        checks = tuple(ir.Check(name, witness) for name, witness in self._left.items())
        return replace(trimmed(self.game, self._left.values()), checks=checks)

    def _say(self, index: int) -> None:
        self.tell(f"match {index + 1}, {len(self._left)} things not seen yet")

    # as the rules advise

    def _advised(self, options: Mapping[str, Value]) -> None:
        engine, left, news = Evaluator(self._asking(), options), len(self.found), 0
        for index in range(ADVISED):
            if not self._left or index - news >= PATIENCE:
                return
            self._say(index)
            if len(self.found) > left:
                engine, left, news = Evaluator(self._asking(), options), len(self.found), index
            try:
                _watch(engine, self.settings.seed, index, self.found)
            except Fault:
                continue  # which another question is about

    # compiled

    def _fitting(self, options: Mapping[str, Value]) -> None:
        """Under options with which a match can begin."""
        if _fit(self.game, options):
            self._roam(options, EACH)

    def _roam(self, options: Mapping[str, Value], effort: Effort) -> None:
        steps, news, played, roamer = 0, 0, 0, None
        plain, most = trimmed(self.game, ()), len(self._left)
        for index in range(effort.matches):
            if not self._left or index - news >= effort.patience or steps >= effort.steps:
                break
            self._say(index)
            if roamer is None or 2 * len(self._left) < most:
                roamer, most = Roamer(self._asking(), plain, options, self.settings.seed), len(self._left)
            seen = roamer.match(index, effort.steps - steps)
            steps, news, played = steps + seen.steps, index if seen.found else news, index + 1
            self.found.update((n, trace) for n, trace in seen.found.items() if n not in self.found)
        self._paces += [(steps / played, options)] if played else []


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
