"""`python -m tests.verify.shelf`: the verdicts on every shipped rule file, with every number of players.

One line for each: the seconds of processor time and how many questions got which verdict; then each verdict
that is weaker than the file expects, with why. With `--table` the lines are those of the page on proofs,
without times; with `--check` they are compared with it. The exit status is 1 if a verdict is weaker than
expected, or the page says something else. Budgets are steps and matches, not seconds, so that the table is
the same everywhere.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing import get_context

from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.check.shelf import shipped
from interpreter.ir.nodes import Game
from tests.house.tree import ROOT
from verify.budget import Budget, read_budget
from verify.result import Result
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

PAGE = ROOT / "docs" / "verification.md"
COLUMNS = (
    Verdict.PROVED,
    Verdict.BOUNDED,
    Verdict.ENDLESS,
    Verdict.UNKNOWN,
    Verdict.NOT_INDUCTIVE,
    Verdict.VIOLATED,
)
LARGE = frozenset(("durak", seats) for seats in (2, 4, 5, 6))
"""What takes a quarter of an hour and more: looked at only if the file is named."""
HEAD = "| file | players | asked | proved | bounded | endless | unknown | not inductive | violated |"


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


@dataclass(frozen=True)
class Line:
    """What came of one file with one number of players; `weaker` says of each weaker verdict what and why."""

    name: str
    seats: int
    counts: tuple[int, ...]
    weaker: tuple[str, ...]
    seconds: float

    @property
    def row(self) -> str:
        cells = (self.name, self.seats, sum(self.counts), *(n or "" for n in self.counts))
        return "| " + " | ".join(map(str, cells)) + " |"

    @property
    def text(self) -> str:
        counts = ", ".join(f"{n} {_word(v)}" for v, n in zip(COLUMNS, self.counts, strict=True) if n)
        weaker = "".join(f"    {line}\n" for line in self.weaker)
        return f"{self.name:20} {self.seats} players {self.seconds:7.1f} s  {counts}\n{weaker}"


def _word(verdict: Verdict) -> str:
    return verdict.name.lower().replace("_", " ")


def examined(asked: tuple[str, int, Budget]) -> Line:
    """The line of a file with so many players."""
    name, seats, budget = asked
    begun, game = time.process_time(), game_of(name, seats)
    results = list(prove(game, replace(Settings(defaults(game)), budget=budget)))
    counts = Counter(r.verdict for r in results)
    weaker = tuple(f"{r.word}: {r.check}: {r.how}" for r in unexpected(results))
    return Line(name, seats, tuple(counts[v] for v in COLUMNS), weaker, time.process_time() - begun)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.verify.shelf", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="FILE", help="shipped files, all if none is given")
    parser.add_argument("--players", type=int, help="with this number of players only")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--budget", type=read_budget, default=Budget(), help="of a question, as for `verify`")
    parser.add_argument("--table", action="store_true", help="print the rows of the page on proofs")
    parser.add_argument("--check", action="store_true", help="compare them with the page on proofs")
    given = parser.parse_args()
    games = tables(tuple(given.names or shipped()))
    found = [(_stem(g), g.seats) for g in games if given.players in (None, g.seats)]
    asked = [(*one, given.budget) for one in found if given.names or one not in LARGE]
    page = PAGE.read_text(encoding="utf-8") if given.check else None
    return int(sum(_shown(line, given.table, page) for line in _lines(asked, given.jobs)) > 0)


def _stem(game: Game) -> str:
    return game.span.source.name.rpartition("/")[2].removesuffix(".yaml")


def _lines(asked: list[tuple[str, int, Budget]], jobs: int) -> Iterator[Line]:
    """In their order. Each gets a process of its own, so that none is slowed by what others have left."""
    with get_context("spawn").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap(examined, asked, chunksize=1)


def _shown(line: Line, table: bool, page: str | None) -> bool:
    """Print it; whether something is wrong with it."""
    sys.stdout.write(f"{line.row}\n" if table else line.text)
    other = page is not None and line.row not in page
    if other:
        sys.stdout.write(f"    the page on proofs says otherwise: {line.row}\n")
    sys.stdout.flush()
    return other or bool(line.weaker)


if __name__ == "__main__":
    sys.exit(main())
