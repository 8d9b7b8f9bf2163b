"""Everything that was found, as JSON with the words of the table."""

from __future__ import annotations

import json
from typing import Any

from cli.verify.found import Found
from interpreter.run.match import Match
from interpreter.run.protocol import Action
from interpreter.run.record import Notation, entry_data, to_line
from verify.assumed import assumed
from verify.recorded import record_of
from verify.result import Result
from verify.trace import Trace, played, plies


def solver() -> str:
    """The solver with its version."""
    import z3

    return f"z3 {z3.get_version_string()}"


def print_data(found: Found) -> None:
    print(json.dumps(whole_data(found), indent=2, ensure_ascii=False))


def whole_data(found: Found) -> dict[str, Any]:
    asked = found.asked
    loaded, settings = asked.loaded, asked.settings
    return {
        "game": loaded.game.name,
        "rules": {"file": loaded.path.name, "sha256": loaded.sha256},
        "solver": solver(),
        "seed": settings.seed,
        "depth": settings.depth,
        "budget": {"steps": settings.budget.steps, "seconds": settings.budget.seconds},
        "fixed": sorted(settings.fixed),
        "assumed": list(assumed(loaded.game)),
        "moves": None if settings.moves is None else sorted(settings.moves),
        "seconds": round(found.seconds, 3),
        "interrupted": found.interrupted,
        "unanswered": found.left,
        "exit": found.status,
        "results": [result_data(found, r) for r in found.results],
    }


def result_data(found: Found, result: Result) -> dict[str, Any]:
    basis = result.basis
    return {
        "check": result.check,
        "verdict": result.word,
        "as expected": result.as_expected,
        "expect": result.expect,
        "because": result.because,
        "how": result.how,
        "file": result.span.source.name,
        "line": result.span.line,
        "deck": basis.deck,
        "options": basis.options,
        "assumed": list(basis.assumed),
        "induction": basis.induction,
        "used": sorted(basis.used),
        "vacuous": basis.vacuous,
        "depth": result.depth,
        "seconds": round(result.seconds, 3),
        "kept": result.check in found.reused,
        "parts": list(result.parts),
        "not excluded": list(result.not_excluded),
        "hints": list(result.hints),
        "again": found.asked.again(result.check),
        "match": _match_data(found, result),
        "other": _other_data(found, result),
    }


def _match_data(found: Found, result: Result) -> dict[str, Any] | None:
    """The match that is shown: as what, its length, where it shows it, where a loop begins, its record."""
    trace = result.trace
    if trace is None:
        return None
    return {
        "shows": result.shows.value if result.shows is not None else None,
        "plies": plies(trace),
        "actions": len(trace.actions),
        "at": result.at,
        "back": trace.back,
        "record": _record(found, trace),
    }


def _record(found: Found, trace: Trace) -> Any:
    loaded = found.asked.loaded
    return json.loads(to_line(record_of(loaded.game, trace, loaded.heading(["anybody"] * loaded.game.seats))))


def _other_data(found: Found, result: Result) -> dict[str, Any] | None:
    """The second of two matches: who cannot tell, what alone is not the same, what is legal in one alone."""
    other = result.other
    if other is None or result.trace is None:
        return None
    game = found.asked.game
    first, second = played(game, result.trace), played(game, other.trace)
    return {
        "plies": plies(other.trace),
        "actions": len(other.trace.actions),
        "seat": other.seat,
        "differs": other.but or None,
        "only here": [_action(first, a) for a in other.here],
        "only there": [_action(second, a) for a in other.there],
        "parts them": None if other.parting is None else _action(first, other.parting),
        "record": _record(found, other.trace),
    }


def _action(match: Match[Any], action: Action) -> dict[str, Any]:
    return entry_data(Notation(match.engine).entry(match.state, action))
