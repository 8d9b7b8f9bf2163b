"""Players: they choose a legal action, from what they are shown."""

from __future__ import annotations

from interpreter.ir.types import Seat
from interpreter.run.protocol import Action, View
from interpreter.run.rng import Stream, stream
from players.greedy import Greedy
from players.registry import PLAYERS, make_player
from players.uniform import Uniform

SEAT = Seat(0)
ACTIONS = tuple(Action(SEAT, "move", (("n", n),)) for n in range(4))


def view(*advice: int | None) -> View:
    legal = ACTIONS[: len(advice)]
    return View(SEAT, "go", SEAT, (SEAT,), {}, {}, frozenset(), legal, advice)


def test_greedy_makes_the_best_move_the_first_of_equal_ones() -> None:
    assert Greedy().choose(view(1, 5, 5, 2), Stream(0)) == ACTIONS[1]
    assert Greedy().choose(view(-3, -2), Stream(0)) == ACTIONS[1]


def test_greedy_prefers_any_advice_to_none() -> None:
    assert Greedy().choose(view(None, -5, None), Stream(0)) == ACTIONS[1]
    assert Greedy().choose(view(None, None), Stream(0)) == ACTIONS[0]


def test_random_makes_every_move() -> None:
    chance = stream(1, 0, 16)
    counts = [0] * 4
    for _ in range(4000):
        counts[ACTIONS.index(Uniform().choose(view(1, 2, None, 4), chance))] += 1
    assert all(900 < c < 1100 for c in counts)


def test_the_registry_names_its_players() -> None:
    assert set(PLAYERS) == {"random", "greedy"}
    assert all(make_player(name).name == name for name in PLAYERS)
