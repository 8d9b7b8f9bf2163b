"""Wrong rule files: each must be refuted by a match in half a minute of one core, and no shipped file.

The faults stand in `faults.yaml`: edits of the text of `rules/yourtrumps.yaml`, outside its checks. A fault
is found if the check named there is violated by a match that the evaluator plays again. Told is the slowest;
the ratio is the share of the faults that are found in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import process_time

import yaml

from benchmarks.measure import Result
from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from verify.run import prove
from verify.settings import Settings
from verify.trace import played
from verify.verdict import Verdict

BASE = Path(__file__).parents[1] / "rules" / "yourtrumps.yaml"
LIST = Path(__file__).with_name("faults.yaml")
SECONDS = 30.0


@dataclass(frozen=True)
class Fault:
    """`old` stands once in the rules and becomes `new`, which breaks `check`."""

    name: str
    old: str
    new: str
    check: str


def faults() -> list[Fault]:
    return [Fault(**entry) for entry in yaml.safe_load(LIST.read_text(encoding="utf-8"))]


def wrong_game(fault: Fault) -> Game:
    """The base game with the fault; raises `ValueError` if the edit does not fit."""
    text = BASE.read_text(encoding="utf-8")
    if text.count(fault.old) != 1:
        raise ValueError(f"`{fault.name}`: its text stands {text.count(fault.old)} times in the rules")
    found = load(Source("wrong.yaml", text.replace(fault.old, fault.new)))
    if found.game is None:
        raise ValueError(f"`{fault.name}`: {next(iter(found.report)).message}")
    return found.game


def found_in(fault: Fault) -> float | None:
    """Processor seconds until a match breaks the check, None if none does."""
    game = wrong_game(fault)
    began = process_time()
    for result in prove(game, Settings(defaults(game)), {fault.check}):
        if result.check == fault.check and result.verdict is Verdict.VIOLATED and result.trace is not None:
            played(game, result.trace)
            return process_time() - began
    return None


def measure() -> Result:
    times = {fault.name: found_in(fault) for fault in faults()}
    known = [t for t in times.values() if t is not None]
    late = [name for name, t in times.items() if t is None or t > SECONDS]
    notes = [f"slowest {max(known):.1f} s, all {sum(known):.1f} s", *(f"missed: {name}" for name in late)]
    share = 1 - len(late) / len(times)
    return Result("faults", f"{len(times)} planted faults found", "all", share, 1.0, True, tuple(notes))
