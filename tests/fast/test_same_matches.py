"""The compiled engine plays the evaluator's matches: the same records, the same results, whatever the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.fast.engine import Compiled
from interpreter.fast.playout import below
from interpreter.ir.nodes import Game
from interpreter.run.protocol import Position
from interpreter.run.record import Heading
from interpreter.run.rng import Stream, stream_key
from study import engines
from study.simulate import Plan, simulate
from tests.fast.test_checks import FILES


def game_of(path: Path) -> Game:
    game = load_file(path).game
    assert game is not None
    return game


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_records_are_the_same_byte_for_byte(path: Path) -> None:
    game = game_of(path)
    heading = Heading(path.name, "0" * 64, ("random",) * game.seats)
    plan = Plan(game, defaults(game), heading.players, 3, 1, 0, 25, heading, legal=True, states=True)
    (mine,), (other,) = (list(simulate(replace(plan, engine=e))) for e in ("evaluator", "python"))
    assert mine.line is not None
    assert mine == other


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_matches_without_records_are_the_same(path: Path) -> None:
    game = game_of(path)
    plan = Plan(game, defaults(game), ("random",) * game.seats, 4, 3, 0, 60, check=True)
    mine, other = (list(simulate(replace(plan, engine=e))) for e in ("evaluator", "python"))
    assert mine == other


def test_numbers_below_are_drawn_as_the_generator_draws_them() -> None:
    mine, other = Stream(stream_key(1, 2, 3)), Stream(stream_key(1, 2, 3))
    for n in (2, 3, 7, 36, 52, 1000, 2**31 + 1, 2**32 - 1) * 200:
        assert mine.below(n) == below(other, n)
        assert mine.counter == other.counter


def test_a_position_with_something_unset_is_played_on_with_care() -> None:
    game = load_file(FILES[0].parents[0] / "yourtrumps.yaml").game
    assert game is not None
    engine = Compiled(game)
    cards = engine.cards
    position = Position(
        "play", engine.initial()[0] * 0, {"hand": (cards[:5], cards[5:])}, {"trump": (1, None)}
    )
    state = engine.load(position)
    assert engine.evaluator.legal(engine.slow(state)) == engine.legal(state)
    assert engine.made.maker.settled == frozenset()


def test_auto_is_compiled_for_random_players_alone() -> None:
    game = game_of(FILES[0])
    plan = Plan(game, defaults(game), ("random",) * game.seats, 1, 100)
    assert plan.playing == "python"
    assert replace(plan, players=("greedy",) * game.seats).playing == "evaluator"
    assert replace(plan, matches=1).playing == "evaluator"


def test_auto_is_numba_for_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(FILES[0])
    plan = Plan(game, defaults(game), ("random",) * game.seats, 1, engines.WORTH_NUMBA)
    monkeypatch.setattr(engines, "numba_missing", lambda: None)
    assert plan.playing == "numba"
    assert replace(plan, matches=engines.WORTH_NUMBA - 1).playing == "python"
    assert replace(plan, matches=engines.WORTH_NUMBA_CHECKED, check=True).playing == "numba"
    monkeypatch.setattr(engines, "numba_missing", lambda: "it is away")
    assert plan.playing == "python"
