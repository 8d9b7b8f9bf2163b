"""Heat maps in letters: one goal over two options, darker where it is better."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from study.goals import Goal
from study.sweep import Sweep

SHADES, PLAIN_SHADES = " ░▒▓█", " .:*#"
CELL = 9
"""Columns of a cell."""


def heat(sweep: Sweep, goal: Goal, letters: bool = False) -> Iterator[str]:
    """A map over the first axis (down) and the second (across), for each setting of the others."""
    down, *others = sweep.axes
    across = others[0] if others else None
    width = max(len(down.name), *map(len, down.written))
    seconds: list[tuple[int, ...]] = [(n,) for n in range(len(across.values))] if across is not None else [()]
    for rest in product(*(range(len(axis.values)) for axis in others[1:])):
        named = ", ".join(f"{a.name}={a.written[p]}" for a, p in zip(others[1:], rest, strict=True))
        yield ""
        if named:
            yield f"    {named}"
        if across is not None:
            yield f"    {down.name:<{width}}  {across.name}"
            yield f"    {'':<{width}}  " + "".join(f"{text:<{CELL}}" for text in across.written).rstrip()
        else:
            yield f"    {down.name}"
        for place, text in enumerate(down.written):
            cells = [_cell(sweep, goal, (place, *second, *rest), letters) for second in seconds]
            yield f"    {text:<{width}}  {''.join(cells)}".rstrip()


def _cell(sweep: Sweep, goal: Goal, places: tuple[int, ...], letters: bool) -> str:
    which = next(n for n, setting in enumerate(sweep.settings) if setting.places == places)
    found, part = sweep.measured(goal)[which], sweep.parts(goal)[which]
    if found is None or part is None:
        return f"{'-':<{CELL}}"
    shades = PLAIN_SHADES if letters else SHADES
    shade = shades[min(len(shades) - 1, int(part * len(shades)))] * 2
    value = f"{(100 if goal.share else 1) * found.value:.1f}"
    return f"{shade}{value:<{CELL - 2}}"
