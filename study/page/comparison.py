"""The page of a comparison."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from study import findings
from study.compared import Outcome, told, values
from study.page import pictures
from study.page.sheet import listed, section, sheet, table
from study.paired import Difference
from study.told import number


def compared(outcome: Outcome) -> str:
    """The whole file."""
    first = outcome.abouts[0]
    facts = [
        f"{outcome.matches} matches of each",
        f"players {', '.join(first.players)}",
        f"seed {first.seed}",
        f"cap {first.cap} moves",
    ]
    title = (" against " if len(outcome.names) == 2 else ", ").join(outcome.names)
    sections = [
        _contenders(outcome),
        *_differences(outcome),
        _lengths(outcome),
        _values(outcome),
        _notes(outcome),
    ]
    return sheet(title, facts, sections)


def _contenders(outcome: Outcome) -> str:
    rows = "".join(
        f"<dt>{letter}</dt><dd>{escape(name)}{escape(_rules(outcome, n))}</dd>"
        for n, (letter, name) in enumerate(zip(outcome.letters, outcome.names, strict=True))
    )
    return f"<dl class=contenders>{rows}</dl>"


def _rules(outcome: Outcome, which: int) -> str:
    of = outcome.abouts[which]
    return f": {of.game}, {len(of.deck)} cards, rules {of.sha256[:12]}"


def _differences(outcome: Outcome) -> Iterator[str]:
    for which in range(1, len(outcome.names)):
        found = [d for d in outcome.differences(which) if d.interval is not None]
        title = f"From {outcome.names[0]} to {outcome.names[which]}"
        drawn = _drawn([d for d in found if d.measure.rate]) + _drawn(
            [d for d in found if not d.measure.rate]
        )
        yield section(title, f"<p class=note>{escape(outcome.pairs_told(which))}</p>", drawn)


def _drawn(found: list[Difference]) -> str:
    """Intervals on one axis."""
    ends = [end for d in found if d.interval is not None for end in (d.interval.low, d.interval.high)]
    if not ends:
        return ""
    most = max(map(abs, ends)) or 1.0
    rows = "".join(_line(d, most) for d in found)
    unit = f"{100 * most:.2g} points" if found[0].measure.rate else f"{most:.{0 if most >= 10 else 2}f}"
    scale = pictures.axis([f"-{unit}", "0", f"+{unit}"])
    return f'<div class="rows">{rows}<span></span><span></span>{scale}</div>'


def _line(found: Difference, most: float) -> str:
    assert found.interval is not None
    said = told(found)
    picture = pictures.interval(found.interval, most, f"{found.measure.name}: {said}")
    return f"<span>{escape(found.measure.name)}</span><span class=said>{escape(said)}</span>{picture}"


def _lengths(outcome: Outcome) -> str:
    spreads = [findings.spread(of.totals.plies) for of in outcome.each]
    last = max((s.at(99) for s in spreads if s is not None), default=1)
    tallest = (
        max((max(pictures.binned(s.histogram, last)) for s in spreads if s is not None), default=1.0) or 1.0
    )
    drawn = []
    for name, spread in zip(outcome.names, spreads, strict=True):
        if spread is not None:
            quantiles = f"half up to {spread.at(50)}, 99 % up to {spread.at(99)}"
            said = f"{number(spread.mean)} moves in the mean, {quantiles}"
            picture = pictures.histogram(spread.histogram, last, tallest, f"lengths under {name}: {said}")
            drawn.append(f"<h3>{escape(name)}</h3><p class=note>{escape(said)}</p>{picture}")
            drawn.append(pictures.axis(["0", str(last // 2), f"{last} moves"]))
    return section("How long a match is", *drawn)


def _values(outcome: Outcome) -> str:
    head = ["", *(f"{letter} {name}" for letter, name in zip(outcome.letters, outcome.names, strict=True))]
    return section(
        "Each alone", table(head, [[name, *cells] for name, cells in values(outcome.each, outcome.seats)])
    )


def _notes(outcome: Outcome) -> str:
    return section("What to bear in mind", listed(outcome.notes()))
