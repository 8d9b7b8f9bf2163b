"""A game that went through passes means what it meant: same moves, positions and ends, in random matches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Call, Can, Game, OptionRef
from interpreter.ir.printing import print_game
from interpreter.ir.walk import rule_expressions, with_definitions
from interpreter.passes import PASSES
from interpreter.passes.bind import bind
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.rng import stream

ROOT = Path(__file__).parent.parent.parent
FILES = sorted([*(ROOT / "rules").glob("*.yaml"), *(ROOT / "tests" / "rules").glob("*.yaml")])


def _all_passes(game: Game) -> Game:
    game = bind(game, defaults(game))
    for change in PASSES.values():
        game = change(game)
    return game


CHANGES: dict[str, Callable[[Game], Game]] = {
    **PASSES,
    "bind": lambda game: bind(game, defaults(game)),
    "all": _all_passes,
}


def _game(path: Path) -> Game:
    game = load_file(path).game
    assert game is not None
    return game


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_passed_game_is_the_same_game(path: Path, name: str) -> None:
    game = _game(path)
    passed = CHANGES[name](game)
    plain, other = Evaluator(game, defaults(game)), Evaluator(passed, defaults(passed))
    for index in range(2):
        dice = stream(11, index, 3)
        a, b = plain.initial(), other.initial()
        for _ in range(120):
            assert plain.outcome(a) == other.outcome(b)
            if plain.outcome(a) is not None:
                break
            try:
                moves = plain.legal(a)
            except Fault as fault:
                with pytest.raises(Fault, match=str(fault.code.name)):
                    other.legal(b)
                break
            assert moves == other.legal(b)
            move = moves[dice.below(len(moves))]
            a, b = plain.apply(a, move), other.apply(b, move)
            assert a == b
            assert plain.view(a, None) == other.view(b, None)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_what_a_pass_removes_is_gone(path: Path) -> None:
    passed = _all_passes(_game(path))
    left = list(with_definitions(passed, rule_expressions(passed)))
    setup = {m.name for m in passed.moves if m.phase == "setup"}
    assert not any(isinstance(e, Call | OptionRef) for e in left)
    assert not any(isinstance(e, Can) and e.move not in setup for e in left)
    assert print_game(passed) == print_game(_all_passes(_game(path)))
