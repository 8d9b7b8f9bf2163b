"""The page of a sweep over options."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import product

from study.goals import Goal
from study.page.sheet import section, sheet, table
from study.sweep import Sweep
from study.told import goal_told


def swept(sweep: Sweep) -> str:
    """The whole file."""
    title, *facts = sweep.title.split(", ")
    return sheet(title, facts, [*(_goal(sweep, goal) for goal in sweep.goals), _all(sweep)])


def _goal(sweep: Sweep, goal: Goal) -> str:
    best = sweep.best(goal)
    told = f"{goal.about}; {'less' if goal.less_is_better else 'more'} is better"
    if best is None:
        return section(goal.name, f"<p>{escape(told)}; nothing is known of it</p>")
    setting = sweep.settings[best]
    level = sum(sweep.level(goal)) - 1
    found = f"best: {sweep.name(setting)}, {goal_told(goal, sweep.measured(goal)[best])}"
    near = f"{level} of the others cannot be told from it by these matches"
    maps = "".join(_maps(sweep, goal))
    return section(goal.name, f"<p>{escape(told)}</p><p>{escape(found)}; {escape(near)}</p>", maps)


def _maps(sweep: Sweep, goal: Goal) -> Iterator[str]:
    """A heat map over the first two options, for each setting of the others."""
    down, others = sweep.axes[0], sweep.axes[2:]
    across = sweep.axes[1] if len(sweep.axes) > 1 else None
    for rest in product(*(range(len(axis.values)) for axis in others)):
        named = ", ".join(f"{a.name}={a.written[p]}" for a, p in zip(others, rest, strict=True))
        title = f"<h3>{escape(named)}</h3>" if named else ""
        seconds: list[tuple[int, ...]] = (
            [(n,) for n in range(len(across.values))] if across is not None else [()]
        )
        heads = across.written if across is not None else (goal.name,)
        corner = f"{down.name} down, {across.name} across" if across is not None else down.name
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
        rows = "".join(
            f'<tr><th scope="row">{escape(text)}</th>'
            + "".join(_cell(sweep, goal, (place, *second, *rest)) for second in seconds)
            + "</tr>"
            for place, text in enumerate(down.written)
        )
        yield (
            f'{title}<div class=wide tabindex="0"><table class=heat><caption>{escape(corner)}</caption>'
            f"<thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></div>\n"
        )


def _cell(sweep: Sweep, goal: Goal, places: tuple[int, ...]) -> str:
    which = next(n for n, setting in enumerate(sweep.settings) if setting.places == places)
    found, part = sweep.measured(goal)[which], sweep.parts(goal)[which]
    if found is None or part is None:
        return "<td>-</td>"
    best = " class=best" if which == sweep.best(goal) else ""
    return f'<td{best} style="--part: {100 * part:.0f}%">{escape(goal_told(goal, found))}</td>'


def _all(sweep: Sweep) -> str:
    measured = [sweep.measured(goal) for goal in sweep.goals]
    rows = [
        [
            sweep.name(setting),
            *(goal_told(goal, found[n]) for goal, found in zip(sweep.goals, measured, strict=True)),
            setting.refused or "",
        ]
        for n, setting in enumerate(sweep.settings)
    ]
    return section("All settings", table(["", *(goal.name for goal in sweep.goals), ""], rows))
