"""The compiled engine in plain Python against the game written by hand, and what compiling gains.

The same random matches as in `evaluator.py`, each side by the calls that are its own: actions and positions
of the hand-written game, numbers (`codes`, `step`) of the compiled engine. The notes say what the evaluator
makes in the same run, and how fast the checks of the rules go on both.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.evaluator import MATCHES, ROUNDS, Played, draws, evaluator, play_all
from benchmarks.handwritten import Handwritten, Rules
from benchmarks.measure import Result, in_turn, middle_ratio, seconds, spread
from interpreter.check.settings import defaults
from interpreter.fast.engine import Compiled
from study.simulate import Plan, simulate
from study.simulate import Played as Simulated

GOAL = 0.6
CHECKED = 200
"""Plies of the match on which the evaluator looks at the checks."""


def by_numbers(engine: Compiled, chosen: Sequence[Sequence[int]]) -> list[Played]:
    return [_playout(engine, numbers) for numbers in chosen]


def _playout(engine: Compiled, numbers: Sequence[int]) -> Played:
    state = engine.initial()
    for moves, number in enumerate(numbers):
        if engine.over(state):
            return Played(moves, engine.outcome(state))
        codes = engine.codes(state)
        state = engine.step(state, codes[number * len(codes) >> 32])
    return Played(len(numbers), engine.outcome(state))


def measure(rounds: int = ROUNDS, matches: int = MATCHES) -> Result:
    slow = evaluator()
    subject, opponent = Compiled(slow.game), Handwritten(Rules())
    chosen = [draws(match) for match in range(matches)]
    played = play_all(opponent, chosen)
    if by_numbers(subject, chosen) != played:
        raise RuntimeError("the compiled engine and the hand-written game play different matches")
    times = in_turn(lambda: play_all(opponent, chosen), lambda: by_numbers(subject, chosen), rounds)
    moves = sum(match.moves for match in played)
    fastest = [moves / min(column) for column in zip(*times, strict=True)]
    return Result(
        "compiled",
        "compiled Python",
        "the game written by hand, in moves a second",
        middle_ratio(times),
        GOAL,
        at_least=True,
        notes=(
            f"{matches} random matches of 36 cards, {moves} moves in all",
            f"ratios {spread(times)}",
            f"about {fastest[1]:,.0f} against {fastest[0]:,.0f} moves a second",
            f"the evaluator makes about {moves / seconds(lambda: play_all(slow, chosen)):,.0f}",
            *(_checked(name, 1 if name == "evaluator" else 20) for name in ("python", "evaluator")),
            f"compiling takes {seconds(lambda: Compiled(slow.game)) * 1000:.0f} ms",
        ),
    )


def _checked(name: str, matches: int) -> str:
    """How fast whole random matches go in a simulation with all checks."""
    game = evaluator().game
    cap = CHECKED if name == "evaluator" else 50_000
    plan = Plan(game, defaults(game), ("random",) * game.seats, 1, matches, 0, cap, check=True, engine=name)
    played: list[Simulated] = []
    spent = seconds(lambda: played.extend(simulate(plan)))
    plies = sum(p.result.plies for p in played)
    return f"simulating with all checks: {name} {plies / spent:,.0f} plies a second"
