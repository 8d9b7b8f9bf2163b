"""What a proof takes for granted of a deck and of options: without it no match begins. A user is told so."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes as ir
from interpreter.ir.walk import all_effects


def assumed(game: ir.Game) -> tuple[str, ...]:
    """In words, each with its line."""
    return tuple(_assumed(game))


def _assumed(game: ir.Game) -> Iterator[str]:
    whole = _whole_deal(game)
    if whole is not None:
        yield f"only decks that come out even where they are dealt (line {whole.span.line})"
    for requirement in game.requirements:
        yield f"only options and decks that the rules allow (line {requirement.span.line})"


def _whole_deal(game: ir.Game) -> ir.Deal | None:
    """The step that deals out the whole deck, if one does: what is dealt of a rest is asked of the rules."""
    deck = game.zones[0].name
    for step in game.setup:
        match step:
            case ir.Deal() if step.source.name == deck:
                return step if step.count is None else None
            case ir.Draw() if step.source.name == deck:
                return None
            case ir.Do() if deck in _sources(step.effect):
                return None
    return None


def _sources(effect: ir.Effect) -> set[str]:
    moves = (e for e in all_effects((effect,)) if isinstance(e, ir.MoveCard | ir.MoveMany))
    return {e.source.name for e in moves}
