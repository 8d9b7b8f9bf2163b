"""Which engine a search is done on: the graph is the same on all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from interpreter.fast.kernel import Unfit
from interpreter.fast.searcher import Searcher
from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from study.engines import AUTO, EVALUATOR, NUMBA, PYTHON, folder, no_numba
from verify.explore.adapters import CompiledAdapter, EvaluatorAdapter, choose
from verify.explore.fixed import Fixed
from verify.explore.graph import Graph
from verify.explore.inplace import search_in_place
from verify.explore.search import LIMIT, Progress, Watch, search
from verify.explore.space import Adapter

WORTH_NUMBA: Final = 200_000
"""States from which on numba saves time although it compiles first."""
LIMIT_PACKED: Final = 5_000_000
"""States that a search by numba holds at most unless told otherwise: about 150 bytes each."""
COUNTS: Final = "an ending counts plies or turns, which the evaluator does"


def adapter_of(engine: str, game: ir.Game, options: Mapping[str, Value]) -> Adapter:
    """The engine as the search uses it. Raises `Unexplorable`, and `Unfit` if numba cannot take the game."""
    quickest = choose(game, options)
    if engine == EVALUATOR:
        return EvaluatorAdapter(Evaluator(game, options))
    if engine == NUMBA:
        why_not = no_numba(game, options) if isinstance(quickest, CompiledAdapter) else COUNTS
        if why_not is not None:
            raise Unfit(why_not)
    return quickest


@dataclass(frozen=True)
class Used:
    """The engine that found a graph. `why_not` is why numba did not although it would have saved time."""

    name: str
    why_not: str | None = None


def searched(
    engine: str, adapter: Adapter, fixed: Fixed, ways: int, limit: int | None, watch: Watch
) -> tuple[Graph, Used]:
    """The graph, found by the engine of this name; `ways` is about how many states play can begin in.

    Raises `Unfit` if it cannot be, and `Fault` in the set-up.
    """
    whole = LIMIT if limit is None else limit
    if not isinstance(adapter, CompiledAdapter):
        why_not = COUNTS if engine == AUTO else None
        graph = search(adapter, fixed, whole, watch)
        return graph, Used(EVALUATOR, why_not if len(graph) > WORTH_NUMBA else None)
    if engine == PYTHON:
        return search(adapter, fixed, whole, watch), Used(PYTHON)
    if engine == AUTO:
        found = _first_part(adapter, fixed, ways, whole, watch)
        if found is not None:
            return found
    watch(Progress("compiling the rules", 0, 0))
    try:
        searcher = Searcher(adapter.engine.game, adapter.engine.options, numba=True, cache=folder())
    except Unfit as error:
        if engine == NUMBA:
            raise
        return search(adapter, fixed, whole, watch), Used(PYTHON, str(error))
    graph = search_in_place(adapter, searcher, fixed, LIMIT_PACKED if limit is None else limit, watch)
    return graph, Used(NUMBA)


def _first_part(
    adapter: CompiledAdapter, fixed: Fixed, ways: int, limit: int, watch: Watch
) -> tuple[Graph, Used] | None:
    """A graph for which numba is not worth while, or cannot be had; None if it would save time."""
    why_not = no_numba(adapter.engine.game, adapter.engine.options)
    if why_not is not None:
        graph = search(adapter, fixed, limit, watch)
        return graph, Used(PYTHON, why_not if len(graph) > WORTH_NUMBA else None)
    if ways > WORTH_NUMBA:
        return None
    heard: list[bool] = []

    def hearing(progress: Progress) -> bool:
        heard.append(watch(progress))
        return heard[-1]

    graph = search(adapter, fixed, min(limit, WORTH_NUMBA), hearing)
    stopped = bool(heard) and not heard[-1]
    return (graph, Used(PYTHON)) if graph.complete or stopped or limit <= WORTH_NUMBA else None
