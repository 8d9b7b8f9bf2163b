"""What an exhaustive search has found, as text and as plain data."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cli.exits import count
from cli.exploring import Found
from cli.loading import Loaded
from cli.spell import printable
from interpreter.run.record import Notation
from verify.explore import Finding, Loop, Word
from verify.explore.graph import Graph, Kind

WIDE = 15


def _row(name: str, said: str) -> str:
    return f"  {name:<{WIDE}} {said}".rstrip()


def _many(number: int, one: str) -> str:
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def by_phase(graph: Graph) -> dict[str, int]:
    """Positions by phase, those apart that are over."""
    numbers = Counter[str]()
    for (phase, kind), many in Counter(zip(graph.phase, graph.kind, strict=True)).items():
        if kind != Kind.OVER and graph.phases[phase]:  # what stands for a fault has none
            numbers[graph.phases[phase]] += many
    return dict(sorted(numbers.items()))


def by_ending(graph: Graph) -> dict[str, int]:
    """Positions that are over, by ending."""
    numbers = Counter[str]()
    for outcome, many in Counter(graph.outcome).items():
        if outcome >= 0:
            numbers[graph.outcomes[outcome].ending] += many
    return dict(sorted(numbers.items()))


def counted(found: Found) -> int:
    """Positions in the phases asked for, and those that are over."""
    graph = found.explored.graph
    return sum(by_phase(graph).get(name, 0) for name in found.wanted.phases) + sum(by_ending(graph).values())


def depths(graph: Graph) -> list[int]:
    """How many positions were found at each depth, from 0."""
    numbers = Counter(graph.depth)
    numbers.subtract(graph.depth[n] for n in graph.sinks)
    return [numbers[d] for d in range(max(+numbers, default=-1) + 1)]


# text -----------------------------------------------------------------------------------------------------


def as_text(found: Found, loaded: Loaded) -> str:
    """Several lines, without the last line end."""
    notation = Notation(found.explored.adapter.engine)
    options = ", ".join(f"{name} {value}" for name, value in _changed(found, loaded, notation).items())
    head = f"{printable(loaded.game.name)}, {count(len(notation.deck), 'card')}"
    lines = [f"{head}: {options}" if options else head, "", *_positions(found)]
    if found.explored.graph.starts:
        lines += ["", *_endless(found), *_values(found)]
    if found.findings:
        lines += ["", *_checks(found)]
    lines += ["", *(f"  {line}" for line in _remarks(found))]
    return "\n".join(lines)


def _changed(found: Found, loaded: Loaded, notation: Notation[Any]) -> dict[str, Any]:
    """The options that have not their default."""
    defaults = {o.name: o.default for o in loaded.game.options}
    values = found.explored.adapter.engine.options
    return {name: value for name, value in notation.options.items() if values[name] != defaults[name]}


def _positions(found: Found) -> list[str]:
    graph = found.explored.graph
    whole = len(graph) - len(graph.sinks)
    steps = f"{whole:,} by {_many(len(graph.target), 'step')}, to depth {max(graph.depth, default=0)}"
    lines = [
        _row("set-up", f"{_many(graph.prepared, 'position')}, {_many(graph.starts, 'way')} to begin"),
        _row("positions", steps),
        *(_row(f"  {name}", f"{number:,}") for name, number in by_phase(graph).items()),
        *(_row(f"  over: {name}", f"{number:,}") for name, number in by_ending(graph).items()),
    ]
    if found.wanted.phases:
        lines.append(_row("counted", f"{counted(found):,} in {', '.join(found.wanted.phases)} or over"))
    if found.wanted.by_depth:
        lines += [_row(f"  depth {d}", f"{number:,}") for d, number in enumerate(depths(graph))]
    lines.append(_row("stuck", _trouble(found, Kind.STUCK, "stuck")))
    lines.append(_row("faults", _trouble(found, Kind.FAULTY, "fault")))
    return lines


def _trouble(found: Found, kind: Kind, what: str) -> str:
    graph = found.explored.graph
    where = list(graph.of_kind(kind))
    if not where:
        return "none" if graph.complete else "none so far"
    fault = graph.faults[graph.fault[where[0]]] if graph.fault[where[0]] >= 0 else None
    said = f", the first at {fault.span}: {fault.message}" if fault is not None else ""
    return f"{_many(len(where), 'position')}{said}{_line(found, what)}"


def _line(found: Found, what: str) -> str:
    return f" (record {found.lines[what]})" if what in found.lines else ""


def _endless(found: Found) -> list[str]:
    explored = found.explored
    complete = explored.graph.complete
    trapped, loop = explored.trapped, explored.loop
    can = "from every position" if complete else "not known, the search is not complete"
    if trapped:
        can = f"not from {_many(len(trapped), 'position')}{_line(found, 'trap')}"
    must = _told_loop(loop, found, "loop") if loop else "yes" if complete else "not known; no loop so far"
    lines = [_row("can end", can), _row("must end", f"no: {must}" if loop else must)]
    for stall in explored.stalls:
        if stall.positions:
            where = f"{stall.starts:,} of {explored.graph.starts:,} beginnings, {stall.positions:,} positions"
            lines.append(
                _row("can stall", f"seat {stall.seat + 1} alone from {where}{_stall(found, stall.seat)}")
            )
    if not any(s.positions for s in explored.stalls):
        lines.append(_row("can stall", "nobody alone" if complete else "nobody alone so far"))
    if not complete:
        return lines
    share = found.random
    ended = f"{share.ended:,} of {share.matches:,} matches ended, median {share.median:g} steps"
    lines.append(_row("random play", f"{ended}, longest {share.longest}"))
    if explored.sure:
        lines.append(_row("", "whoever plays at random comes to an end with probability 1"))
    return lines


def _stall(found: Found, seat: int) -> str:
    return _line(found, f"stall of seat {seat + 1}")


def _told_loop(loop: Loop, found: Found, what: str) -> str:
    shortest = "the shortest way to a loop" if loop.shortest else "a loop"
    return f"{shortest} has {loop.steps} steps before and {loop.period} round{_line(found, what)}"


def _values(found: Found) -> list[str]:
    values = found.explored.values
    if values is None:
        return []
    lines = [
        _row("best play", f"seat {s.seat + 1} wins {s.wins:,}, loses {s.loses:,}, neither {s.open:,}")
        for s in values.standings
    ]
    if values.drawn is not None and values.endless is not None and values.undecided:
        lines.append(_row("  undecided", f"{values.drawn:,} drawn, {values.endless:,} endless"))
    return lines


def _checks(found: Found) -> list[str]:
    words = Counter(f.word for f in found.findings)
    summary = ", ".join(f"{words[word]} {word.value}" for word in Word if words[word])
    lines = [_row("checks", summary)]
    for finding in found.findings:
        if finding.word not in (Word.HOLDS, Word.HAPPENS, Word.SO_FAR):
            where = _line(found, f"check {finding.check}")
            lines.append(f"    {finding.word.value}: {printable(finding.check)}{where}")
            lines.append(f"      {finding.span}: {printable(finding.how)}")
    return lines


def _remarks(found: Found) -> list[str]:
    graph = found.explored.graph
    lines = [
        f"all this is about these cards and options alone; {claim}" for claim in found.explored.claims()[:1]
    ]
    lines += found.explored.claims()[1:]
    if graph.why is not None:
        depth = f"; every position to depth {graph.whole_depth()} was looked at" if len(graph) else ""
        lines.append(f"not complete: {graph.why}{depth}")
    return [*lines, f"{found.seconds:.1f} s"]


# data -----------------------------------------------------------------------------------------------------


def as_data(found: Found, loaded: Loaded) -> dict[str, Any]:
    """Everything by name; seats count from 0, and nothing differs between machines but `engine` and
    `seconds`.
    """
    explored, graph = found.explored, found.explored.graph
    notation = Notation(explored.adapter.engine)
    return {
        "game": loaded.game.name,
        "rules": {"file": loaded.path.name, "sha256": loaded.sha256},
        "options": notation.options,
        "deck": list(notation.deck),
        "complete": graph.complete,
        "why": graph.why,
        "set_up": graph.prepared,
        "starts": graph.starts,
        "positions": len(graph) - len(graph.sinks),
        "steps": len(graph.target),
        "phases": by_phase(graph),
        "endings": by_ending(graph),
        "counted": counted(found) if found.wanted.phases else None,
        "by_depth": depths(graph),
        "stuck": sum(1 for _ in graph.of_kind(Kind.STUCK)),
        "faults": [f"{f.span}: {f.code.name}: {f.message}" for f in graph.faults],
        "endless": _endless_data(found) if graph.starts else None,
        "values": _values_data(found),
        "checks": [_finding(f) for f in found.findings],
        "records": [{"what": s.what, **_around(found, s.what)} for s in found.shown],
        "claims": list(explored.claims()),
        "engine": explored.used.name,
        "seconds": round(found.seconds, 3),
    }


def _around(found: Found, what: str) -> dict[str, Any]:
    loop = found.loop_of(what)
    data: dict[str, Any] = {"line": found.lines.get(what)}
    return data if loop is None else {**data, "loop_from": loop.steps, "period": loop.period}


def _endless_data(found: Found) -> dict[str, Any]:
    explored, share = found.explored, found.random
    return {
        "recurring": len(explored.recurring),
        "trapped": len(explored.trapped),
        "shortest": explored.loop.shortest if explored.loop else None,
        "stalls": [{"seat": s.seat, "starts": s.starts, "positions": s.positions} for s in explored.stalls],
        "random": None
        if not explored.graph.complete
        else {
            "sure": explored.sure,
            "matches": share.matches,
            "ended": share.ended,
            "cap": share.cap,
            "median": share.median,
            "longest": share.longest,
        },
    }


def _values_data(found: Found) -> dict[str, Any] | None:
    values = found.explored.values
    if values is None:
        return None
    seats = [{"seat": s.seat, "wins": s.wins, "loses": s.loses, "open": s.open} for s in values.standings]
    return {"seats": seats, "undecided": values.undecided, "drawn": values.drawn, "endless": values.endless}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "verdict": finding.word.value,
        "how": finding.how,
        "file": finding.span.source.name,
        "line": finding.span.line,
        "plies": finding.match.plies if finding.match is not None else None,
    }
