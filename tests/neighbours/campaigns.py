"""What is played here: both games, every number of players, the readings that their options offer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from interpreter.check.load import load_file
from interpreter.check.settings import settle
from interpreter.ir.nodes import Game
from interpreter.run.engine import Evaluator
from tests.cases.engines import told
from tests.house.tree import ROOT

GAMES = ("crazyeights", "durak")
NUMBERS = (2, 3, 4, 5, 6)
CAP = 2_000
"""Plies; every match ends long before."""

OTHERWISE: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "crazyeights": (
        {"may_draw": "yes", "dealt": "8"},
        {"eights_match": "yes", "most_drawn": "52", "open_hands": "yes"},
        {"most_drawn": "1", "dealt_to_two": "15"},
    ),
    "durak": (
        {"throwers": "neighbours", "first_limit": "5"},
        {"throwers": "attacker_only", "pursue": "no", "full_hand": "4"},
        {"attacker_first": "no", "lowest_rank": "2", "open_hands": "yes"},
    ),
}
"""Option values that are not the usual ones."""


@cache
def game(name: str, seats: int) -> Game:
    found = load_file(ROOT / "rules" / f"{name}.yaml", seats=seats)
    assert found.game is not None and not list(found.report), told(found.report)
    return found.game


def engine(name: str, seats: int, settings: Mapping[str, str] | None = None) -> Evaluator:
    values, report = settle(game(name, seats), dict(settings or {}))
    assert not report.failed, told(report)
    return Evaluator(game(name, seats), values)
