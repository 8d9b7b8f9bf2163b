"""The search on flat arrays finds the graph of the search over an engine: same states, steps and numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.check.settings import defaults
from interpreter.fast import searcher
from interpreter.fast.kernel import Unfit
from interpreter.fast.packing import packing
from interpreter.fast.searcher import Searcher
from interpreter.ir.nodes import Game
from interpreter.run.fault import Fault
from tests.agreement.trial import read, text_of
from tests.explore.test_adapters import GAMES, shape, shipped, toy
from tests.explore.toys import FAULT, FRAME, STUCK
from tests.unit.written import written
from verify.explore import engines, prepare, read_fixed
from verify.explore.adapters import CompiledAdapter, EvaluatorAdapter, choose
from verify.explore.graph import Graph
from verify.explore.inplace import search_in_place
from verify.explore.search import Progress, search
from verify.explore.space import counted

MORE = {
    "crazy eights": ("crazyeights", "suits=C,D ranks=7,8"),
    "durak": ("durak", "suits=C,D ranks=K,A"),
    "mirror": ("mirror_deal", "suits=C,D ranks=K,A"),
    "exchange": ("exchange_of_sixes", "suits=C,D ranks=6,A"),
}
CASES = (*range(40, 46), 52)
"""Random rule files; a branch of number 52 comes to nothing."""


def game_of(name: str) -> Game:
    return GAMES[name]() if name in GAMES else shipped(*MORE[name])


def both(
    game: Game, limit: int, fixed: tuple[str, ...] = (), numba: bool = False
) -> tuple[Graph | Fault, Graph | Fault]:
    """The graph found over an engine, and in place; or the fault of the set-up."""
    adapter = choose(game, defaults(game))
    assert isinstance(adapter, CompiledAdapter)
    held, one = read_fixed(game, fixed), Searcher(game, defaults(game), numba)
    return _tried(lambda: search(adapter, held, limit)), _tried(
        lambda: search_in_place(adapter, one, held, limit)
    )


def _tried(work: Callable[[], Graph]) -> Graph | Fault:
    try:
        return work()
    except Fault as fault:
        return fault


def same(one: Graph | Fault, other: Graph | Fault) -> None:
    if isinstance(one, Fault) or isinstance(other, Fault):
        assert isinstance(one, Fault) and isinstance(other, Fault)
        assert (one.code, str(one.span), one.message) == (other.code, str(other.span), other.message)
        return
    assert one.why == other.why
    if one.starts:  # a set-up that meets the limit is counted to where it was left
        assert shape(one) == shape(other)
        assert list(one.keys) == list(other.keys)
        assert one.keys[1:3] == other.keys[1:3]


@pytest.mark.parametrize("name", [*GAMES, *MORE])
def test_the_same_graph(name: str) -> None:
    same(*both(game_of(name), 800))


@pytest.mark.parametrize("case", CASES)
def test_the_same_graph_of_random_rules(case: int) -> None:
    game = read(text_of(1, case))[1]
    if game is None:
        return
    asked = {e: (e.when, e.winners, e.losers, *(() if e.again is None else (e.again,))) for e in game.endings}
    same(*both(replace(game, endings=tuple(e for e in game.endings if not counted(game, asked[e]))), 400))


def test_arrays_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "STATES", 4)
    monkeypatch.setattr(searcher, "ROOM", 1)
    same(*both(game_of("base"), 1500))


def test_what_is_fixed_is_so() -> None:
    game = shipped("yourtrumps", "suits=C,D,H ranks=K,A")
    for fixed in (("trump=_,hearts", "mover=1", "hand=ac kc kd,KH AH AD"), ("pile=KC", "dealer=0")):
        same(*both(game, 3000, fixed))


def test_states_of_games_that_do_not_fit_are_refused() -> None:
    large = shipped("yourtrumps", "suits=C,D ranks=K,A")
    made = Searcher(large, None).text.packing
    assert made.words == len({field.word for field in made.fields}) == 1
    assert packing(made.layout, 4) == made
    frame = FRAME.replace("[1, 2]", str(list(range(1, 33))))
    with pytest.raises(Unfit, match="a value of 64 bits does not fit"):
        Searcher(written(STUCK, frame=frame).game, None)


# numba ----------------------------------------------------------------------------------------------------


def test_numba_finds_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Faults, room for states that grows, and all that is worked out of a graph; it takes over by itself."""
    pytest.importorskip("numba")
    monkeypatch.setattr(searcher, "STATES", 4)
    monkeypatch.setattr(engines, "folder", lambda: tmp_path)
    monkeypatch.setattr(engines, "WORTH_NUMBA", 20)
    told: list[str] = []

    def watch(progress: Progress) -> bool:
        told.append(progress.what)
        return True

    slow = prepare(toy(FAULT), {}, engine="python").explore()
    fast = prepare(toy(FAULT), {}, engine="auto").explore(watch=watch)
    assert (slow.used.name, fast.used.name) == ("python", "numba")
    assert "compiling the rules" in told
    same(slow.graph, fast.graph)
    for question in ("recurring", "trapped", "values", "stalls", "sure"):
        assert getattr(slow, question) == getattr(fast, question)
    assert list(tmp_path.glob("search_*.py"))


@pytest.mark.long
def test_numba_finds_the_same_of_a_whole_game() -> None:
    pytest.importorskip("numba")
    same(*both(game_of("base"), 5000, numba=True))


def test_engines_that_cannot_take_a_game_say_so() -> None:
    counts = toy(STUCK.replace("size(heap) == 99", "turns == 3"))
    with pytest.raises(Unfit, match="counts plies or turns"):
        prepare(counts, {}, engine="numba")
    found = prepare(counts, {}, engine="auto").explore()
    assert found.used == engines.Used("evaluator")
    assert isinstance(prepare(toy(STUCK), {}, engine="evaluator").adapter, EvaluatorAdapter)
