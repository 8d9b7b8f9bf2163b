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
from interpreter.ir.types import BOOL, RANK, SUIT
from interpreter.ir.walk import claim_body, inside, rebuild
from verify import terms as t
from verify.encode import Place
from verify.law import Law, within
from verify.symbolic import SetTerm, StackTerm

EXIST = "the deck has a card of each suit and rank"
_SUIT, _RANK = "card's suit", "card's rank"


def remind(place: Place) -> None:
    """Have the cards of this place in mind for when a question has to be asked again."""
    where = _condition(place)
    if where is not None:
        place.terms.facts.reserve[1].append(lambda: _exist(place, where))


def remind_of_holdings(place: Place) -> None:
    """Have in mind, too, how what players have can be compared."""
    where, law = _condition(place), place.law(EXIST)
    if where is not None:
        place.terms.facts.reserve[0].append(lambda: _compare(place, where, law))


def _condition(place: Place) -> ir.Expr | None:
    """The condition of the deck on a suit and a rank, None if it is about more of a card."""
    deck = place.terms.game.deck
    where = ir.Literal(True, BOOL) if deck.where is None else _of_suit_and_rank(deck.where)
    of_more = any(isinstance(e, ir.Local) and e.name == "card" for e in inside(where))
    return None if of_more else where


def _exist(place: Place, where: ir.Expr) -> None:
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


def _name(place: Place, suit: t.Term, rank: t.Term, where: ir.Expr) -> tuple[t.Term, t.Truth]:
    """The card of a suit and rank, named, and whether the deck has it; if not, it is some card."""
    terms = place.terms
    card = t.function("the_card", (t.INT, t.INT), t.CARD)(suit, rank)
    held = replace(place, watched=False, names={_SUIT: suit, _RANK: rank})
    there = t.both(held.truth(where), within(rank, t.number(len(terms.game.deck.ranks))))
    same = t.both(t.equal(terms.suit(card), suit), t.equal(terms.rank(card), rank))
    terms.facts.say(EXIST, t.implies(there, same))
    return terms.facts.card(card), there


def _compare(place: Place, where: ir.Expr, law: Law) -> None:
    """Of two sets of which one has more cards, it has more of some rank: what players have is compared."""
    facts, zones = place.terms.facts, place.state.zones
    suits = range(len(place.terms.game.deck.suits))
    for (name, i), a in zones.items():
        for j in range(i):
            b = zones.get((name, j))
            if isinstance(a, SetTerm) and isinstance(b, SetTerm) and a.size is not b.size:
                assert a.size is not None and b.size is not None
                rank = facts.fresh("rank", t.INT)
                cards = [_name(place, t.number(s), rank, where) for s in suits]
                same = t.equal(_how_many(a, cards), _how_many(b, cards))
                law.say(t.either(t.equal(a.size, b.size), t.negate(same)))


def _how_many(zone: SetTerm, cards: list[tuple[t.Term, t.Truth]]) -> t.Number:
    """How many of these cards, of those that the deck has, the zone has."""
    tests = (t.both(there, zone.has(card)) for card, there in cards)
    return t.total(t.choose(test, t.number(1), t.number(0)) for test in tests)


def _of_suit_and_rank(e: ir.Expr) -> ir.Expr:
    """A condition on a card, as one on its suit and its rank."""
    match e:
        case ir.Apply(Op.SUIT, (ir.Local("card"),)):
            return ir.Local(_SUIT, SUIT, e.span)
        case ir.Apply(Op.RANK, (ir.Local("card"),)):
            return ir.Local(_RANK, RANK, e.span)
    return rebuild(e, _of_suit_and_rank)
