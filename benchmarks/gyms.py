"""Decisions a second in Crazy Eights for two, compiled by numba, and in the nearest games of RLCard and
PettingZoo: UNO, and Texas Hold'em, the only game there with a whole pack that needs nothing else.

Both are libraries for learning in Python. They are measured for the record: the games are not the same, and
what their environments make for a learner beside each decision is part of their time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import process_time

from benchmarks.crazy_eights import RULES, decisions_a_second
from benchmarks.measure import Result, Skipped
from interpreter.check.load import load_file
from interpreter.fast.kernel import Kernel, numba_missing
from study.engines import folder

GOAL = 20
DECISIONS = 4_000


def by_rlcard() -> Result | Skipped:
    return _against("rlcard", "RLCard's UNO", _uno, ("rlcard",))


def by_pettingzoo() -> Result | Skipped:
    return _against("pettingzoo", "PettingZoo's Texas Hold'em", _texas, ("pettingzoo", "rlcard", "pygame"))


def _against(
    name: str, opponent: str, theirs: Callable[[], float], needed: tuple[str, ...], rounds: int = 5
) -> Result | Skipped:
    reason = numba_missing()
    absent = [package for package in needed if find_spec(package) is None]
    if reason is not None or absent:
        return Skipped(name, reason or f"`{absent[0]}` is not installed")
    game = load_file(RULES, None, 2).game
    assert game is not None
    kernel = Kernel(game, numba=True, cache=folder())
    found = [(decisions_a_second(kernel), theirs()) for _ in range(rounds)]
    mine, other = (median(column) for column in zip(*found, strict=True))
    ratios = [a / b for a, b in found]
    notes = (
        f"ratios {min(ratios):.3g} to {max(ratios):.3g}",
        f"{mine:,.0f} against {other:,.0f} decisions a second",
    )
    return Result(name, "rules compiled by numba", opponent, median(ratios), GOAL, True, notes)


def _uno() -> float:
    """Its own random agents, in a loop as its documentation has it."""
    env = import_module("rlcard").make("uno", config={"seed": 7})
    agent = import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions)
    decisions, began = 0, process_time()
    while decisions < DECISIONS:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(agent.step(state), agent.use_raw)
            decisions += 1
    return decisions / (process_time() - began)


def _texas() -> float:
    """Actions drawn from those that are not masked, as its documentation has it."""
    env = import_module("pettingzoo.classic.texas_holdem_v4").env()
    decisions, seed, began = 0, 0, process_time()
    while decisions < DECISIONS:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            seen, _, ended, stopped, _ = env.last()
            over = ended or stopped
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
            decisions += not over
    return decisions / (process_time() - began)
