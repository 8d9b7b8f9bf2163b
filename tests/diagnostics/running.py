"""Runs a case and compares what is reported with what is expected."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.load import load, load_file
from interpreter.check.settings import settle, split_settings
from interpreter.check.shelf import decode, find_base
from interpreter.front.tree import Scalar
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.fitness import unfit
from interpreter.run.match import Match
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.text.source import Source
from players.registry import make_player
from tests.diagnostics.bases import HEAPS
from tests.diagnostics.reader import Case, Expected


def find(name: Scalar, here: Source, report: Report) -> Source | None:
    """The bases of cases: the small game, the case itself, else what the program ships."""
    if name.value == "heaps":
        return Source("heaps", HEAPS)
    if name.value == here.name:
        return Source(here.name, here.text)
    return find_base(name, here, report)


def reported(case: Case) -> list[Diagnostic]:
    """All diagnostics of a case, those about its settings last."""
    if case.load is not None:
        return list(load_file(Path(case.load)).report)
    report = Report()
    source = decode("case.yaml", case.data, report)
    if source is None:
        return list(report)
    loaded = load(source, case.deck, find, report)
    found = list(loaded.report)
    if loaded.game is not None:
        settings = Report()
        values, problems = settle(loaded.game, split_settings(case.settings, settings), loaded.silent)
        found += [*settings, *problems]
        refused = unfit(Evaluator(loaded.game, values))
        if refused is not None and refused.code is Code.E814:
            found.append(Diagnostic(refused.code, refused.span, refused.message))
        if any(e.code.startswith("F") for e in case.expected):
            found = [d for d in found if d.is_error]
            found += _first_fault(Evaluator(loaded.game, values))
    return found


def _first_fault(engine: Evaluator) -> list[Diagnostic]:
    """What stops the first of some matches that is stopped; in every other one the players look at views."""
    for seed in range(6):
        player = make_player("greedy" if seed % 2 else "random")
        match = Match(engine, [player] * engine.game.seats, seed, cap=150)
        try:
            match.play()
        except Fault as fault:
            return [Diagnostic(fault.code, fault.span, fault.message)]
    return []


def unmatched(case: Case, found: list[Diagnostic]) -> tuple[list[Expected], list[Diagnostic]]:
    """What is expected and was not reported, and the other way round."""
    missing, extra = list(case.expected), []
    for diagnostic in found:
        match = next((e for e in missing if _is(e, diagnostic)), None)
        if match is None:
            extra.append(diagnostic)
        else:
            missing.remove(match)
    return missing, extra


def _is(expected: Expected, found: Diagnostic) -> bool:
    line, column = found.span.source.position(found.span.start)
    return (
        found.code.name == expected.code
        and found.span.source.name == expected.source
        and expected.line in (0, line)
        and expected.column == column
        and expected.width in (0, _width(found))
        and expected.text in f"{found.message} {found.help or ''}"
    )


def _width(found: Diagnostic) -> int:
    """How many characters of its first line a diagnostic underlines, at least one."""
    line, column = found.span.source.position(found.span.start)
    rest = len(found.span.source.line(line)) - column + 1
    return max(1, min(found.span.end - found.span.start, rest))
