"""What a comparison came to, as data."""

from __future__ import annotations

from typing import Any

from cli.results_data import as_data as alone
from cli.results_data import interval
from study.compared import Outcome
from study.paired import Difference


def as_data(outcome: Outcome) -> dict[str, Any]:
    """Each contender alone, as `simulate` tells it, and the differences from the first."""
    return {
        "matches": outcome.matches,
        "within": outcome.within,
        "at_any_time": outcome.rho is not None,
        "contenders": [
            {"name": name, **alone(of, about)}
            for name, of, about in zip(outcome.names, outcome.each, outcome.abouts, strict=True)
        ],
        "differences": [
            {
                "from": outcome.names[0],
                "to": outcome.names[which],
                "pairs": outcome.pairs(which),
                "same_deals": dict(zip(("deals", "of"), outcome.deals[which - 1], strict=True)),
                "measures": [_difference(found) for found in outcome.differences(which)],
            }
            for which in range(1, len(outcome.names))
        ],
    }


def _difference(found: Difference) -> dict[str, Any]:
    return {
        "measure": found.measure.name,
        "rate": found.measure.rate,
        "values": list(found.values) if found.values is not None else None,
        "difference": interval(found.interval),
        "saved": found.saved,
    }
