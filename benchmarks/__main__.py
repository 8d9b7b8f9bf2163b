"""`python -m benchmarks` measures everything, `python -m benchmarks loading startup` what is named."""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import compiled, crazy_eights, evaluator, explorer, faults, loading, playing, proofs, startup
from benchmarks.measure import Result, Skipped

MEASURES: dict[str, Callable[[], Result | Skipped]] = {
    "evaluator": evaluator.measure,
    "compiled": compiled.measure,
    "numba": playing.by_numba,
    "inplace": playing.by_python,
    "openspiel": crazy_eights.measure,
    "loading": loading.measure,
    "startup": startup.measure,
    "proofs": proofs.measure,
    "faults": faults.measure,
    "explorer": explorer.measure,
}


def main(names: list[str]) -> int:
    """0 if every ratio measured has reached its goal, 1 if not, 2 for an unknown name."""
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        print(f"`{unknown[0]}` is none of {', '.join(MEASURES)}", file=sys.stderr)
        return 2
    results: list[Result] = []
    for name in names or MEASURES:
        result = MEASURES[name]()
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
