"""A match that shows something, as plain data: for other processes, for files, to be played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.run.engine import Evaluator
from interpreter.run.match import Match
from interpreter.run.protocol import Action, Position
from interpreter.run.state import State


@dataclass(frozen=True)
class Trace:
    """The actions of the set-up and those after it, with the option values under which they were made.

    `seed` and `index` give the set-up's chance again, if it came from them; `back`, for a loop, is the number
    of actions after which the position is the last one.
    """

    options: Mapping[str, Value]
    setup: tuple[Action, ...]
    actions: tuple[Action, ...]
    seed: int | None = None
    index: int = 0
    back: int | None = None
    start: Position | None = None
    """Where it begins instead of with the set-up, which then is empty."""


def trace_of(match: Match[State], actions: int | None = None) -> Trace:
    """The match as it was played, or its first `actions` after the set-up."""
    set_up = tuple(s.action for s in match.setup)
    made = tuple(s.action for s in match.steps[:actions])
    options = dict(match.engine.options)
    if set_up or match.start is None or not match.engine.game.setup:
        return Trace(options, set_up, made, match.seed, match.index)
    return Trace(options, (), made, start=match.engine.position(match.start))


def played(game: ir.Game, trace: Trace) -> Match[State]:
    """The match, every action made by the evaluator; raises `IllegalAction` or `Fault` if the rules forbid
    it.
    """
    engine = Evaluator(game, trace.options)
    state = None if trace.start is None else engine.load(trace.start)
    match: Match[State] = Match(engine, (), trace.seed or 0, trace.index, state=state)
    for action in (*trace.setup, *trace.actions):
        match.make(action)
    return match


def plies(trace: Trace) -> int:
    """How many of its actions are moves of players."""
    return sum(a.player is not None for a in trace.actions)
