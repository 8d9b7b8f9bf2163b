"""What would keep a table waiting: too much work in one step, or rules nested too deeply to be followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.check.depend import Part
from interpreter.check.weight import CHECK_LIMIT, DEEPEST, LIMIT, Weights
from interpreter.ir import nodes as ir
from interpreter.ir.types import CARD
from interpreter.ir.walk import claim_body, rule_expressions, step_expressions
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span

_HELP = "use fewer loops inside each other, and smaller sets"


def heavy(game: ir.Game, order: Iterable[Part], report: Report) -> None:
    """Report the rules and checks that can be too much; `order` names the game's parts by what they need."""
    weights = Weights(game, order)
    roots = [*rule_expressions(game), *(m.advice for m in game.moves if m.advice is not None)]
    checks = [b for c in game.checks if (b := claim_body(c.claim)) is not None]
    deep = [e for e in (*roots, *checks) if weights.depth(e) > DEEPEST]
    for e in deep:
        report.add(Code.E307, e.span, "definitions and guards go too deep into each other here")
    if not deep:
        _checks(weights, checks, report)
        _rules(game, weights, roots, report)


def _checks(weights: Weights, checks: list[ir.Expr], report: Report) -> None:
    for check in checks:
        if weights.of(check) > CHECK_LIMIT:
            report.add(Code.E510, check.span, "this can be too much work for one position", _HELP)


def _rules(game: ir.Game, weights: Weights, roots: list[ir.Expr], report: Report) -> None:
    """The rules of one step: each expression, then each move or ending whole, then all of them together."""
    alone = [(weights.of(e), e.span) for e in roots]
    steps = list(_steps(game, weights))
    heavy = [span for work, span in alone if work > LIMIT] or [span for work, span in steps if work > LIMIT]
    for span in heavy:
        report.add(Code.E510, span, "this can be too much work for one step", _HELP)
    if steps and not heavy and sum(work for work, _ in steps) > LIMIT:
        _, span = max(steps, key=lambda step: step[0])
        message = "all rules together can be too much work for one step, this is the most of it"
        report.add(Code.E510, span, message, _HELP)


def _steps(game: ir.Game, weights: Weights) -> Iterator[tuple[int, Span]]:
    """Everything that may happen between two decisions, with its work."""
    for zone in game.zones:
        asked = weights.copies(zone.per) * (weights.of(zone.seen) + weights.of(zone.counted))
        yield (game.seats + 1) * asked, zone.span
    for variable in game.variables:
        yield (game.seats + 1) * weights.copies(variable.per) * weights.of(variable.seen), variable.span
    for phase in game.phases:
        if phase.actors is not None:
            yield weights.of(phase.actors), phase.span
    for move in game.moves:
        yield weights.move(move) + weights.effects(move.effects), move.span
    for ending in game.endings:
        parts = (ending.when, ending.winners, ending.losers)
        yield sum(map(weights.of, parts)) + weights.effects(ending.effects), ending.span
    for step in game.setup:
        effects = weights.effects((step.effect,)) if isinstance(step, ir.Do) else 0
        yield effects + sum(map(weights.of, step_expressions(step))), step.span
    if game.table.mark is not None:
        yield game.seats * weights.size(CARD) * weights.of(game.table.mark), game.table.span
    if game.deck.where is not None:
        yield weights.size(CARD) * weights.of(game.deck.where), game.deck.span
