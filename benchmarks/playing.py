"""Whole random matches played in place: numba against C, plain Python against Python with masks.

The opponents are written by hand. Both sides play the same matches of three games by the same chance: the
base, the variant in which a run is taken, and a toy. The worst of the three ratios counts.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks import masks
from benchmarks.measure import Result, Skipped
from interpreter.check.load import load_file
from interpreter.fast.kernel import CHUNK, Kernel, numba_missing
from interpreter.fast.playing import FINISHED
from interpreter.fast.sums import PLIES
from interpreter.ir.nodes import Game
from study.engines import folder

ROOT = Path(__file__).parents[1]
OPPONENTS = ROOT / "benchmarks" / "opponents"
FILES = {
    "base": ("rules/yourtrumps.yaml", "own_trumps.c", ()),
    "run": ("rules/take_the_run.yaml", "own_trumps.c", ("-DRUN",)),
    "toy": ("benchmarks/toy.yaml", "toy.c", ()),
}
GOAL = 0.6
SEED, CAP = 36, 50_000
COMPILE = ("gcc", "-O3", "-march=native", "-std=gnu11")
ROUNDS = 5


def game_of(name: str) -> Game:
    game = load_file(ROOT / FILES[name][0]).game
    assert game is not None
    return game


def played(kernel: Kernel, first: int, number: int) -> list[masks.Result]:
    """What came of matches: the ending's number, who ended it, plies."""
    found = []
    for at in range(0, number, CHUNK):
        _, rows = kernel.play(SEED, first + at, min(CHUNK, number - at), CAP)
        width, layout = kernel.text.width, kernel.text.layout
        names = [e.name for e in kernel.game.endings]
        for n in range(0, len(rows), width):
            outcome = layout.unpack(rows[n + 2]) if rows[n] == FINISHED else None
            number_of = -1 if outcome is None else names.index(outcome.ending)
            found.append((number_of, -1 if outcome is None else int(outcome.by), rows[n + 3]))
    return found


def spent(kernel: Kernel, first: int, number: int) -> tuple[int, float]:
    """The plies of matches, and the processor time in seconds."""
    began = process_time()
    plies = 0
    for at in range(0, number, CHUNK):
        columns = kernel.columns(SEED, first + at, min(CHUNK, number - at), CAP)
        plies += sum(n * times for n, times in columns.whole(PLIES).items())
    return plies, process_time() - began


def by_numba() -> Result | Skipped:
    """Against C, compiled for this processor."""
    reason = numba_missing() or (None if shutil.which("gcc") else "there is no `gcc`")
    if reason is not None:
        return Skipped("numba", reason)
    with tempfile.TemporaryDirectory() as place:
        rates = {name: _against_c(name, Path(place)) for name in FILES}
    return _result("numba", "rules compiled by numba", "the game written by hand in C", rates)


def by_c(name: str, place: Path, matches: int) -> tuple[list[masks.Result], Path]:
    """The matches as the game in C plays them, and the program, which is made in the folder `place`."""
    _, source, flags = FILES[name]
    program = place / name
    subprocess.run([*COMPILE, *flags, "-o", program, OPPONENTS / source], check=True)
    lines = (map(int, line.split()) for line in _run(program, matches, "rows").splitlines())
    return [(ending, by, plies) for ending, by, plies in lines], program


def _against_c(name: str, place: Path, matches: int = 20_000) -> list[tuple[float, float]]:
    """Plies a second of both, round by round."""
    found, program = by_c(name, place, CHUNK)
    kernel = Kernel(game_of(name), numba=True, cache=folder())
    _same(name, played(kernel, 0, CHUNK), found)

    def theirs() -> float:
        plies, time = _run(program, matches).split()
        return int(plies) / float(time)

    def ours() -> float:
        plies, time = spent(kernel, 0, matches)
        return plies / time

    return _rounds(ours, theirs)


def _run(program: Path, matches: int, *more: str) -> str:
    given = [str(program), str(SEED), "0", str(matches), str(CAP), *more]
    return subprocess.run(given, check=True, capture_output=True, text=True).stdout


def by_python(matches: int = 12) -> Result:
    """Against Python with masks."""
    rates = {name: _against_masks(name, matches) for name in FILES}
    return _result("inplace", "rules compiled to Python", "the game in Python with masks", rates)


def _against_masks(name: str, matches: int) -> list[tuple[float, float]]:
    kernel = Kernel(game_of(name))
    found = masks.matches(name, SEED, 0, matches, CAP)
    _same(name, played(kernel, 0, matches), found)
    plies = sum(n for _, _, n in found)

    def theirs() -> float:
        began = process_time()
        masks.matches(name, SEED, 0, matches, CAP)
        return plies / (process_time() - began)

    def ours() -> float:
        found, time = spent(kernel, 0, matches)
        return found / time

    return _rounds(ours, theirs)


def _same(name: str, ours: Sequence[object], theirs: Sequence[object]) -> None:
    if list(ours) != list(theirs):
        raise RuntimeError(f"{name}: the rules and the game written by hand play different matches")


def _rounds(ours: Callable[[], float], theirs: Callable[[], float]) -> list[tuple[float, float]]:
    """In turn, each going first in every other round."""
    rates = []
    for number in range(ROUNDS):
        if number % 2:
            other = theirs()
            rates.append((ours(), other))
        else:
            mine = ours()
            rates.append((mine, theirs()))
    return rates


def _result(name: str, subject: str, opponent: str, rates: dict[str, list[tuple[float, float]]]) -> Result:
    ratios = {game: median(a / b for a, b in rounds) for game, rounds in rates.items()}
    notes = []
    for game, rounds in rates.items():
        every = [a / b for a, b in rounds]
        mine, other = (median(column) for column in zip(*rounds, strict=True))
        spread = f"{min(every):.3g} to {max(every):.3g}"
        notes.append(
            f"{game}: {ratios[game]:.3f} ({spread}), {mine:,.0f} against {other:,.0f} plies a second"
        )
    return Result(name, subject, opponent, min(ratios.values()), GOAL, True, tuple(notes))
