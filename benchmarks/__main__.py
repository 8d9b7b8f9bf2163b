"""`python -m benchmarks` measures everything, `python -m benchmarks loading startup` what is named.

With `--long` those that have a longer form are measured in that: `scale` up to ten million matches, `kills`
two hundred times, `nonsense` with 100,000 frames.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import (
    compiled,
    crazy_eights,
    evaluator,
    explorer,
    faults,
    gyms,
    loading,
    playing,
    proofs,
    scaling,
    server,
    server_kills,
    server_nonsense,
    startup,
)
from benchmarks.measure import Result, Skipped

MEASURES: dict[str, Callable[[], Result | Skipped]] = {
    "evaluator": evaluator.measure,
    "compiled": compiled.measure,
    "numba": playing.by_numba,
    "inplace": playing.by_python,
    "cores": scaling.cores,
    "scale": scaling.scale,
    "openspiel": crazy_eights.measure,
    "rlcard": gyms.by_rlcard,
    "pettingzoo": gyms.by_pettingzoo,
    "loading": loading.measure,
    "startup": startup.measure,
    "proofs": proofs.measure,
    "faults": faults.measure,
    "explorer": explorer.measure,
    "server": server.measure,
    "kills": lambda: server_kills.measure(20),
    "nonsense": lambda: server_nonsense.nonsense(20_000),
    "idle": server_nonsense.idle,
}
LONG: dict[str, Callable[[], Result | Skipped]] = {
    "scale": scaling.scale_long,
    "kills": server_kills.measure,
    "nonsense": server_nonsense.nonsense,
}


def main(given: list[str]) -> int:
    """0 if every ratio measured has reached its goal, 1 if not, 2 for an unknown name."""
    names = [name for name in given if name != "--long"]
    measures = {**MEASURES, **LONG} if "--long" in given else MEASURES
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        print(f"`{unknown[0]}` is none of {', '.join(MEASURES)}", file=sys.stderr)
        return 2
    results: list[Result] = []
    for name in names or measures:
        result = measures[name]()
        if isinstance(result, Skipped):
            print(f"{result.name}: skipped, {result.why}")
            continue
        results.append(result)
        print(f"{result.name}:")
        for note in result.notes:
            print(f"  {note}")
    print()
    for result in results:
        print(result.row())
    return 0 if all(result.reached for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
