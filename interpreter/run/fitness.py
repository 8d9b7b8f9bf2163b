"""Whether a match can be played at all with these options, this deck and so many players."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.ir.nodes import Apply, Game, Template
from interpreter.ir.ops import Op
from interpreter.ir.walk import with_definitions
from interpreter.run.engine import Evaluator
from interpreter.run.evaluate import no_env
from interpreter.run.fault import Fault
from interpreter.run.sentences import spelled, teller
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Diagnostic, Note
from interpreter.text.source import Span


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why no match can begin, and the line of the rules that says so."""

    code: Code
    span: Span
    message: str
    rule: Span | None = None
    """The line of a base that forbids it, where a variant's own number of players is the reason."""

    @property
    def diagnostic(self) -> Diagnostic:
        notes = () if self.rule is None else (Note("the base says here what does not go with it", self.rule),)
        return Diagnostic(self.code, self.span, self.message, notes=notes)


def unfit(engine: Evaluator) -> Unfit | None:
    """An empty deck, the first requirement of the rules that is not met, or the fault that the set-up runs
    into.

    The set-up is tried once, each choice and each chance taking the first possibility.
    """
    found = _hindrance(engine)
    return None if found is None else _placed(engine.game, found)


def _hindrance(engine: Evaluator) -> Unfit | None:
    deck = engine.game.deck
    if not engine.cards:
        place = deck.span if deck.where is None else deck.where.span
        return Unfit(
            Code.E808, place, "no card of the deck satisfies this, so that nothing can be played with"
        )
    for requirement in engine.game.requirements:
        if not engine.context.meaning(requirement.that)(no_env()):
            return Unfit(Code.E814, requirement.span, _said(engine, requirement.refusal))
    try:
        state = engine.initial()
        while engine.preparing(state):
            state = engine.apply(state, engine.legal(state)[0])
    except Fault as fault:
        return Unfit(fault.code, fault.span, fault.message)
    return None


def _placed(game: Game, found: Unfit) -> Unfit:
    """With the place of the number of players, where a variant has another one than its base can take."""
    own, asked = game.players_at.source, found.code is Code.F811 or _asks_players(game, found.span)
    if not asked or game.seats != game.players[0] or own != game.span.source or found.span.source == own:
        return found
    return replace(found, span=game.players_at, rule=found.span)


def _asks_players(game: Game, place: Span) -> bool:
    """Whether a requirement is about how many players there are."""
    parts = with_definitions(game, (r.that for r in game.requirements if r.span == place))
    return any(isinstance(e, Apply) and e.op is Op.SEATS for e in parts)


def _said(engine: Evaluator, refusal: Template | None) -> str:
    if refusal is None:
        return "this has to hold, and does not"
    return spelled(engine.context, teller(refusal, engine.context)(no_env()))
