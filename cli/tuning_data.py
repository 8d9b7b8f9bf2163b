"""What a sweep came to, as data."""

from __future__ import annotations

from typing import Any

from cli.results_data import interval
from study.simulate import Plan
from study.sweep import Sweep


def as_data(sweep: Sweep, plan: Plan) -> dict[str, Any]:
    """Each setting with its measures; `level` tells which cannot be told from the best one."""
    measured = {goal.name: (sweep.measured(goal), sweep.level(goal)) for goal in sweep.goals}
    return {
        "game": plan.game.name,
        "seed": plan.seed,
        "matches": plan.matches,
        "players": list(plan.players),
        "axes": [{"option": axis.name, "values": list(axis.written)} for axis in sweep.axes],
        "goals": [_goal(sweep, goal.name) for goal in sweep.goals],
        "settings": [
            {
                "options": {a.name: a.written[p] for a, p in zip(sweep.axes, setting.places, strict=True)},
                "refused": setting.refused,
                "goals": {
                    name: {"measure": interval(found[n]), "level": level[n]}
                    for name, (found, level) in measured.items()
                },
            }
            for n, setting in enumerate(sweep.settings)
        ],
    }


def _goal(sweep: Sweep, name: str) -> dict[str, Any]:
    goal = next(g for g in sweep.goals if g.name == name)
    best = sweep.best(goal)
    return {
        "goal": name,
        "about": goal.about,
        "better": "less" if goal.less_is_better else "more",
        "best": sweep.name(sweep.settings[best]) if best is not None else None,
    }
