"""The exhaustive search, whose rules come from a file, against SPIN on a model of the same game by hand.

Both visit the same positions: all half-and-half deals, the first two suits the players' trump suits, the
first player leading. Processor time is compared: on a busy machine wall time says little of a short run.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measure import Result, Skipped, spread
from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from interpreter.run.engine import Evaluator
from verify.explore.adapters import EvaluatorAdapter, choose
from verify.explore.fixed import Fixed, read_fixed
from verify.explore.search import search
from verify.explore.space import Adapter

ROOT = Path(__file__).parents[1]
MODEL = ROOT / "benchmarks" / "promela" / "own_trumps.pml"
GOAL = 0.3
ROUNDS = 5
FIXED = ("trump=C,D", "dealer=1")

COMPILE = ("gcc", "-O2", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-o", "pan", "pan.c")
RUN = ("./pan", "-m20000", "-w18")


@dataclass(frozen=True)
class Pack:
    """Suits and ranks by number, and as the command line has them."""

    suits: int
    ranks: int
    deck: str

    def __str__(self) -> str:
        return f"{self.suits} x {self.ranks}"


PACKS = (Pack(4, 2, "suits=C,D,H,S ranks=K,A"), Pack(2, 4, "suits=C,D ranks=J,Q,K,A"))


@dataclass(frozen=True)
class Visited:
    """States and the seconds of processor time that they took."""

    states: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.states / self.seconds


def game(pack: Pack, rules: str = "yourtrumps") -> Game:
    found = load_file(ROOT / "rules" / f"{rules}.yaml", pack.deck).game
    assert found is not None
    return found


def searched(adapter: Adapter, fixed: Fixed) -> Visited:
    """The positions of play in the time of a whole search, which has the set-up's states as well."""
    began = time.process_time()
    graph = search(adapter, fixed)
    return Visited(len(graph), time.process_time() - began)


def build(pack: Pack, folder: Path) -> None:
    """Make SPIN's verifier of a pack in the folder."""
    named = (f"-DSUITS={pack.suits}", f"-DRANKS={pack.ranks}")
    for command in (("spin", *named, "-a", str(MODEL)), COMPILE):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)


def spun(folder: Path) -> Visited:
    """One run of the verifier, the state before the deal not counted. Raises `RuntimeError` if it fails."""
    began = _children()
    done = subprocess.run(RUN, cwd=folder, check=True, capture_output=True, text=True)
    passed = _children() - began
    stored = re.search(r"(\d+) states, stored", done.stdout)
    if stored is None or "errors: 0" not in done.stdout:
        raise RuntimeError(f"SPIN did not come to its end: {done.stdout[:500]}")
    return Visited(int(stored[1]) - 1, passed)


def _children() -> float:
    import resource  # only where there are processes of this kind

    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compared(pack: Pack, folder: Path, rounds: int) -> tuple[list[tuple[float, float]], str]:
    """SPIN's time and ours, round by round, and what is to be said of them."""
    rules = game(pack)
    adapter, fixed = choose(rules, defaults(rules)), read_fixed(rules, FIXED)
    build(pack, folder)
    spun(folder)
    number = searched(adapter, fixed).states
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        theirs, ours = spun(folder), searched(adapter, fixed)
        if theirs.states != number or ours.states != number:
            raise RuntimeError(f"{pack}: {ours.states} positions, SPIN has {theirs.states}")
        times.append((theirs.seconds, ours.seconds))
    rates = [number / median(column) for column in zip(*times, strict=True)]
    said = f"{pack}, {number:,} positions: about {rates[1]:,.0f} a second against {rates[0]:,.0f}"
    return times, f"{said}; ratio {spread(times)}"


def others(pack: Pack) -> list[str]:
    """What the search does on other rules, and with the evaluator, for which there is no model by hand."""
    notes = []
    for rules in ("take_the_run", "no_second_card"):
        one = game(pack, rules)
        found = searched(choose(one, defaults(one)), read_fixed(one, FIXED))
        notes.append(f"{pack} of {rules}.yaml: {found.states:,} positions, {found.rate:,.0f} a second")
    base = game(pack)
    slow: Any = EvaluatorAdapter(Evaluator(base, defaults(base)))
    found = searched(slow, read_fixed(base, FIXED))
    return [*notes, f"{pack} with the evaluator: {found.rate:,.0f} a second"]


def measure(rounds: int = ROUNDS, packs: tuple[Pack, ...] = PACKS) -> Result | Skipped:
    """The worse of the packs counts."""
    missing = [name for name in ("spin", "gcc") if shutil.which(name) is None]
    if missing:
        return Skipped("explorer", f"`{missing[0]}` is not installed")
    ratios, notes = [], []
    for pack in packs:
        with TemporaryDirectory() as folder:
            times, note = compared(pack, Path(folder), rounds)
        ratios.append(median(theirs / ours for theirs, ours in times))
        notes.append(note)
    notes += others(packs[0])
    return Result(
        "explorer",
        "positions a second of the search",
        "SPIN on an equal model by hand, both in processor time",
        min(ratios),
        GOAL,
        at_least=True,
        notes=tuple(notes),
    )
