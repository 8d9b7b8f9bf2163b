"""What may be taken for granted of a state: what the declarations of the deck, zones and variables say.

Every one of these facts is itself proved to survive every step (the obligation "conservation"), so
taking them for granted in the state before a step is induction.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.ir.settled import settled
from interpreter.ir.types import IntType, Type
from verify import terms as t
from verify.encode import Place, Terms
from verify.facts import Facts, Made
from verify.law import within
from verify.symbolic import SetTerm, StackTerm, State

DECK = "the deck has each card once"
ZONES = "every card is in one place"
DECK_SIZE = "the deck has as many cards as the file says"
LAST_RESORT = frozenset((DECK_SIZE,))
"""Facts of this very deck: what follows without them holds for any."""
SIZES = "the sizes add up to the deck"
STACKS = "ordered zones are in order"
RANGES = "variables stay in their ranges"
OPTIONS = "options have their values"
REQUIRED = "what the rules require of options and deck"


def assume_deck(place: Place) -> None:
    """The attributes of cards and the values of options, whatever the state."""
    terms, quiet = place.terms, replace(place, watched=False)
    facts, deck = terms.facts, terms.game.deck
    where = deck.where
    if where is not None:
        facts.always(DECK, "card", lambda c: quiet.named("card", c).truth(where))
    for requirement in terms.game.requirements:
        facts.say(REQUIRED, quiet.truth(requirement.that))
    facts.say(DECK_SIZE, t.equal(terms.deck_size, _cards_in_play(quiet)))
    facts.always(DECK, "card", lambda c: _within(terms.suit(c), 0, len(deck.suits) - 1))
    facts.always(DECK, "card", lambda c: _within(terms.rank(c), 0, len(deck.ranks) - 1))
    # The card of a suit and a rank: two cards that have both in common are one.
    the_card = t.function("the_card", (t.INT, t.INT), t.CARD)
    facts.always(DECK, "card", lambda c: t.equal(the_card(terms.suit(c), terms.rank(c)), c))
    facts.say(DECK, t.at_most(t.number(1), terms.deck_size))
    for option in terms.game.options:
        facts.say(OPTIONS, in_kind(terms, terms.options[option.name], option.type))
        if not isinstance(option.type, IntType) and terms.options[option.name].sort is t.INT:
            values = (t.number(int(v)) for v in option.values if not isinstance(v, tuple))
            facts.say(OPTIONS, t.either(*(t.equal(terms.options[option.name], v) for v in values)))


def _cards_in_play(place: Place) -> t.Number:
    """How many cards the deck of the file has, by the options."""
    deck = place.terms.game.deck
    cards = range(len(deck.suits) * len(deck.ranks))
    where = deck.where
    if where is None:
        return t.number(len(cards))
    tests = (place.named("card", t.card(c)).truth(where) for c in cards)
    return t.total(t.choose(test, t.number(1), t.number(0)) for test in tests)


def _within(x: t.Term, lo: int, hi: int) -> t.Truth:
    return t.both(t.at_most(t.number(lo), x), t.at_most(x, t.number(hi)))


def in_kind(terms: Terms, x: t.Term, kind: Type) -> t.Truth:
    """That a term is a value of its kind."""
    if isinstance(kind, IntType):
        return _within(x, kind.lo, kind.hi)
    count = terms.count(kind)
    return t.YES if count is None else _within(x, 0, count - 1)


# one conjunct a function: said of every named term as a hypothesis, asked of a fresh one as a goal ---------


def one_place(state: State, c: t.Term) -> t.Truth:
    """A card is in exactly one zone."""
    has = [zone.has(c) for zone in state.zones.values()]
    apart = (t.negate(t.both(a, b)) for i, a in enumerate(has) for b in has[:i])
    return t.both(t.either(*has), *apart)


def card_has_slot(state: State, c: t.Term) -> t.Truth:
    """A card of an ordered zone lies where its place says."""
    found = []
    for zone in state.zones.values():
        if isinstance(zone, StackTerm):
            at = zone.place(c)
            there = t.both(within(at, zone.size), t.equal(zone.slot(at), c))
            found.append(t.implies(zone.has(c), there))
    return t.both(*found)


def slot_has_card(state: State, i: t.Term) -> t.Truth:
    """A place of an ordered zone holds one of its cards."""
    return t.both(*(_slot_of(z, i) for z in state.zones.values() if isinstance(z, StackTerm)))


def _slot_of(stack: StackTerm, i: t.Term) -> t.Truth:
    card = stack.slot(i)
    there = t.both(stack.has(card), t.equal(stack.place(card), i))
    return t.implies(within(i, stack.size), there)


def _name_place(facts: Facts, stack: StackTerm, c: t.Term) -> t.Truth:
    """Where the card lies is a place to be looked at."""
    facts.place(stack.place(c))
    return t.YES


def sizes_add_up(terms: Terms, state: State) -> t.Truth:
    sizes = [zone.size for zone in state.zones.values() if zone.size is not None]
    return t.both(*(t.at_most(t.number(0), s) for s in sizes), t.equal(t.total(sizes), terms.deck_size))


def in_ranges(terms: Terms, state: State) -> t.Truth:
    """Variables, the mover and the phase are values of their kinds, and set where they always are."""
    kinds = {v.name: v.type for v in terms.game.variables}
    always = settled(terms.game)
    known = (h.is_set for (n, _), h in state.variables.items() if n in always)
    held = (t.implies(h.is_set, in_kind(terms, h.value, kinds[n])) for (n, _), h in state.variables.items())
    phases = len(terms.game.phases)
    past, counters = state.past, state.counters
    played = (t.at_most(t.number(0), c) for c in (counters.plies, counters.turns))
    return t.both(
        *played,
        t.less(t.number(0), counters.repeats),
        t.implies(state.over, past.moved),
        t.implies(past.moved, _within(past.player, 0, terms.game.seats - 1)),
        *known,
        *held,
        _within(state.mover, 0, terms.game.seats - 1),
        _within(state.phase, 1, phases),
    )


def assume_state(place: Place) -> None:
    """All of it, of the state of a place, which is outside the set-up."""
    terms, state, facts = place.terms, place.state, place.terms.facts
    facts.always(ZONES, "card", lambda c: one_place(state, c))
    facts.always(STACKS, "card", lambda c: card_has_slot(state, c))
    for stack in state.zones.values():
        if isinstance(stack, StackTerm):
            assert isinstance(stack.slot, Made), "nothing is known of the state yet"
            facts.defines(stack.slot, STACKS, partial(_slot_of, stack))
            facts.always(STACKS, "asked", partial(_name_place, facts, stack))
    facts.say(SIZES, sizes_add_up(terms, state))
    facts.say(RANGES, in_ranges(terms, state))
    for zone in state.zones.values():
        _size_says(terms, zone)


def _size_says(terms: Terms, zone: SetTerm | StackTerm) -> None:
    """A zone is empty exactly if its size is 0, and holds one card only if its size is 1.

    Sizes are counted by effects, so these are facts about counting: with n different cards the size is
    at least n, and
    with a size above 0 there is a card.
    """
    size = zone.size
    assert size is not None
    member = terms.facts.card(terms.facts.fresh("member", t.CARD))
    terms.facts.say(SIZES, t.implies(t.less(t.number(0), size), zone.has(member)))
    second = terms.facts.card(terms.facts.fresh("second", t.CARD))
    other = t.both(zone.has(second), t.negate(t.equal(member, second)))
    terms.facts.say(SIZES, t.implies(t.less(t.number(1), size), other))
    terms.facts.always(SIZES, "card", lambda c: t.implies(zone.has(c), t.less(t.number(0), size)))
    alone = t.equal(size, t.number(1))
    terms.facts.always(SIZES, "card", lambda c: t.implies(t.both(alone, zone.has(c)), t.equal(c, member)))
