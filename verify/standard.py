"""What every rule file is asked without having to ask: goals that need no check in the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from interpreter.ir import nodes as ir
from interpreter.ir import questions
from verify import obligations as ob
from verify import terms as t
from verify.alike import legal_somehow
from verify.effects import phase_number
from verify.encode import Need, Place
from verify.operators import has_part
from verify.sight import look


def one_outcome(step: ob.Step) -> t.Truth:
    """Nobody both wins and loses."""
    state = step.after.state
    both = (t.both(w, lost) for w, lost in zip(state.winners, state.losers, strict=True))
    return t.implies(state.over, t.negate(t.either(*both)))


def turn_order(step: ob.Step) -> t.Truth:
    """Who is asked to move after a step has part in the order of turns."""
    return turn_order_at(step.after)


def turn_order_at(where: Place) -> t.Truth:
    """Who is asked to move has part in the order of turns."""
    place = ob.at_position(where)
    seats = ob.seats_of(place.terms.game)
    here = (t.implies(asked_to_move(place, s), has_part(place, s)) for s in seats)
    return t.either(place.state.over, t.both(*here))


def asked_to_move(place: Place, seat: int) -> t.Truth:
    """Whether this seat may act now; where chance acts nobody is asked."""
    game, found = place.terms.game, []
    for phase in game.phases:
        if not any(m.by_chance for m in game.moves if m.phase == phase.name):
            here = t.equal(place.state.phase, phase_number(game, phase.name))
            found.append(t.both(here, ob.lets_act(place, phase, seat)))
    return t.either(*found)


AFTER_STEPS: Mapping[str, ob.Goal] = MappingProxyType(
    {
        questions.CONSERVED: ob.conservation,
        questions.ONE_OUTCOME: one_outcome,
        questions.TURN_ORDER: turn_order,
    }
)


AT_STARTS: Mapping[str, Callable[[Place], t.Truth]] = MappingProxyType({questions.TURN_ORDER: turn_order_at})
"""Those of them that have to hold where play begins, too."""


def views(place: Place) -> list[Need]:
    """What has to hold for everybody's view to be worked out."""
    terms = replace(place.terms, needs=[])
    look(replace(place, terms=terms))
    return terms.needs


def somebody_can_move(place: Place) -> t.Truth:
    """The match is over, or a move is legal for somebody."""
    quiet = replace(place, names={}, watched=False)
    moves: list[t.Truth] = []
    for move in quiet.terms.game.moves:
        if move.phase != ir.SETUP:
            moves += [
                legal_somehow(replace(quiet, me=t.number(s)), move, s) for s in ob.seats_of(quiet.terms.game)
            ]
    return t.either(quiet.state.over, *moves)
