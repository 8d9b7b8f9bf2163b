"""What a simulation came to, as text and as data."""

from __future__ import annotations

from typing import Any

from cli.exits import Exit, count
from cli.loading import Loaded
from interpreter.ir.nodes import Witness
from interpreter.run.record import DRAW, UNFINISHED, WIN, Notation
from interpreter.text.source import Span
from study.simulate import Plan
from study.summary import QUANTILES, Summary

SHOWN = 10
"""Faults and violations that are printed one by one."""


def status(summary: Summary) -> Exit:
    """A fault is the rule file's, a violated check the worst verdict."""
    if summary.violations:
        return Exit.VIOLATED
    return Exit.FAULTY_FILE if summary.faults else Exit.OK


# text -----------------------------------------------------------------------------------------------------


def as_text(summary: Summary, plan: Plan) -> str:
    """A table of outcomes, the lengths, and what was found wrong."""
    lines = [f"{plan.game.name}: {count(summary.matches, 'match', 'matches')}, seed {plan.seed}", ""]
    width = max(len(name) for name in plan.players)
    for seat, player in enumerate(plan.players):
        lines.append(_row(f"seat {seat + 1}  {player:<{width}}  wins", summary.wins[seat], summary.matches))
    label = len(f"seat 1  {'':<{width}}  wins")
    lines.append(_row(f"{'draws':<{label}}", summary.outcomes[DRAW], summary.matches))
    lines.append(_row(f"{'unfinished':<{label}}", summary.outcomes[UNFINISHED], summary.matches))
    lines += ["", *_endings(summary), *_lengths(summary)]
    return "\n".join([*lines, *_checks(summary, plan), *_problems(summary)])


def _row(label: str, number: int, of: int) -> str:
    share = f"{100 * number / of:6.1f} %" if of else ""
    return f"  {label}  {number:>9}  {share}".rstrip()


def _endings(summary: Summary) -> list[str]:
    found = ", ".join(f"{name} {number}" for name, number in sorted(summary.endings.items()))
    return [f"  endings: {found}"] if found else []


def _lengths(summary: Summary) -> list[str]:
    if not summary.plies:
        return []
    parts = [f"{percent} % up to {summary.length(percent)}" for percent in QUANTILES if percent != 50]
    middle = f"median {summary.length(50)}, shortest {min(summary.plies)}, longest {max(summary.plies)}"
    return [f"  moves of finished matches: {middle}", f"    {', '.join(parts)}"]


def _checks(summary: Summary, plan: Plan) -> list[str]:
    if not plan.check:
        return []
    violated = {violation.check for _, violation in summary.violations}
    lines = ["", "  checks"]
    for check in plan.game.checks:
        seen = isinstance(check.claim, Witness)
        times = summary.witnessed.get(check.name, 0)
        fate = f"seen in {count(times, 'match', 'matches')}" if seen else "held"
        lines.append(f"    {'VIOLATED' if check.name in violated else fate:<20} {check.name}")
    return lines


def _problems(summary: Summary) -> list[str]:
    lines = []
    for index, violation in summary.violations[:SHOWN]:
        where = f"match {index}, move {violation.action}"
        lines.append(f"{violation.span}: {where}: check `{violation.check}`: {violation.message}")
    for index, fault in summary.faults[:SHOWN]:
        lines.append(f"{fault.span}: match {index}: {fault.code.name}: {fault.message}")
    left = len(summary.violations) + len(summary.faults) - len(lines)
    more = [f"and {left} more"] if left > 0 else []
    return ["", *lines, *more] if lines else []


# data -----------------------------------------------------------------------------------------------------


def as_data(summary: Summary, plan: Plan, loaded: Loaded) -> dict[str, Any]:
    """Counts by seat and ending, lengths, faults and violations; nothing that differs between machines."""
    notation = Notation(loaded.engine())
    data: dict[str, Any] = {
        "game": plan.game.name,
        "rules": {"file": loaded.path.name, "sha256": loaded.sha256},
        "options": notation.options,
        "deck": list(notation.deck),
        "seed": plan.seed,
        "matches": summary.matches,
        "players": list(plan.players),
        "outcomes": {name: summary.outcomes[name] for name in (WIN, DRAW, UNFINISHED)},
        "wins": summary.wins,
        "losses": summary.losses,
        "endings": dict(sorted(summary.endings.items())),
        "plies": _plies(summary),
        "faults": [
            {"match": index, "code": f.code.name, "message": f.message, **_place(f.span)}
            for index, f in summary.faults
        ],
    }
    if plan.check:
        data["checks"] = _checked(summary, plan)
    return data


def _plies(summary: Summary) -> dict[str, Any] | None:
    if not summary.plies:
        return None
    found: dict[str, Any] = {"shortest": min(summary.plies), "longest": max(summary.plies)}
    found["total"] = sum(summary.plies)
    found["quantiles"] = {str(percent): summary.length(percent) for percent in QUANTILES}
    return found


def _checked(summary: Summary, plan: Plan) -> list[dict[str, Any]]:
    """Each check with the matches that violated it, or for what can happen the number in which it did."""
    found = []
    for check in plan.game.checks:
        item: dict[str, Any] = {"check": check.name}
        if isinstance(check.claim, Witness):
            item["seen"] = summary.witnessed.get(check.name, 0)
        else:
            item["violated"] = [
                {"match": index, "move": v.action, "message": v.message}
                for index, v in summary.violations
                if v.check == check.name
            ]
        found.append(item)
    return found


def _place(span: Span) -> dict[str, Any]:
    return {"file": span.source.name, "line": span.line, "column": span.column}
