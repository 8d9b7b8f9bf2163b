"""The evaluator, which reads the rules from their file, against the same game written by hand in Python.

Both play the same random matches of the full pack, from the lot for the dealer to the end, through the same
calls: `legal`, `apply`, `outcome`. The draws are made beforehand, so that only the two engines are timed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from benchmarks.handwritten import Handwritten, Rules
from benchmarks.measure import Result, in_turn, middle_ratio, spread
from interpreter.check.load import load_file
from interpreter.run.engine import Evaluator
from interpreter.run.protocol import Action, Outcome
from interpreter.run.rng import IN_PLAY, stream

ROOT = Path(__file__).parents[1]
GOAL = 0.05
ROUNDS = 7
MATCHES = 6
SEED = 36
LONGEST = 30_000

S = TypeVar("S", bound=Hashable)


class Playable(Protocol[S]):
    """What a playout needs of an engine."""

    def initial(self) -> S: ...

    def legal(self, state: S) -> tuple[Action, ...]: ...

    def apply(self, state: S, action: Action) -> S: ...

    def outcome(self, state: S) -> Outcome | None: ...


@dataclass(frozen=True)
class Played:
    """How many actions a match took, the set-up's included, and how it ended."""

    moves: int
    outcome: Outcome | None


def draws(match: int) -> tuple[int, ...]:
    """32-bit numbers enough for one match."""
    source = stream(SEED, match, IN_PLAY)
    return tuple(source.next32() for _ in range(LONGEST))


def playout(engine: Playable[S], numbers: Sequence[int]) -> Played:
    """A match in which each number in turn picks one of the legal actions."""
    state = engine.initial()
    for moves, number in enumerate(numbers):
        outcome = engine.outcome(state)
        if outcome is not None:
            return Played(moves, outcome)
        actions = engine.legal(state)
        state = engine.apply(state, actions[number * len(actions) >> 32])
    return Played(len(numbers), engine.outcome(state))


def play_all(engine: Playable[S], matches: Sequence[Sequence[int]]) -> list[Played]:
    return [playout(engine, numbers) for numbers in matches]


def evaluator() -> Evaluator:
    game = load_file(ROOT / "rules" / "yourtrumps.yaml").game
    assert game is not None
    return Evaluator(game)


def measure(rounds: int = ROUNDS, matches: int = MATCHES) -> Result:
    subject, opponent = evaluator(), Handwritten(Rules())
    chosen = [draws(match) for match in range(matches)]
    played = play_all(opponent, chosen)
    if play_all(subject, chosen) != played:
        raise RuntimeError("the evaluator and the hand-written game play different matches")
    times = in_turn(lambda: play_all(opponent, chosen), lambda: play_all(subject, chosen), rounds)
    moves = sum(match.moves for match in played)
    fastest = [moves / min(column) for column in zip(*times, strict=True)]
    return Result(
        "evaluator",
        "evaluator",
        "the game written by hand, in moves a second",
        middle_ratio(times),
        GOAL,
        at_least=True,
        notes=(
            f"{matches} random matches of 36 cards, {moves} moves in all",
            f"ratios {spread(times)}",
            f"about {fastest[1]:,.0f} against {fastest[0]:,.0f} moves a second",
        ),
    )
