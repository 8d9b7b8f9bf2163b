"""One case of the campaign: a random rule file, some random matches of it, all comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import lru_cache

from interpreter.check.load import load
from interpreter.front.format import format_source
from interpreter.ir.nodes import Game
from interpreter.ir.printing import digest, print_game
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.agreement.counting import counting, occurring
from tests.agreement.disagreement import Disagreement, agree
from tests.agreement.encoded import Encoded
from tests.agreement.engines import PEERS, Answers, Peer, same_records
from tests.agreement.walks import Moment, remember, walk
from tests.agreement.writing.rules import rule_file
from tests.agreement.writing.trees import Doc, written
from tests.fuzz.dice import Dice

MATCHES, MOST = 12, 60
"""How many matches of a file are played, of at most so many actions."""
FORMATTED = 4
"""One file in so many is formatted."""
MATCH = 77
COUNTED = 4
"""In one file in so many it is counted what is evaluated: that costs as much as to evaluate it."""
CLOSELY = 5
"""At one position in so many, views and words are compared, too."""
RECORDS = 2
"""How many matches of random players are recorded, and their checks looked at."""
SWEPT = 4
"""At one encoded position in so many, all expressions of the game are compared, whoever asks them."""
ALL = ("format", "encoder", *PEERS)


@dataclass
class Tally:
    """What a campaign has done; tallies add up."""

    cases: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    encoded: int = 0
    folded: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    occurring: Counter[str] = field(default_factory=Counter)
    evaluated: Counter[str] = field(default_factory=Counter)
    unsupported: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        for name in ("cases", "steps", "encoded", "folded"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("refused", "ends", "occurring", "evaluated", "unsupported"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True)
class Plan:
    """What is compared, and how an evaluator is made; a test may hand in a wrong one."""

    by: tuple[str, ...] = ALL
    evaluator: Callable[[Game], Evaluator] = Evaluator
    matches: int = MATCHES
    encode_every: int = 4
    """One position in so many is read by the encoder."""


def case(seed: int, index: int) -> Doc:
    """The rule file of a case."""
    return rule_file(Dice(seed, index))


@lru_cache(maxsize=1024)
def text_of(seed: int, index: int) -> str:
    return written(case(seed, index))


@lru_cache(maxsize=1024)
def read(text: str) -> tuple[Source, Game | None, frozenset[str]]:
    """The game of a rule file, or the codes of its errors."""
    source = Source("rules.yaml", text)
    loaded = load(source)
    codes = frozenset(d.code.name for d in loaded.report if d.code.name.startswith("E"))
    return source, loaded.game, codes


def trial(text: str, seed: int, index: int, plan: Plan, tally: Tally) -> None:
    """All comparisons of one rule file; raises `Disagreement`."""
    tally.cases += 1
    source, game, codes = read(text)
    if game is None:
        tally.refused.update(codes)
        return
    tally.occurring.update(occurring(game))
    if "format" in plan.by and index % FORMATTED == 0:
        same_when_formatted(source, game)
    try:
        with nullcontext() if index % COUNTED else counting(tally.evaluated):
            engine = plan.evaluator(game)
    except Fault as fault:
        tally.refused[fault.code.name] += 1
        return
    _Matches(engine, seed, index, plan, tally).play()


def same_when_formatted(source: Source, game: Game) -> None:
    """The formatted file says the same."""
    text = format_source(source, Report())
    assert text is not None
    again = load(Source(source.name, text)).game
    agree("format", "the rules", digest(game), None if again is None else digest(again))
    agree("format", "the whole file", print_game(game), None if again is None else print_game(again))


class _Matches:
    def __init__(self, engine: Evaluator, seed: int, index: int, plan: Plan, tally: Tally) -> None:
        self._engine = engine
        self._seed, self._index = seed, index
        self._plan = plan
        self._tally = tally
        self._encoded = Encoded(engine, tally.unsupported) if "encoder" in plan.by else None
        self._peers = [
            Peer(name, make(engine.game, engine.options)) for name, make in PEERS.items() if name in plan.by
        ]

    def play(self) -> None:
        if self._encoded is not None:
            self._encoded.still()
        for match in range(self._plan.matches):
            self._match(Dice(self._seed + MATCH + match, self._index))
        for peer in self._peers:
            for seed in range(self._seed, self._seed + RECORDS):
                if same_records(peer, self._engine, seed, self._index):
                    claims = (type(c.claim).__name__ for c in self._engine.game.checks)
                    self._tally.evaluated.update(claims)

    def _match(self, dice: Dice) -> None:
        for peer in self._peers:
            peer.start(self._engine)
        last: Moment | None = None
        for moment in walk(self._engine, dice, MOST):
            self._tally.steps += 1
            self._count(moment)
            answers, closely = Answers(self._engine), dice.chance(CLOSELY)
            for peer in self._peers:
                peer.follow(moment, answers, closely)
            if self._encoded is not None and dice.below(self._plan.encode_every) == 0:
                self._encode(self._encoded, moment, dice.chance(SWEPT))
            last = moment
        self._tally.ends[_end(last, self._engine)] += 1

    def _count(self, moment: Moment) -> None:
        """The step of the set-up that is being done."""
        steps = self._engine.game.setup
        if moment.before.outcome is None and moment.before.step < len(steps):
            self._tally.evaluated[type(steps[moment.before.step]).__name__] += 1

    def _encode(self, encoded: Encoded, moment: Moment, sweep: bool) -> None:
        before = moment.before
        if before.outcome is not None:
            return
        self._tally.encoded += 1
        told = encoded.compared
        if sweep:
            encoded.sweep(before, moment.history)
        if not self._engine.preparing(before):
            encoded.legal(before, moment.legal, sweep)
        if moment.move is not None and moment.action is not None and moment.seat is not None:
            encoded.step(before, moment.action, moment.seat, moment.move, moment.after)
            if moment.after is not None:
                step = (moment.action, moment.seat, moment.move)
                asked = encoded.checks(moment.after, step, remember(moment.history, moment))
                self._tally.evaluated.update(type(claim).__name__ for claim in asked)
        self._tally.folded += encoded.compared - told


def _end(last: Moment | None, engine: Evaluator) -> str:
    if last is None:
        return "no start"
    if last.fault is not None:
        return last.fault.code.name
    assert last.after is not None
    outcome = engine.outcome(last.after)
    return "going on" if outcome is None else "a win" if outcome.winners or outcome.losers else "a draw"


def found(text: str, seed: int, index: int, plan: Plan, tally: Tally | None = None) -> Disagreement | None:
    """The disagreement that a rule file shows; an exception of a back end counts as one."""
    try:
        trial(text, seed, index, plan, tally or Tally())
    except Disagreement as wrong:
        return wrong
    except Exception as broken:
        return Disagreement("a crash", type(broken).__name__, _told(broken))
    return None


def _told(broken: Exception) -> str:
    import traceback

    place = traceback.extract_tb(broken.__traceback__)[-1]
    return f"{broken} at {place.filename.rpartition('/')[2]}:{place.lineno}"
