"""Engines against the evaluator: the same moves, positions, views, words and faults; the same records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias, TypeVar

from interpreter.fast.engine import Compiled
from interpreter.ir.nodes import Game
from interpreter.ir.types import IntType, Seat, SetType, Type, Value
from interpreter.passes import PASSES
from interpreter.passes.bind import bind
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.match import Match
from interpreter.run.protocol import Action, Engine, Sentence
from interpreter.run.record import Heading, record_match, to_line
from interpreter.text.codes import Code
from players.registry import make_player
from study.simulate import Plan, play_one
from tests.agreement.disagreement import agree
from tests.agreement.walks import Moment
from tests.contract.engines import ENGINES

T = TypeVar("T")
Factory: TypeAlias = Callable[[Game, Mapping[str, Value]], Engine[Any]]
CAP = 25
"""Plies of the matches whose records are compared."""
MOST = 60
"""Their actions."""
REMEMBERED = 256


def _passed(game: Game, options: Mapping[str, Value]) -> Engine[Any]:
    """The evaluator with all passes run before."""
    game = bind(game, options)
    for change in PASSES.values():
        game = change(game)
    return Evaluator(game)


class Remembering(Compiled):
    """Remembers what positions are for the evaluator: many questions are about the last one, and its past
    is all those before it.
    """

    _last: tuple[Any, Any] | None = None

    def _make(self, wary: bool = False) -> None:
        super()._make(wary)
        state = lru_cache(maxsize=REMEMBERED)(self.layout.state)
        object.__setattr__(self.layout, "state", state)

    def slow(self, state: Any) -> Any:
        if self._last is None or self._last[0] is not state:
            self._last = (state, super().slow(state))
        return self._last[1]


PEERS: Mapping[str, Factory] = {
    "passes": _passed,
    **{n: f for n, f in ENGINES.items() if n != "evaluator"},
    "compiled": Remembering,
}
"""Whoever has to agree with the evaluator; an engine is found by its row in the contract."""


def outcome_of(call: Callable[[], T]) -> tuple[str, object]:
    """What a call gives, or the fault that it meets."""
    try:
        return "gives", call()
    except Fault as fault:
        return "faults", (fault.code, fault.message, fault.span.start)
    except IllegalAction:
        return "refuses", None


def said(sentence: Sentence | None) -> object:
    """A sentence without the ranges of its numbers, which passes may know better."""
    if sentence is None:
        return None
    return tuple(p if isinstance(p, str) else (p[0], _without_range(p[1])) for p in sentence)


def _without_range(kind: Type) -> Type:
    if isinstance(kind, SetType) and isinstance(kind.of, IntType):
        return SetType(IntType(0, 0))
    return IntType(0, 0) if isinstance(kind, IntType) else kind


class Answers:
    """What the evaluator says at one moment, found once for all who are held against it."""

    def __init__(self, engine: Evaluator) -> None:
        self.engine = engine
        self._known: dict[str, tuple[str, object]] = {}

    def of(self, what: str, call: Callable[[], object]) -> tuple[str, object]:
        """What the call gives, or the fault that it meets, under a name of its own for each question."""
        if what not in self._known:
            self._known[what] = outcome_of(call)
        return self._known[what]


@dataclass
class Peer:
    """One engine that follows a match of the evaluator."""

    name: str
    other: Engine[Any]
    state: Any = None

    def start(self, mine: Evaluator) -> None:
        """Both begin a match."""
        begun, other = outcome_of(mine.initial), outcome_of(self.other.initial)
        if begun[0] == other[0] == "gives":
            self.state = other[1]
            position = mine.position(begun[1])  # type: ignore[arg-type]
            agree(self.name, "the start", position, self.other.position(self.state))
        else:
            agree(self.name, "the start", begun, other)

    def follow(self, moment: Moment, answers: Answers, closely: bool) -> None:
        """Compare all that is asked at a position, and where the action leads."""
        mine, other, before, state = answers.engine, self.other, moment.before, self.state
        same = partial(self._same, answers)
        same("who acts", lambda: mine.actors(before), lambda: other.actors(state))
        same("chance", lambda: mine.chance(before), lambda: other.chance(state))
        same("legal moves", lambda: _legal(mine, moment), lambda: other.legal(state))
        if closely:
            self._look(moment, answers)
        action = moment.action
        if action is None:
            return
        led = outcome_of(lambda: other.apply(state, action))
        if moment.after is None:
            agree(self.name, action.move, answers.of("faults", lambda: mine.apply(before, action)), led)
            return
        agree(self.name, action.move, "gives", led[0])
        self.state = led[1]
        self._same_state(moment.after, answers, f"after {action.move}")

    def _same(
        self, answers: Answers, where: str, mine: Callable[[], object], other: Callable[[], object]
    ) -> None:
        found = answers.of(where, mine)
        if self.name == "passes" and found[0] == "faults" and found[1][0] is Code.F812:  # type: ignore[index]
            return  # put in place, a definition may ask for the number of cards only, which is not hidden
        agree(self.name, where, found, outcome_of(other))

    def _same_state(self, position: Any, answers: Answers, where: str) -> None:
        mine, other, state = answers.engine, self.other, self.state
        same = partial(self._same, answers)
        same(f"the end {where}", lambda: mine.outcome(position), lambda: other.outcome(state))
        if mine.outcome(position) is None:
            same(f"the position {where}", lambda: mine.position(position), lambda: other.position(state))
        else:
            same("the end", lambda: said(mine.epilogue(position)), lambda: said(other.epilogue(state)))

    def _look(self, moment: Moment, answers: Answers) -> None:
        """Views, and what is said of moves."""
        mine, other, before, state = answers.engine, self.other, moment.before, self.state
        same = partial(self._same, answers)
        for viewer in (None, *map(Seat, range(mine.game.seats))):
            views = partial(mine.view, before, viewer), partial(other.view, state, viewer)
            same(f"the view of {viewer}", *views)
        agree(self.name, "loading", state, other.load(mine.position(before)))
        action = moment.action
        if action is None:
            return
        same("a title", lambda: said(mine.title(before, action)), lambda: said(other.title(state, action)))
        same(
            "what is said",
            lambda: said(mine.narrate(before, action)),
            lambda: said(other.narrate(state, action)),
        )
        wrong = Action(action.player, action.move, tuple((n, v + 1) for n, v in action.picks))
        same(
            "a refusal", lambda: said(mine.refusal(before, wrong)), lambda: said(other.refusal(state, wrong))
        )
        same("a wrong action", lambda: _made(mine, before, wrong), lambda: _made(other, state, wrong))


def _legal(engine: Evaluator, moment: Moment) -> object:
    """The legal moves, which the walk has asked for; again where they fault, to know with what."""
    return engine.legal(moment.before) if moment.legal is None else moment.legal


def _made(engine: Engine[Any], state: Any, action: Action) -> object:
    after = engine.apply(state, action)
    return engine.outcome(after) or engine.position(after)


def same_records(peer: Peer, engine: Evaluator, seed: int, index: int) -> bool:
    """A match of random players gives the same record, byte for byte, and the same findings of the checks.

    Gives whether the checks were looked at.
    """
    if peer.other.options != engine.options:
        return False  # passes put options in their place, and records hold them
    mine = outcome_of(lambda: _recorded(engine, seed, index))
    agree(peer.name, "a record", mine, outcome_of(lambda: _recorded(peer.other, seed, index)))
    if not isinstance(peer.other, Compiled) or (isinstance(mine[1], tuple) and not mine[1][1]):
        return False  # matches that are played on and on by chance alone
    agree(peer.name, "checks", _checked(engine, seed, index), _checked(peer.other, seed, index))
    return mine[0] == "gives"


def _recorded(engine: Engine[Any], seed: int, index: int) -> tuple[object, bool]:
    """The record or the fault of its words, and whether the match came to its end or its cap."""
    match = Match(engine, [make_player("random")] * engine.game.seats, seed, index, CAP)
    for _ in range(MOST):  # chance alone could go on for ever
        if not match.over:
            match.advance()
    names = ("random",) * engine.game.seats
    heading = Heading("rules.yaml", "0" * 64, names)
    return outcome_of(lambda: to_line(record_match(match, heading, legal=True, states=True))), match.over


def _checked(engine: Evaluator | Compiled, seed: int, index: int) -> object:
    """How a match goes that nobody records, and what its checks find."""
    names = ("random",) * engine.game.seats
    plan = Plan(engine.game, engine.options, names, seed, 1, cap=CAP, check=True)
    played = play_one(engine, plan, index)
    fault = (
        None if played.fault is None else (played.fault.code, played.fault.message, played.fault.span.start)
    )
    return played.result, played.ending, fault, played.violations, played.witnessed
