"""`python -m tests.verify.shelf`: the verdicts on every shipped rule file, with every number of players.

One line a file: how many questions, how many verdicts as the file expects them, and the seconds; then each
other verdict, with why. The exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.check.shelf import shipped
from interpreter.ir.nodes import Game
from tests.house.tree import ROOT
from verify.result import Result
from verify.run import prove
from verify.settings import Settings


def game_of(name: str, seats: int | None = None) -> Game:
    game = load_file(ROOT / "rules" / f"{name}.yaml", None, seats).game
    assert game is not None, name
    return game


def tables(names: tuple[str, ...]) -> Iterator[Game]:
    """Every file with every number of players that it is for."""
    for name in names:
        fewest, most = game_of(name).players
        yield from (game_of(name, seats) for seats in range(fewest, most + 1))


def unexpected(results: list[Result]) -> list[Result]:
    """Those whose verdict is weaker than the file expects, which is proved where it does not say."""
    return [r for r in results if not r.as_expected]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.verify.shelf", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="FILE", help="shipped files, all if none is given")
    parser.add_argument("--players", type=int, help="with this number of players only")
    given = parser.parse_args()
    failed = False
    for name in given.names or shipped():
        for game in tables((name,)):
            if given.players in (None, game.seats):
                failed |= _show(name, game)
    return int(failed)


def _show(name: str, game: Game) -> bool:
    begun = time.perf_counter()
    results = list(prove(game, Settings(defaults(game))))
    bad = unexpected(results)
    counts = f"{len(results):4} asked {len(results) - len(bad):4} as expected"
    sys.stdout.write(f"{name:20} {game.seats} players {counts} {time.perf_counter() - begun:7.1f} s\n")
    sys.stdout.writelines(f"    {r.word}: {r.check}: {r.how}\n" for r in bad)
    sys.stdout.flush()
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
