"""Which branches of its definitions a game comes to use: counted in a sample of matches, on the evaluator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.ir.nodes import Apply, Expr, Game
from interpreter.ir.ops import Op
from interpreter.ir.walk import called, inside, rule_expressions
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.text.source import Span
from players.registry import make_player
from study.simulate import Plan

PLIES = 1500
"""The sample ends with the match that has this ply."""
SHOWN = 48
"""Characters of a branch that are shown."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A value of an `if` in a definition: its text, where it stands, and how often it was wanted."""

    definition: str
    text: str
    line: int
    times: int


@dataclass(frozen=True)
class Sampled:
    """`branches` in the order of the definitions, of those that the rules ask."""

    matches: int
    plies: int
    branches: tuple[Branch, ...]


def sampled(plan: Plan) -> Sampled:
    """The first matches of the plan until there are enough plies; what a fault leaves of them counts too."""
    times: dict[tuple[Span, bool], int] = {}

    def notice(expr: Expr, holds: bool) -> None:
        times[expr.span, holds] = times.get((expr.span, holds), 0) + 1

    engine = Evaluator(plan.game, plan.options, notice)
    matches = plies = 0
    while matches < plan.matches and plies < PLIES:
        plies += _plies(engine, plan, plan.first + matches)
        matches += 1
    return Sampled(matches, plies, tuple(_branches(plan.game, times)))


def _plies(engine: Evaluator, plan: Plan, index: int) -> int:
    try:
        match = Match(
            engine, [make_player(name) for name in plan.players], plan.seed, index, plan.cap, keep=False
        )
        while not match.over and match.plies < PLIES:
            match.advance()
    except Fault:
        return 0
    return match.plies


def _branches(game: Game, times: dict[tuple[Span, bool], int]) -> Iterator[Branch]:
    asked = called(game, rule_expressions(game))
    for definition in game.definitions:
        if definition.name not in asked:
            continue
        for node in inside(definition.body):
            if isinstance(node, Apply) and node.op is Op.IF:
                for branch, holds in ((node.args[1], True), (node.args[2], False)):
                    if not (isinstance(branch, Apply) and branch.op is Op.IF):
                        number = times.get((node.span, holds), 0)
                        yield Branch(definition.name, _text(branch), branch.span.line, number)


def _text(branch: Expr) -> str:
    text = " ".join(branch.span.text.split())
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
