"""Carrying out a sweep over options, and telling what came of it in a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cli.counting import Bar, gather
from cli.exits import Exit, Stop, faulty_command
from cli.files import claim, whole
from cli.heat import heat
from cli.loading import Loaded, render_all
from cli.study_options import announced
from interpreter.check.settings import settle
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.run.fitness import unfit
from interpreter.run.record import Notation
from interpreter.text.spelling import nearest
from study.counted import Counted
from study.goals import GOALS, Goal
from study.simulate import Plan
from study.spread import Where, spread
from study.sweep import Axis, Setting, Sweep, settings, sweeping, tasks
from study.told import goal_told

MOST_SETTINGS = 2000


def goals(named: Sequence[str]) -> tuple[Goal, ...]:
    """Goals by their names; raises `Stop` for one that does not exist."""
    for name in named:
        if name not in GOALS:
            found = nearest(name, GOALS)
            guess = f"did you mean `{found}`?" if found else f"there are {', '.join(GOALS)}"
            raise faulty_command(f"there is no goal `{name[:40]}`; {guess}")
    return tuple(GOALS[name] for name in dict.fromkeys(named))


# values ---------------------------------------------------------------------------------------------------


def axes(loaded: Loaded, vary: Sequence[str]) -> tuple[Axis, ...]:
    """What is varied: `option`, `option=a..b` or `option=a,b,c`; raises `Stop` for what is none of these."""
    found = tuple(_axis(loaded, text) for text in vary)
    names = [axis.name for axis in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise faulty_command(f"`--vary {twice}` is given twice")
    number = 1
    for axis in found:
        number *= len(axis.values)
    if number > MOST_SETTINGS:
        raise faulty_command(f"these are {number} settings, and {MOST_SETTINGS} are the most that are tried")
    return found


def _axis(loaded: Loaded, text: str) -> Axis:
    name, equals, given = (part.strip() for part in text.partition("="))
    option = next((o for o in loaded.game.options if o.name == name), None)
    if option is None:
        known = [o.name for o in loaded.game.options]
        close = nearest(name, known)
        guess = f"did you mean `{close}`?" if close else f"the options are {', '.join(known)}"
        raise faulty_command(f"there is no option `{name[:40]}`; {guess}")
    if not equals:
        values = option.values
    elif ".." in given:
        low, _, high = given.partition("..")
        ends = [option.values.index(_value(loaded, name, end.strip())) for end in (low, high)]
        values = option.values[ends[0] : ends[1] + 1]
    else:
        values = tuple(dict.fromkeys(_value(loaded, name, part.strip()) for part in given.split(",")))
    if not values:
        raise faulty_command(f"`--vary {text}` has no value: the lower end comes first")
    return Axis(name, values, tuple(_written(loaded, name, value) for value in values))


def _value(loaded: Loaded, name: str, text: str) -> Value:
    values, problems = settle(loaded.game, {name: text})
    errors = [d for d in problems if d.is_error]
    if errors:
        raise Stop(Exit.FAULTY_COMMAND, render_all(errors))
    return values[name]


def _written(loaded: Loaded, name: str, value: Value) -> str:
    said = Notation(Evaluator(loaded.game, {**loaded.options, name: value})).options[name]
    return {True: "yes", False: "no"}[said] if isinstance(said, bool) else str(said)


# playing --------------------------------------------------------------------------------------------------


@dataclass
class Tuning:
    """`plan` is the plan of each setting, but for the options in `axes`."""

    plan: Plan
    axes: tuple[Axis, ...]
    goals: tuple[Goal, ...]
    where: Where
    report: Path | None = None

    def run(self, as_json: bool, letters: bool) -> Exit:
        """Play, write and print everything; raises `Stop` if the page cannot be written."""
        tried = tuple(self._setting(p, o) for p, o in settings(self.axes, self.plan.options))
        plans = [replace(self.plan, options=s.options) if s.refused is None else None for s in tried]
        if not any(plans):
            raise Stop(Exit.FAULTY_FILE, f"error: no match can begin: {tried[0].refused}")
        engine = announced(self.plan)
        page = claim(self.report) if self.report is not None else None
        found, interrupted = self._play(plans)
        sweep = Sweep(self._title(len(tried)), self.axes, tried, tuple(found), self.goals)
        if page is not None:
            from study.page import swept

            with whole(page) as stream:
                stream.write(swept(sweep))
        if as_json:
            from cli.tuning_data import as_data

            print(json.dumps({**as_data(sweep, self.plan), "engine": engine}, indent=2, ensure_ascii=False))
        else:
            print(Told(sweep, letters).text())
        return Exit.INTERRUPTED if interrupted else Exit.OK

    def _setting(self, places: tuple[int, ...], options: Mapping[str, Value]) -> Setting:
        found = unfit(Evaluator(self.plan.game, options))
        return Setting(places, options, None if found is None else found.diagnostic.message)

    def _play(self, plans: Sequence[Plan | None]) -> tuple[list[Counted | None], bool]:
        found: list[Counted | None] = [None] * len(plans)
        done = 0

        def note(answer: tuple[int, Counted]) -> int:
            nonlocal done
            place, counted = answer
            before = found[place]
            found[place] = counted if before is None else before.add(counted)
            done += counted.totals.matches
            return done

        total = sum(plan.matches for plan in plans if plan is not None)
        answers = spread(sweeping, plans, tasks(plans), self.where)
        return found, gather(answers, note, Bar(total))

    def _title(self, number: int) -> str:
        players = ", ".join(dict.fromkeys(self.plan.players))
        of_each = f"{number} settings, {self.plan.matches} matches of each"
        return f"{self.plan.game.name}: {of_each}, {players}, seed {self.plan.seed}"


# telling --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """The lines that tell what came of a sweep."""

    sweep: Sweep
    letters: bool = False

    def text(self) -> str:
        sections = [iter([self.sweep.title]), self._table(), *map(self._goal, self.sweep.goals)]
        return "\n\n".join("\n".join(lines) for lines in sections)

    def _table(self) -> Iterator[str]:
        sweep = self.sweep
        widths = [max(len(a.name), *map(len, a.written)) for a in sweep.axes]
        measured = [sweep.measured(goal) for goal in sweep.goals]
        best = [sweep.best(goal) for goal in sweep.goals]
        level = [sweep.level(goal) for goal in sweep.goals]
        heads = "".join(f"{goal.name:>20} " for goal in sweep.goals)
        yield "  " + "  ".join(f"{a.name:<{w}}" for a, w in zip(sweep.axes, widths, strict=True)) + heads
        for n, setting in enumerate(sweep.settings):
            written = [a.written[p] for a, p in zip(sweep.axes, setting.places, strict=True)]
            line = "  " + "  ".join(f"{text:<{w}}" for text, w in zip(written, widths, strict=True))
            for goal, found, top, near in zip(sweep.goals, measured, best, level, strict=True):
                mark = "*" if n == top else "~" if near[n] else " "
                line += f"{goal_told(goal, found[n]):>20}{mark}"
            yield (line if setting.refused is None else f"{line}  {setting.refused}").rstrip()
        yield ""
        yield "  * the best of all, ~ cannot be told from it by these matches"

    def _goal(self, goal: Goal) -> Iterator[str]:
        best = self.sweep.best(goal)
        yield f"  {goal.name}: {goal.about}, {'less' if goal.less_is_better else 'more'} is better"
        if best is None:
            yield "  nothing is known of it"
            return
        yield f"  best: {self.sweep.name(self.sweep.settings[best])}"
        yield from heat(self.sweep, goal, self.letters)
