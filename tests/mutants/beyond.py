"""What no check can state: which cards are in play, how the set-up goes, and who sees what.

Checks hold outside the set-up, for any deck, and speak of positions, not of what is seen of them. So these
are looked at where matches are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir.types import Seat, Value
from interpreter.run.engine import Evaluator
from interpreter.run.fitness import unfit
from interpreter.run.protocol import Position, View
from interpreter.run.state import State

SEATS = (Seat(0), Seat(1))


def deviations(game: ir.Game) -> Iterator[str]:
    """How the game differs from the printed rules in these things."""
    usual = defaults(game)
    for rank in (2, 5, 6, 7, 8, 9):
        yield from _deck(game, {**usual, "lowest_rank": rank - 2}, 4 * (15 - rank))
    for open_hands in (False, True):
        engine = Evaluator(game, {**usual, "open_hands": open_hands})
        if unfit(engine) is not None:
            yield "no match can begin"
            return
        yield from _set_up(engine, open_hands)


def _deck(game: ir.Game, options: Mapping[str, Value], cards: int) -> Iterator[str]:
    found = len(Evaluator(game, options).cards)
    if found != cards:
        yield f"{found} cards are in play, not {cards}"


def _set_up(engine: Evaluator, open_hands: bool) -> Iterator[str]:
    """The first possibility each time, with a dealer who is not the first player."""
    state = engine.initial()
    state = engine.apply(state, engine.legal(state)[-1])
    dealer = engine.position(state).variables["dealer"]
    if dealer != 1:
        yield "the dealer is not found first"
        return
    choosing: list[Seat] = []
    while engine.preparing(state) and not engine.chance(state):
        choosing += engine.actors(state)
        yield from _seen(engine, state, open_hands, "while trump suits are chosen")
        if any(engine.position(state).zones["hand"]):
            yield "trump suits are chosen with cards in hand"
        choice = engine.legal(state)[0]
        state = engine.apply(state, choice)
        if _trump(engine.position(state), choosing[-1]) != choice.picks[0][1]:
            yield "a player does not choose his own trump suit"
    if choosing != list(SEATS):
        yield "trump suits are chosen in another order"
    first = engine.apply(state, engine.legal(state)[0])
    if not engine.position(first).zones["hand"][0]:
        yield "the first card goes to another player than the one after the dealer"
    while engine.preparing(state):
        state = engine.apply(state, engine.legal(state)[0])
    yield from _begun(engine.position(state))
    yield from _seen(engine, state, open_hands, "when play begins")
    after = engine.apply(state, engine.legal(state)[0])
    yield from _seen(engine, after, open_hands, "when a card lies in the middle")


def _trump(position: Position, seat: Seat) -> Value | None:
    trumps = position.variables["trump"]
    assert isinstance(trumps, tuple)
    return trumps[seat]


def _begun(position: Position) -> Iterator[str]:
    if position.mover != 0:
        yield "not the player after the dealer leads"
    if position.variables["dealer"] is not None:
        yield "the dealer is remembered"


def _seen(engine: Evaluator, state: State, open_hands: bool, when: str) -> Iterator[str]:
    position = engine.position(state)
    for viewer in (*SEATS, None):
        view = engine.view(state, viewer)
        for zone, shown in _shown(view, position):
            owner = {"hand 0": 0, "hand 1": 1}.get(zone)
            wanted = zone != "deck" and (owner is None or open_hands or viewer == owner)
            if shown is not wanted:
                yield f"viewer {viewer} sees {'' if shown else 'not '}{zone} {when}"


def _shown(view: View, position: Position) -> Iterator[tuple[str, bool]]:
    """What there is to see, and whether the viewer does."""
    for name in ("deck", "pile"):
        yield name, view.zones[name][0].cards is not None
    for seat in SEATS:
        yield f"hand {seat}", view.zones["hand"][seat].cards is not None
    dealer = position.variables["dealer"]
    yield "dealer", view.variables["dealer"][0] == dealer
    for seat in SEATS:
        yield f"trump {seat}", view.variables["trump"][seat] == _trump(position, seat)
