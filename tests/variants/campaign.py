"""`python -m tests.variants.campaign`: random matches of every variant, with every number of players.

Each match must end or reach the cap without a fault, and the checks of the file are evaluated on every
position and step; what is never seen to happen, although the file says that it can, is listed, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat

from interpreter.check.settings import defaults
from interpreter.check.shelf import shipped
from interpreter.ir.nodes import Game, Witness
from interpreter.run.match import CAP
from study.counted import Counted
from study.engines import AUTO, ENGINES, NUMBA, no_numba
from study.playing import counting
from study.simulate import Plan
from tests.variants.shelf import loaded, tables


@dataclass
class Findings:
    """What came of the matches of one file: how they ended, what was wrong, what was seen to happen."""

    endings: Counter[str] = field(default_factory=Counter)
    plies: int = 0
    troubles: list[str] = field(default_factory=list)
    witnessed: set[str] = field(default_factory=set)

    def note(self, counted: Counted) -> None:
        totals = counted.totals
        for (_, ending, _, _), number in totals.results.items():
            self.endings[ending] += number
        self.endings["unfinished"] += counted.unfinished
        self.plies += sum(number for _, number in totals.choices.items())
        self.witnessed |= set(totals.witnessed)
        for trouble in (*counted.faults, *counted.violations):
            where = f"{trouble.file}:{trouble.line}:{trouble.column}"
            self.troubles.append(f"match {trouble.match}: {where}: {trouble.name}: {trouble.message}")


@dataclass(frozen=True)
class Size:
    """How many matches, up to how many plies; how many of the first are `checked`."""

    matches: int
    checked: int
    cap: int = CAP
    player: str = "random"
    seed: int = 1
    engine: str | None = AUTO


def game_of(name: str, seats: int, deck: str | None = None) -> Game:
    game = loaded(name, seats, deck).game
    assert game is not None, name
    return game


def play(game: Game, size: Size) -> Findings:
    """Matches of a game with its usual options."""
    found = Findings()
    options = defaults(game)
    engine = size.engine or (AUTO if no_numba(game, options, size.checked > 0) else NUMBA)
    checked = min(size.checked, size.matches)
    for first, last, check in ((0, checked, True), (checked, size.matches, False)):
        if first < last:
            players = (size.player,) * game.seats
            plan = Plan(game, options, players, size.seed, last, 0, size.cap, check=check, engine=engine)
            found.note(counting(plan)(range(first, last)).counted)
    return found


def unseen(game: Game, found: Findings) -> list[str]:
    """What can happen and did not."""
    names = (c.name for c in game.checks if isinstance(c.claim, Witness))
    return [name for name in names if name not in found.witnessed]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.variants.campaign", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="FILE", help="names of shipped files, all if none is given"
    )
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--checked", type=int, help="how many of the first are checked, all if not given")
    parser.add_argument("--cap", type=int, default=CAP)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--players", default="random", help="random or greedy")
    parser.add_argument("--engine", choices=ENGINES, help="numba if not given, auto where that cannot play")
    given = parser.parse_args()
    checked = given.matches if given.checked is None else given.checked
    size = Size(given.matches, checked, given.cap, given.players, given.seed, given.engine)
    faulty = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        files = list(tables(tuple(given.names or shipped())))
        for lines in pool.map(_report, files, repeat(size)):
            _say("\n".join(lines))
            faulty += len(lines) > 1
    return 1 if faulty else 0


def _report(file: tuple[str, int], size: Size) -> list[str]:
    """What came of one file with so many players, in a line, and a line for each trouble."""
    name, seats = file
    game = game_of(name, seats)
    began = time.process_time()
    found = play(game, size)
    ends = ", ".join(f"{ending} {n}" for ending, n in sorted(found.endings.items()) if n)
    missed = "; ".join(unseen(game, found)) if size.checked else ""
    told = f"{name}, {seats} players: {ends}; {found.plies} plies, {time.process_time() - began:.0f} s"
    return [told + (f"; not seen: {missed}" if missed else ""), *(f"  {t}" for t in found.troubles)]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
