"""All claims of a rule file proved, against a model of them written by hand for Z3, in one process.

The subject is what `verify` does with a loaded game, without its cache: encoding and solving for every claim
of the file and every one that is made of all files. The opponents stand in `z3models`. Loading the file and
importing Z3 are left out on both sides, and so is what matches show (that something can happen), for no model
by hand does it. Measured for three files, the base for any deck and for 52 cards; the worst counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Result, in_turn, middle_ratio, milliseconds, spread
from benchmarks.z3models.toy import Neighbours
from benchmarks.z3models.yourtrumps import YourTrumps
from benchmarks.z3models.zones import Questions
from interpreter.check.load import load_file
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from verify.plan import CAN_HAPPEN, Kind, plan
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

HERE = Path(__file__).parent
RULES = HERE.parent / "rules"
GOAL = 3.0
ROUNDS = 5


@dataclass(frozen=True)
class Pair:
    """A rule file and the model beside it."""

    name: str
    game: Game
    opponent: Callable[[], Questions]


def game_of(path: Path) -> Game:
    game = load_file(path).game
    assert game is not None, path
    return game


def pairs() -> tuple[Pair, ...]:
    base = game_of(RULES / "yourtrumps.yaml")
    return (
        Pair("the base file, any deck", base, YourTrumps),
        Pair("the base file, 52 cards", game_of(RULES / "deck_52.yaml"), lambda: YourTrumps(52)),
        Pair("take the run", game_of(RULES / "take_the_run.yaml"), lambda: YourTrumps(run=True)),
        Pair("a toy", game_of(HERE / "toy.yaml"), Neighbours),
    )


BY_HAND_TOO = frozenset(Kind) - CAN_HAPPEN - {Kind.ENDING_AT_ALL}


def prove_all(game: Game) -> None:
    """Every claim of the file; raises `AssertionError` if one is not proved."""
    claims = {q.name for q in plan(game) if q.kind in BY_HAND_TOO}
    results = prove(game, Settings(defaults(game)), claims)
    unproved = [r.check for r in results if r.verdict is not Verdict.PROVED]
    assert not unproved, unproved


def prove_by_hand(model: Questions) -> None:
    model.run()
    assert not model.failed, model.failed


def measure() -> Result:
    notes, ratios = [], []
    for pair in pairs():
        times = in_turn(lambda p=pair: prove_all(p.game), lambda p=pair: prove_by_hand(p.opponent()), ROUNDS)  # type: ignore[misc]
        ratios.append(middle_ratio(times))
        notes.append(
            f"{pair.name}: {ratios[-1]:.2f} ({spread(times)}; by hand {milliseconds([t[1] for t in times])})"
        )
    return Result("proofs", "all checks proved", "models by hand", max(ratios), GOAL, False, tuple(notes))
