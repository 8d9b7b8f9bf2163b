"""Answers as data for JSON, and back: what the cache keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from interpreter.ir.types import Value
from interpreter.run.protocol import Action, Position
from interpreter.text.source import Span
from verify.result import Basis, Other, Result, Shows
from verify.tasks import Done, Tally
from verify.trace import Trace
from verify.verdict import Verdict


def done_data(done: Done) -> dict[str, Any]:
    """All of it but the place in the file, which an edit may move."""
    if isinstance(done, Tally):
        return {"tally": {**asdict(done), "used": sorted(done.used)}}
    if isinstance(done, tuple):
        return {"results": [_result_data(r) for r in done]}
    return {"result": _result_data(done)}


def read_done(data: dict[str, Any], spans: Sequence[Span]) -> Done:
    """The inverse; raises `KeyError`, `TypeError` or `ValueError` on anything that it did not write.

    `spans` are the places of what is asked, in order.
    """
    if "tally" in data:
        found = data["tally"]
        return Tally(**{**found, "used": set(found["used"])})
    if "results" in data:
        return tuple(_read_result(d, span) for d, span in zip(data["results"], spans, strict=True))
    return _read_result(data["result"], spans[0])


def _result_data(r: Result) -> dict[str, Any]:
    return {
        "check": r.check,
        "verdict": r.verdict.name,
        "how": r.how,
        "seconds": r.seconds,
        "depth": r.depth,
        "can_happen": r.can_happen,
        "basis": {**asdict(r.basis), "used": sorted(r.basis.used)},
        "trace": None if r.trace is None else _trace_data(r.trace),
        "other": None if r.other is None else _other_data(r.other),
        "shows": None if r.shows is None else r.shows.name,
        "at": r.at,
        "parts": r.parts,
        "hints": r.hints,
    }


def _read_result(data: dict[str, Any], span: Span) -> Result:
    basis = data["basis"]
    lists = {"assumed": tuple(basis["assumed"]), "used": frozenset(basis["used"])}
    return Result(
        check=data["check"],
        verdict=Verdict[data["verdict"]],
        how=data["how"],
        span=span,
        seconds=data["seconds"],
        depth=data["depth"],
        can_happen=data["can_happen"],
        basis=Basis(**{**basis, **lists}),
        trace=None if data["trace"] is None else _read_trace(data["trace"]),
        other=None if data["other"] is None else _read_other(data["other"]),
        shows=None if data["shows"] is None else Shows[data["shows"]],
        at=data["at"],
        parts=tuple(data["parts"]),
        hints=tuple(data["hints"]),
    )


def _other_data(other: Other) -> dict[str, Any]:
    return {
        "trace": _trace_data(other.trace),
        "seat": other.seat,
        "but": other.but,
        "here": [_action_data(a) for a in other.here],
        "there": [_action_data(a) for a in other.there],
        "parting": None if other.parting is None else _action_data(other.parting),
    }


def _read_other(data: dict[str, Any]) -> Other:
    return Other(
        _read_trace(data["trace"]),
        data["seat"],
        data["but"],
        tuple(_read_action(a) for a in data["here"]),
        tuple(_read_action(a) for a in data["there"]),
        None if data["parting"] is None else _read_action(data["parting"]),
    )


def _trace_data(trace: Trace) -> dict[str, Any]:
    return {
        "options": dict(trace.options),
        "setup": [_action_data(a) for a in trace.setup],
        "actions": [_action_data(a) for a in trace.actions],
        "seed": trace.seed,
        "index": trace.index,
        "back": trace.back,
        "start": None if trace.start is None else _position_data(trace.start),
    }


def _position_data(position: Position) -> dict[str, Any]:
    return {
        "phase": position.phase,
        "mover": position.mover,
        "zones": dict(position.zones),
        "variables": dict(position.variables),
    }


def _read_position(data: dict[str, Any]) -> Position:
    zones = {name: _tuples(held) for name, held in data["zones"].items()}
    variables = {name: _tuples(held) for name, held in data["variables"].items()}
    return Position(data["phase"], data["mover"], zones, variables)


def _tuples(held: Any) -> Any:
    """JSON has lists where values have tuples."""
    return tuple(_tuples(h) for h in held) if isinstance(held, list) else held


def _read_trace(data: dict[str, Any]) -> Trace:
    options: dict[str, Value] = {name: _tuples(value) for name, value in data["options"].items()}
    setup, actions = (tuple(_read_action(a) for a in data[key]) for key in ("setup", "actions"))
    start = None if data["start"] is None else _read_position(data["start"])
    return Trace(options, setup, actions, data["seed"], data["index"], data["back"], start)


def _action_data(action: Action) -> list[Any]:
    return [action.player, action.move, [list(pick) for pick in action.picks]]


def _read_action(data: list[Any]) -> Action:
    player, move, picks = data
    return Action(player, move, tuple((name, value) for name, value in picks))
