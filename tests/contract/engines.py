"""What the contract runs over: engines and rule files. A new engine or rule file is one more row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from interpreter.check.load import load_file
from interpreter.fast.engine import Compiled
from interpreter.ir.nodes import Deal, Draw, Game, Lot
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.run.match import Match, Step
from interpreter.run.protocol import Engine
from players.registry import make_player

ROOT = Path(__file__).parents[2]
Factory: TypeAlias = Callable[[Game, Mapping[str, Value]], Engine[Any]]

ENGINES: Mapping[str, Factory] = {"evaluator": Evaluator, "compiled": Compiled}


@dataclass(frozen=True)
class Rules:
    """A rule file (relative to the checkout), option values, a deck of its own, the number of seats."""

    file: str
    options: tuple[tuple[str, Value], ...] = ()
    deck: str | None = None
    seats: int | None = None


RULES: Mapping[str, Rules] = {
    "yourtrumps": Rules("rules/yourtrumps.yaml"),
    "yourtrumps, open, may decline": Rules(
        "rules/yourtrumps.yaml", (("open_hands", True), ("may_decline", True), ("same_trump", True))
    ),
    "yourtrumps, eight cards": Rules("rules/yourtrumps.yaml", deck="suits=S,H ranks=J,Q,K,A"),
    "several deals": Rules("rules/match.yaml", (("deals_to_lose", 2),), deck="suits=S,H ranks=J,Q,K,A"),
    "a secret choice": Rules("rules/secret_trumps.yaml"),
    "unknown to its owner": Rules("rules/buried_trump.yaml"),
    "a drawn half": Rules("rules/mirror_deal.yaml"),
    "dropping out": Rules("rules/exchange_of_sixes.yaml", seats=4),
    "counted turns": Rules("rules/turn_cap.yaml", (("turn_cap", 8),)),
    "crazyeights, two": Rules("rules/crazyeights.yaml"),
    "crazyeights, three": Rules("rules/crazyeights.yaml", (("may_draw", True),), seats=3),
    "crazyeights, six": Rules("rules/crazyeights.yaml", seats=6),
    "durak, two": Rules("rules/durak.yaml"),
    "durak, three": Rules("rules/durak.yaml", (("attacker_first", False),), seats=3),
    "durak, six": Rules("rules/durak.yaml", seats=6),
    "one seat": Rules("tests/rules/descent.yaml"),
    "five seats and a stock": Rules("tests/rules/caravan.yaml"),
    "no ordered zone": Rules("tests/rules/auction.yaml"),
    "no ordered zone, open": Rules("tests/rules/auction.yaml", (("open_bids", True),)),
}


@cache
def game_of(rules: Rules) -> Game:
    """The game of a rule file that must be without errors."""
    found = load_file(ROOT / rules.file, rules.deck, rules.seats)
    assert found.game is not None, [d.message for d in found.report]
    return found.game


def opens_by_chance(rules: str) -> bool:
    """Whether the set-up begins with a lot or a deal."""
    return isinstance(game_of(RULES[rules]).setup[0], Lot | Deal | Draw)


def make_engine(engine: str, rules: str) -> Engine[Any]:
    row = RULES[rules]
    return ENGINES[engine](game_of(row), dict(row.options))


def play(
    engine: Engine[Any], seed: int, index: int = 0, cap: int = 100, player: str = "random"
) -> Match[Any]:
    """A match of such players, or its first `cap` plies."""
    match = Match(engine, [make_player(player)] * engine.game.seats, seed, index, cap)
    match.play()
    return match


@cache
def walk(engine: str, rules: str) -> tuple[Engine[Any], tuple[Step[Any], ...]]:
    """An engine and all steps, those of the set-up too, of a few random matches."""
    made = make_engine(engine, rules)
    matches = [play(made, 11, index) for index in range(3)]
    return made, tuple(step for m in matches for step in (*m.setup, *m.steps))
