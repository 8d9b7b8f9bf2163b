"""The engines that a search can use find the same graph, step by step."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.fast.engine import Compiled
from interpreter.ir.nodes import Game
from interpreter.run.engine import Evaluator
from tests.cases.engines import ROOT
from tests.explore.toys import CHOICE, DIE, FAULT, FOR_EVER, FRAME, RACE, STUCK
from tests.unit.written import written
from verify.explore.adapters import CompiledAdapter, EvaluatorAdapter, choose
from verify.explore.fixed import read_fixed
from verify.explore.graph import Graph
from verify.explore.search import search
from verify.explore.space import Adapter

TOYS = {"stuck": STUCK, "for ever": FOR_EVER, "choice": CHOICE, "die": DIE, "race": RACE, "fault": FAULT}


def toy(rest: str) -> Game:
    return written(rest, frame=FRAME).game


def shipped(name: str, deck: str) -> Game:
    game = load_file(ROOT / "rules" / f"{name}.yaml", deck).game
    assert game is not None
    return game


GAMES: dict[str, Callable[[], Game]] = {
    **{name: (lambda rest=rest: toy(rest)) for name, rest in TOYS.items()},  # type: ignore[misc]
    "base": lambda: shipped("yourtrumps", "suits=C,D ranks=K,A"),
    "run": lambda: shipped("take_the_run", "suits=C,D ranks=K,A"),
    "secret": lambda: shipped("secret_trumps", "suits=C,D ranks=K,A"),
    "burn": lambda: shipped("burn", "suits=C,D ranks=K,A"),
    "match": lambda: shipped("match", "suits=C,D ranks=A"),
}


def shape(graph: Graph) -> tuple[object, ...]:
    """All but the keys."""
    columns = (graph.kind, graph.phase, graph.mover, graph.depth, graph.parent, graph.by, graph.outcome)
    links = (graph.first, graph.target, graph.mixed, graph.sinks, graph.outcomes, graph.phases)
    faults = [(f.code, str(f.span), f.message) for f in graph.faults]
    return (graph.starts, graph.prepared, *map(list, columns), *links, faults)


@pytest.mark.parametrize("name", GAMES)
def test_all_engines_find_the_same(name: str) -> None:
    game = GAMES[name]()
    options = defaults(game)
    adapters: list[Adapter] = [
        EvaluatorAdapter(Evaluator(game, options)),
        CompiledAdapter(Compiled(game, options)),
    ]
    slow, fast = (search(adapter, limit=3000) for adapter in adapters)
    assert shape(slow) == shape(fast)
    for one, other in zip(slow.keys, fast.keys, strict=True):
        if slow.keys.index(one) not in slow.sinks:
            assert adapters[0].evaluated(one) == adapters[1].evaluated(other)
            assert adapters[0].position(one) == adapters[1].position(other)


def test_what_counts_is_left_to_the_evaluator() -> None:
    assert isinstance(choose(toy(STUCK), {}), CompiledAdapter)
    assert isinstance(choose(toy(STUCK.replace("size(heap) == 99", "turns == 3")), {}), EvaluatorAdapter)


def test_what_is_fixed_is_so_in_all_beginnings() -> None:
    game = shipped("yourtrumps", "suits=C,D,H ranks=K,A")
    adapter = choose(game, defaults(game))
    fixed = read_fixed(game, ["trump=_,hearts", "mover=1", "hand=ac kc kd,KH AH AD"])
    graph = search(adapter, fixed)
    starts = [adapter.position(key) for key in graph.keys[: graph.starts]]
    assert sorted(p.variables["trump"] for p in starts) == [(0, 2), (1, 2)]  # type: ignore[type-var]
    assert {p.mover for p in starts} == {1}
    assert {p.zones["hand"] for p in starts} == {((0, 1, 2), (3, 4, 5))}
