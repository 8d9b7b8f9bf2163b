"""Decisions a second in Crazy Eights: our rule file compiled by numba, and OpenSpiel's game, both for two.

The games are near each other, not the same: numbers of cards, and what may be done instead of laying one,
differ. A decision is one action of a player; deals and draws by chance are part of the time on both sides.
OpenSpiel's matches are played by its own bots in C++, and by a loop in Python.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.measure import Result, Skipped
from interpreter.check.load import load_file
from interpreter.fast.kernel import CHUNK, Kernel, numba_missing
from interpreter.fast.sums import PLIES
from interpreter.run.rng import stream
from study.engines import folder

RULES = Path(__file__).parents[1] / "rules" / "crazyeights.yaml"
GOAL = 20
CAP = 5_000
MATCHES = 200


def measure(rounds: int = 5) -> Result | Skipped:
    reason = numba_missing()
    if reason is None and find_spec("pyspiel") is None:
        reason = "`open_spiel` is not installed"
    if reason is not None:
        return Skipped("openspiel", reason)
    game = load_file(RULES, None, 2).game
    assert game is not None
    kernel = Kernel(game, numba=True, cache=folder())
    ours, bots, python = [], [], []
    for _ in range(rounds):
        ours.append(decisions_a_second(kernel))
        bots.append(_by_bots())
        python.append(_by_python())
    found = [mine / other for mine, other in zip(ours, bots, strict=True)]
    return Result(
        "openspiel",
        "rules compiled by numba",
        "OpenSpiel's crazy_eights, by its own bots",
        median(found),
        GOAL,
        True,
        (
            f"ratios {min(found):.3g} to {max(found):.3g}",
            f"{median(ours):,.0f} decisions a second",
            f"OpenSpiel: {median(bots):,.0f} by its bots in C++, {median(python):,.0f} driven from Python",
        ),
    )


def decisions_a_second(kernel: Kernel, chunks: int = 8) -> float:
    """Of ours."""
    began, plies = process_time(), 0
    for number in range(chunks):
        columns = kernel.columns(1, number * CHUNK, CHUNK, CAP)
        plies += sum(n * times for n, times in columns.whole(PLIES).items())
    return plies / (process_time() - began)


def _game() -> Any:
    pyspiel = import_module("pyspiel")

    return pyspiel.load_game("crazy_eights(players=2)")


def _by_bots() -> float:
    """OpenSpiel's own loop; decisions are counted afterwards."""
    pyspiel = import_module("pyspiel")

    game, states = _game(), []
    bots = [pyspiel.make_uniform_random_bot(seat, 7) for seat in range(2)]
    began = process_time()
    for number in range(MATCHES):
        states.append(game.new_initial_state())
        pyspiel.evaluate_bots(states[-1], bots, number)
    spent = process_time() - began
    decisions = sum(int(step.player >= 0) for state in states for step in state.full_history())
    return decisions / spent


def _by_python() -> float:
    """A loop in Python; the numbers are drawn before it begins."""
    source = stream(1, 1, 3)
    numbers = [source.next32() for _ in range(100_000)]
    game, decisions, at = _game(), 0, 0
    began = process_time()
    for _ in range(MATCHES // 4):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(actions[numbers[at % len(numbers)] * len(actions) >> 32])
            at += 1
    return decisions / (process_time() - began)
