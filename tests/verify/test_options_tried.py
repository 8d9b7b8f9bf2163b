"""Other values of options are tried only where the rules allow them."""

from __future__ import annotations

from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from tests.variants.shelf import path
from verify.hunt import near
from verify.settings import Settings


def _game(name: str) -> Game:
    game = load_file(path(name)).game
    assert game is not None
    return game


def test_a_value_that_a_requirement_forbids_is_not_tried() -> None:
    tried = {
        name: {name for name, _ in near(g, Settings(defaults(g)))}
        for name in ("yourtrumps", "mirror_deal")
        for g in (_game(name),)
    }
    assert tried["yourtrumps"] - tried["mirror_deal"] == {"same_trump"}
