"""The engines that cases run on. A new engine is one more row of `FACTORIES`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from benchmarks.handwritten import Handwritten, Rules
from interpreter.check.load import Loaded, load_file
from interpreter.check.settings import settle
from interpreter.fast.engine import Compiled
from interpreter.run.engine import Evaluator
from interpreter.run.protocol import Action, Cards, Outcome, Position
from interpreter.text.diagnostic import Report
from tests.cases.pack import Pack

ROOT = Path(__file__).parents[2]
S = TypeVar("S", bound=Hashable)


class Playing(Protocol[S]):
    """The calls of the engine protocol that cases use."""

    @property
    def cards(self) -> Cards: ...

    def initial(self) -> S: ...

    def load(self, position: Position) -> S: ...

    def position(self, state: S) -> Position: ...

    def chance(self, state: S) -> bool: ...

    def legal(self, state: S) -> tuple[Action, ...]: ...

    def apply(self, state: S, action: Action) -> S: ...

    def outcome(self, state: S) -> Outcome | None: ...


@dataclass(frozen=True)
class Setting:
    """A rule file (relative to the checkout) with options, perhaps a deck in place of its own, as text, and a
    number of seats.
    """

    rules: str
    options: tuple[tuple[str, str], ...] = ()
    deck: str | None = None
    seats: int | None = None


@dataclass(frozen=True)
class Bench:
    """An engine with the names of its cards and of the picks of its moves.

    `refuses`: it raises `IllegalAction` as the protocol says.
    """

    engine: Playing[Any]
    pack: Pack
    refuses: bool
    picks: Mapping[str, tuple[str, ...]]


@cache
def loaded(rules: str, deck: str | None, seats: int | None = None) -> Loaded:
    return load_file(ROOT / rules, deck, seats)


def evaluator_of(setting: Setting) -> Evaluator:
    """The evaluator of a rule file, which must be without errors, as must be the options."""
    read = loaded(setting.rules, setting.deck, setting.seats)
    assert read.game is not None, told(read.report)
    values, report = settle(read.game, dict(setting.options))
    assert not report.failed, told(report)
    return Evaluator(read.game, values)


def told(report: Report) -> str:
    return "; ".join(f"{finding.span}: {finding.message}" for finding in report)


def evaluator(setting: Setting) -> Bench:
    return _bench(evaluator_of(setting))


def compiled(setting: Setting) -> Bench:
    """The rules compiled to Python."""
    slow = evaluator_of(setting)
    return _bench(Compiled(slow.game, slow.options))


def _bench(engine: Evaluator | Compiled) -> Bench:
    deck = engine.game.deck
    stacks = frozenset(z.name for z in engine.game.zones if z.ordered)
    suits, ranks = (tuple(n.symbol for n in named) for named in (deck.suits, deck.ranks))
    picks = {m.name: tuple(p.name for p in m.picks) for m in engine.game.moves}
    return Bench(engine, Pack(suits, ranks, engine.cards, stacks), True, picks)


SUITS: tuple[str, ...] = ("C", "D", "H", "S")
RANKS: tuple[str, ...] = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


DRAWS = {"rules/yourtrumps.yaml": True, "rules/no_draws.yaml": False}
"""Whether R16 is among the rules of a file."""


def handwritten(setting: Setting) -> Bench | None:
    """The game written by hand for the benchmarks, which knows no rule file but its own game's."""
    if setting.rules not in DRAWS:
        return None
    suits, ranks, lowest = SUITS, RANKS, RANKS.index("6")
    if setting.deck is not None:
        suits, ranks = (tuple(part.split("=")[1].split(",")) for part in setting.deck.split())
        lowest = 0
    options = {name: chosen(text) for name, text in setting.options if name != "open_hands"}
    if "lowest_rank" in options:
        lowest = ranks.index(str(options.pop("lowest_rank")))
    engine = Handwritten(Rules(len(suits), len(ranks), lowest, draws=DRAWS[setting.rules], **_typed(options)))
    return Bench(engine, Pack(suits, ranks, engine.cards), False, {})


def chosen(text: str) -> bool | int:
    return text == "yes" if text in ("yes", "no") else int(text)


def _typed(options: Mapping[str, bool | int]) -> dict[str, Any]:
    return dict(options)


FACTORIES: Mapping[str, Callable[[Setting], Bench | None]] = {
    "evaluator": evaluator,
    "compiled": compiled,
    "handwritten": handwritten,
}
