"""Files of sums: what one part of a study came to, to be put together with the others elsewhere and later."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from interpreter.fast.totals import Totals
from study.about import About
from study.branches import Branch, Sampled
from study.counted import Counted, Doubled, Trouble, missing
from study.intervals import Pairs

VERSION = "sums/1"


class Misfit(Exception):
    """Files that cannot be put together; the text is for people: lower case, no full stop."""


@dataclass(frozen=True)
class Kept:
    """A file of sums: `name` is what it is called in messages, `engines` played its matches.

    `sample` is of the first matches of the whole study, whatever part of it this is.
    """

    name: str
    about: About
    counted: Counted
    engines: tuple[str, ...]
    sample: Sampled | None = None


def together(parts: Sequence[Kept]) -> Kept:
    """All of at least one part; raises `Misfit` if they are not of one study, or not all of it."""
    first, *rest = parts
    found = first.counted
    for part in rest:
        unlike = first.about.unlike(part.about)
        if unlike is not None:
            raise Misfit(f"`{part.name}` and `{first.name}` are not of one study: {unlike}")
        try:
            found = found.add(part.counted)
        except Doubled as twice:
            raise Misfit(f"{_matches(twice.low, twice.high)} of `{part.name}` were counted before") from None
    gaps = missing(found.spans, first.about.matches)
    if gaps:
        named = ", ".join(_matches(low, high - 1) for low, high in gaps[:5])
        raise Misfit(f"{named}{' and others' if len(gaps) > 5 else ''} are in none of the files")
    engines = tuple(sorted({name for part in parts for name in part.engines}))
    return Kept(first.name, first.about, found, engines, first.sample)


def _matches(low: int, high: int) -> str:
    return f"match {low}" if low == high else f"matches {low} to {high}"


# writing --------------------------------------------------------------------------------------------------


def write(kept: Kept) -> str:
    """The content of its file: one line of JSON and a line end."""
    data = {
        "study": VERSION,
        "about": kept.about.data(),
        "engines": list(kept.engines),
        "sample": None if kept.sample is None else asdict(kept.sample),
        "counted": _counted(kept.counted),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _counted(of: Counted) -> dict[str, Any]:
    return {
        "spans": [list(span) for span in of.spans],
        "totals": _totals(of.totals),
        "by_ply": {name: _pairs(pairs) for name, pairs in of.by_ply.items()},
        "by_match": {name: _pairs(pairs) for name, pairs in of.by_match.items()},
        "faults": [asdict(trouble) for trouble in of.faults],
        "violations": [asdict(trouble) for trouble in of.violations],
    }


PLAIN = ("matches", "faulty")
BY_NUMBER = ("unfinished", "plies", "turns", "choices", "changes")
BY_NAME = ("endings", "moves", "violated", "witnessed")


def _totals(totals: Totals) -> dict[str, Any]:
    return {
        **{name: getattr(totals, name) for name in PLAIN},
        **{name: sorted(getattr(totals, name).items()) for name in (*BY_NUMBER, *BY_NAME)},
        "results": [
            [first, name, [*won], [*lost], n]
            for (first, name, won, lost), n in sorted(totals.results.items())
        ],
        "largest": {zone: sorted(sizes.items()) for zone, sizes in totals.largest.items()},
    }


def _pairs(pairs: Pairs) -> list[int]:
    return [pairs.n, pairs.x, pairs.y, pairs.xx, pairs.xy, pairs.yy]


# reading --------------------------------------------------------------------------------------------------


def read(text: str, name: str) -> Kept:
    """The sums in a file's content; raises `Misfit` if it holds none."""
    try:
        data = json.loads(text)
        version = data["study"]
    except (ValueError, KeyError, TypeError):
        raise Misfit(f"`{name}` is not a file of sums") from None
    if version != VERSION:
        raise Misfit(f"`{name}` is of version {str(version)[:40]}, this program reads {VERSION}")
    try:
        about, engines = About.from_data(data["about"]), tuple(map(str, data["engines"]))
        return Kept(name, about, _read_counted(data["counted"]), engines, _read_sample(data["sample"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Misfit(f"`{name}` is damaged") from None


def _read_sample(data: Mapping[str, Any] | None) -> Sampled | None:
    if data is None:
        return None
    branches = tuple(Branch(**branch) for branch in data["branches"])
    return Sampled(int(data["matches"]), int(data["plies"]), branches)


def _read_counted(data: Mapping[str, Any]) -> Counted:
    return Counted(
        tuple((int(low), int(high)) for low, high in data["spans"]),
        _read_totals(data["totals"]),
        {name: Pairs(*map(int, sums)) for name, sums in data["by_ply"].items()},
        {name: Pairs(*map(int, sums)) for name, sums in data["by_match"].items()},
        tuple(Trouble(**trouble) for trouble in data["faults"]),
        tuple(Trouble(**trouble) for trouble in data["violations"]),
    )


def _read_totals(data: Mapping[str, Any]) -> Totals:
    found: dict[str, Any] = {name: int(data[name]) for name in PLAIN}
    for name in BY_NUMBER:
        found[name] = {int(key): int(n) for key, n in data[name]}
    for name in BY_NAME:
        found[name] = {str(key): int(n) for key, n in data[name]}
    found["results"] = {
        (int(first), str(ending), tuple(won), tuple(lost)): int(n)
        for first, ending, won, lost, n in data["results"]
    }
    found["largest"] = {
        zone: {int(key): int(n) for key, n in sizes} for zone, sizes in data["largest"].items()
    }
    return Totals(**found)
