"""That there are the cards of which the deck is made: of each suit and rank for which its condition holds.

Most proofs need no card but those they speak of. Where a claim says that somebody has a card of a kind, the
question is asked again with these in mind: the cards that have their rank in common with one that it is
about, and those of the ranks that the checks name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import RANK, SUIT
from interpreter.ir.walk import claim_body, inside, rebuild
from verify import terms as t
from verify.encode import Place
from verify.symbolic import StackTerm

EXIST = "the deck has a card of each suit and rank"
_SUIT, _RANK = "card's suit", "card's rank"


def remind(place: Place) -> None:
    """Have the cards of this place in mind for when a question has to be asked again."""
    deck = place.terms.game.deck
    where = None if deck.where is None else _of_suit_and_rank(deck.where)
    if where is None or not any(isinstance(e, ir.Local) and e.name == "card" for e in inside(where)):
        place.terms.facts.reserve.append(lambda: _exist(place, where))


def _exist(place: Place, where: ir.Expr | None) -> None:
    suits = range(len(place.terms.game.deck.suits))
    for rank in dict.fromkeys(_ranks(place)):
        for suit in suits:
            _name(place, t.number(suit), rank, where)


def _ranks(place: Place) -> Iterator[t.Term]:
    terms, facts = place.terms, place.terms.facts
    for zone in place.state.zones.values():
        if isinstance(zone, StackTerm):
            yield terms.rank(zone.slot(t.subtract(zone.size, t.number(1))))
    yield from (terms.rank(c) for c in facts.asked())
    bodies = [b for c in terms.game.checks if (b := claim_body(c.claim)) is not None]
    for e in (e for body in bodies for e in inside(body)):
        if isinstance(e, ir.Literal) and e.type == RANK:
            yield t.number(int(e.value)) if not isinstance(e.value, tuple) else t.number(0)


def _name(place: Place, suit: t.Term, rank: t.Term, where: ir.Expr | None) -> None:
    """Name the card of a suit and rank, if the deck has it; if not, it is some card."""
    terms = place.terms
    card = t.function("the_card", (t.INT, t.INT), t.CARD)(suit, rank)
    held = replace(place, watched=False, names={_SUIT: suit, _RANK: rank})
    there = t.YES if where is None else held.truth(where)
    ranks = t.number(len(terms.game.deck.ranks))
    there = t.both(there, t.at_most(t.number(0), rank), t.less(rank, ranks))
    same = t.both(t.equal(terms.suit(card), suit), t.equal(terms.rank(card), rank))
    terms.facts.say(EXIST, t.implies(there, same))
    terms.facts.card(card)


def _of_suit_and_rank(e: ir.Expr) -> ir.Expr:
    """A condition on a card, as one on its suit and its rank."""
    match e:
        case ir.Apply(Op.SUIT, (ir.Local("card"),)):
            return ir.Local(_SUIT, SUIT, e.span)
        case ir.Apply(Op.RANK, (ir.Local("card"),)):
            return ir.Local(_RANK, RANK, e.span)
    return rebuild(e, _of_suit_and_rank)
