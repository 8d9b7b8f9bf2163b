"""`python -m tests.variants.campaign`: random matches of every variant, with every number of players.

Each match must end or reach the cap without a fault. On the first ones the checks of the file are evaluated
on every position and step; what is never seen to happen, although the file says that it can, is listed, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game, Witness
from interpreter.run.match import CAP
from study.engines import AUTO, ENGINES
from study.simulate import Plan, Played, simulate
from tests.variants.shelf import PLAYED, loaded, tables


@dataclass
class Findings:
    """What came of the matches of one file: how they ended, what was wrong, what was seen to happen."""

    endings: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    witnessed: set[str] = field(default_factory=set)

    def note(self, played: Played) -> None:
        self.endings[played.ending or "unfinished"] += 1
        self.witnessed |= played.witnessed
        if played.fault is not None:
            self.troubles.append(f"match {played.index}: {played.fault.span}: {played.fault.message}")
        for broken in played.violations:
            self.troubles.append(f"match {played.index}: `{broken.check}`: {broken.message}")


@dataclass(frozen=True)
class Size:
    """How many matches, up to how many plies; how many of the first are `checked`."""

    matches: int
    checked: int
    cap: int = CAP
    player: str = "random"
    seed: int = 1
    engine: str = AUTO


def game_of(name: str, seats: int, deck: str | None = None) -> Game:
    game = loaded(name, seats, deck).game
    assert game is not None, name
    return game


def play(game: Game, size: Size, jobs: int = 1) -> Findings:
    """Matches of a game with its usual options."""
    found = Findings()
    checked = min(size.checked, size.matches)
    for first, number, check in ((0, checked, True), (checked, size.matches - checked, False)):
        players = (size.player,) * game.seats
        plan = Plan(
            game, defaults(game), players, size.seed, number, first, size.cap, check=check, engine=size.engine
        )
        for played in simulate(plan, jobs) if number else ():
            found.note(played)
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
    parser.add_argument("--checked", type=int, default=100)
    parser.add_argument("--cap", type=int, default=CAP)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--players", default="random", help="random or greedy")
    parser.add_argument("--engine", default=AUTO, choices=ENGINES)
    given = parser.parse_args()
    size = Size(given.matches, given.checked, given.cap, given.players, given.seed, given.engine)
    bad = [line for line in _report(tuple(given.names) or PLAYED, size, given.jobs) if line]
    return 1 if bad else 0


def _report(names: tuple[str, ...], size: Size, jobs: int) -> Iterator[str]:
    """Tells what came of each file, and yields the troubles."""
    for name, seats in tables(names):
        game = game_of(name, seats)
        found = play(game, size, jobs)
        ends = ", ".join(f"{ending} {n}" for ending, n in sorted(found.endings.items()))
        missed = "; ".join(unseen(game, found))
        _say(
            f"{name}, {seats} players: {ends}" + (f"; not seen: {missed}" if missed and size.checked else "")
        )
        for trouble in found.troubles:
            _say(f"  {trouble}")
        yield from found.troubles


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
