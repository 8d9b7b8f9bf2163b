"""The exhaustive search, whose rules come from a file, against SPIN on a model of the same game by hand.

Both visit the same positions: all half-and-half deals, the first player beginning, and where there are trump
suits the first two of the pack. Processor time is compared: on a busy machine wall time says little of a
short run. What is compiled is compiled before.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.measure import Result, Skipped, spread
from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.fast.kernel import numba_missing
from interpreter.fast.searcher import Searcher
from interpreter.ir.nodes import Game
from interpreter.run.engine import Evaluator
from verify.explore.adapters import CompiledAdapter, EvaluatorAdapter, choose
from verify.explore.fixed import Fixed, read_fixed
from verify.explore.graph import Graph
from verify.explore.inplace import search_in_place
from verify.explore.search import LIMIT, search
from verify.explore.space import Adapter

ROOT = Path(__file__).parents[1]
MODELS = ROOT / "benchmarks" / "promela"
GOAL = 0.3
ROUNDS = 5

COMPILE = ("gcc", "-O2", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-o", "pan", "pan.c")
RUN = ("./pan", "-m20000", "-w18")


@dataclass(frozen=True)
class Rules:
    """A rule file, its model with what is defined for it, what is held fixed, and its ranks, ascending."""

    name: str
    file: Path
    model: Path
    defined: tuple[str, ...]
    fixed: tuple[str, ...]
    ranks: tuple[str, ...]


OWN = (MODELS / "own_trumps.pml", ("trump=C,D", "dealer=1"), ("J", "Q", "K", "A"))
BASE: Final = Rules("base", ROOT / "rules" / "yourtrumps.yaml", OWN[0], (), OWN[1], OWN[2])
RUN_ON_TOP: Final = Rules(
    "take the run", ROOT / "rules" / "take_the_run.yaml", OWN[0], ("RUN",), OWN[1], OWN[2]
)
TOY: Final = Rules(
    "toy", ROOT / "benchmarks" / "toy.yaml", MODELS / "neighbours.pml", (), (), ("10", "9", "8", "7")
)
FILES: Final = (BASE, RUN_ON_TOP, TOY)


@dataclass(frozen=True)
class Pack:
    """So many suits and ranks."""

    suits: int
    ranks: int

    def __str__(self) -> str:
        return f"{self.suits} x {self.ranks}"

    def deck(self, rules: Rules) -> str:
        """As the command line has it."""
        suits, ranks = ("C", "D", "H", "S")[: self.suits], rules.ranks[-self.ranks :]
        return f"suits={','.join(suits)} ranks={','.join(ranks)}"


PACKS: Final = (Pack(4, 2), Pack(2, 4))


@dataclass(frozen=True)
class Visited:
    """States and the seconds of processor time that they took."""

    states: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.states / self.seconds


def game(rules: Rules, pack: Pack) -> Game:
    found = load_file(rules.file, pack.deck(rules)).game
    assert found is not None
    return found


def searched(work: Callable[[], Graph]) -> Visited:
    """The positions of play in the time of a whole search, which has the set-up's states as well."""
    began = time.process_time()
    graph = work()
    return Visited(len(graph), time.process_time() - began)


@dataclass(frozen=True)
class Searching:
    """The search of a game: `work` does it, `name` is of the engine, `compiling` the seconds to make that."""

    work: Callable[[], Graph]
    name: str
    compiling: float


def searching(rules: Rules, pack: Pack) -> Searching:
    """By numba, if it is installed."""
    one = game(rules, pack)
    adapter, fixed = choose(one, defaults(one)), read_fixed(one, rules.fixed)
    if numba_missing() is not None or not isinstance(adapter, CompiledAdapter):
        return Searching(lambda: search(adapter, fixed), "python", 0)
    began = time.process_time()
    searcher, there = Searcher(one, defaults(one), numba=True), adapter
    return Searching(
        lambda: search_in_place(there, searcher, fixed, LIMIT), "numba", time.process_time() - began
    )


def build(rules: Rules, pack: Pack, folder: Path) -> None:
    """Make SPIN's verifier of a pack in the folder."""
    named = (f"-DSUITS={pack.suits}", f"-DRANKS={pack.ranks}", *(f"-D{word}" for word in rules.defined))
    for command in (("spin", *named, "-a", str(rules.model)), COMPILE):
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


def compared(rules: Rules, pack: Pack, folder: Path, rounds: int) -> tuple[list[tuple[float, float]], str]:
    """SPIN's time and ours, round by round, and what is to be said of them."""
    ours_is = searching(rules, pack)
    build(rules, pack, folder)
    spun(folder)
    number = searched(ours_is.work).states
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        theirs, ours = spun(folder), searched(ours_is.work)
        if theirs.states != number or ours.states != number:
            raise RuntimeError(f"{rules.name}, {pack}: {ours.states} positions, SPIN has {theirs.states}")
        times.append((theirs.seconds, ours.seconds))
    rates = [number / median(column) for column in zip(*times, strict=True)]
    said = (
        f"{rules.name}, {pack}, {number:,} positions: {ours_is.name} about {rates[1]:,.0f} a second against "
        f"{rates[0]:,.0f}; ratio {spread(times)}; {ours_is.compiling:.1f} s of compiling before"
    )
    return times, said


def others(pack: Pack) -> list[str]:
    """What other engines do with the base."""
    base = game(BASE, pack)
    adapters: list[Adapter] = [
        choose(base, defaults(base)),
        EvaluatorAdapter(Evaluator(base, defaults(base))),
    ]
    fixed: Fixed = read_fixed(base, BASE.fixed)
    notes = []
    for adapter in adapters:
        found = searched(lambda a=adapter: search(a, fixed))  # type: ignore[misc]
        notes.append(f"base, {pack}, with {adapter.name}: {found.rate:,.0f} a second")
    return notes


def measure(
    rounds: int = ROUNDS, packs: tuple[Pack, ...] = PACKS, files: tuple[Rules, ...] = FILES
) -> Result | Skipped:
    """The worst of the files and packs counts."""
    missing = [name for name in ("spin", "gcc") if shutil.which(name) is None]
    if missing:
        return Skipped("explorer", f"`{missing[0]}` is not installed")
    ratios, notes = [], []
    for rules in files:
        for pack in packs:
            with TemporaryDirectory() as folder:
                times, note = compared(rules, pack, Path(folder), rounds)
            ratios.append(median(theirs / ours for theirs, ours in times))
            notes.append(note)
    notes += others(packs[0])
    return Result(
        "explorer",
        "positions a second of the search",
        "SPIN on equal models by hand, both in processor time",
        min(ratios),
        GOAL,
        at_least=True,
        notes=tuple(notes),
    )
