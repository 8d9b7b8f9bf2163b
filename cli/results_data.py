"""What a simulation came to, as data: nothing in it differs between machines but the name of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf
from typing import Any

from interpreter.run.record import DRAW, UNFINISHED, WIN
from study import findings
from study.about import About
from study.branches import Sampled
from study.counted import Counted, Trouble
from study.findings import Share, Spread
from study.intervals import Interval


def as_data(of: Counted, about: About, sample: Sampled | None = None) -> dict[str, Any]:
    """Counts, shares and means with their intervals, faults and violations."""
    data: dict[str, Any] = {
        **heading(about),
        "matches": of.totals.matches,
        "players": list(about.players),
        "cap": about.cap,
        "outcomes": _outcomes(of),
        "wins": [findings.wins(of, seat).number for seat in range(about.seats)],
        "losses": [findings.losses(of, seat).number for seat in range(about.seats)],
        "faulty": of.totals.faulty,
        "seats": [_seat(of, about, seat) for seat in range(about.seats)],
        "first": _first(of, about),
        "draws": share(findings.draws(of)),
        "unfinished": share(findings.stopped(of)),
        "endings": {name: of.totals.endings.get(name, 0) for name in about.endings},
        "ended": findings.ended_by(of),
        "plies": _spread(findings.spread(of.totals.plies)),
        "turns": _spread(findings.spread(of.totals.turns)),
        "choices": _choices(of),
        "moves": [
            {"move": rule.name, "made": of.totals.moves.get(rule.name, 0), "per_match": interval(often)}
            for rule in about.moves
            if (often := findings.per_match(of, rule.name)) is not None
        ],
        "never": list(findings.never_made(of)),
        "turning_points": _spread(findings.spread(of.totals.changes)),
        "largest": {zone: _spread(findings.spread(sizes)) for zone, sizes in of.totals.largest.items()},
        "faults": [_fault(found) for found in of.faults],
    }
    if sample is not None:
        data["branches"] = {"sample": sample.matches, "plies": sample.plies, "of": _branches(sample)}
    if about.check:
        data["checks"] = _checks(of, about)
    return data


def heading(about: About) -> dict[str, Any]:
    return {
        "game": about.game,
        "rules": {"file": about.file, "sha256": about.sha256},
        "options": dict(about.options),
        "deck": list(about.deck),
        "seed": about.seed,
    }


def interval(found: Interval | None) -> dict[str, float | None] | None:
    """An end that is not known is null."""
    if found is None:
        return None
    ends = {"low": found.low, "high": found.high}
    return {"value": found.value, **{name: None if isinf(end) else end for name, end in ends.items()}}


def share(found: Share) -> dict[str, Any]:
    shown = found.interval
    data: dict[str, Any] = {"count": found.number, "of": found.of}
    return data if shown is None else {**data, "share": shown.value, "low": shown.low, "high": shown.high}


def _outcomes(of: Counted) -> dict[str, int]:
    drawn = findings.draws(of).number
    return {WIN: of.finished - drawn, DRAW: drawn, UNFINISHED: of.unfinished}


def _seat(of: Counted, about: About, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "player": about.players[seat],
        "wins": share(findings.wins(of, seat)),
        "losses": share(findings.losses(of, seat)),
    }


def _first(of: Counted, about: About) -> dict[str, Any]:
    begun = sorted({key[0] for key in of.totals.results})
    return {
        "wins": share(findings.first_wins(of)),
        "losses": share(findings.first_loses(of)),
        "by_seat": [
            {"seat": first, "wins": [share(findings.wins(of, seat, first)) for seat in range(about.seats)]}
            for first in begun
        ],
    }


def _spread(found: Spread | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "shortest": found.lowest,
        "longest": found.highest,
        "total": sum(value * n for value, n in found.histogram.items()),
        "mean": interval(found.mean),
        "quantiles": {str(q.percent): q.value for q in found.quantiles},
        "quantiles_between": {str(q.percent): [q.low, q.high] for q in found.quantiles},
        "histogram": _sorted(found.histogram),
    }


def _sorted(histogram: Mapping[int, int]) -> list[list[int]]:
    return [[value, histogram[value]] for value in sorted(histogram)]


def _choices(of: Counted) -> dict[str, Any]:
    return {
        "mean": interval(findings.branching(of)),
        "forced": interval(findings.forced(of)),
        "histogram": _sorted(of.totals.choices),
    }


def _checks(of: Counted, about: About) -> list[dict[str, Any]]:
    """Each check with the matches that violated it, or for what can happen the number in which it did."""
    found = []
    for check in about.checks:
        item: dict[str, Any] = {"check": check.name}
        if check.witness:
            item["seen"] = of.totals.witnessed.get(check.name, 0)
        else:
            item["matches"] = of.totals.violated.get(check.name, 0)
            item["violated"] = [
                {"match": v.match, "move": v.action, "message": v.message}
                for v in of.violations
                if v.name == check.name
            ]
        found.append(item)
    return found


def _branches(sample: Sampled) -> list[dict[str, Any]]:
    return [
        {"definition": b.definition, "branch": b.text, "line": b.line, "times": b.times}
        for b in sample.branches
    ]


def _fault(found: Trouble) -> dict[str, Any]:
    return {
        "match": found.match,
        "code": found.name,
        "message": found.message,
        "file": found.file,
        "line": found.line,
        "column": found.column,
    }
