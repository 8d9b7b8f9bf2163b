"""Two hands and one pile for Z3, written by hand: what the models of this folder have in common.

First-order, for any number of cards, without quantifiers: hypotheses are instantiated at the terms that a
question names. Written as one writes such models with the solver's own Python classes, seat 0 to move, who is
`me`, seat 1 the other one (the two are alike). Nothing here comes from a rule file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import z3

Term = Any
CARD = z3.DeclareSort("Card")
INT, SET = z3.IntSort(), z3.ArraySort(CARD, z3.BoolSort())
suit, rank = z3.Function("suit", CARD, INT), z3.Function("rank", CARD, INT)
the_card = z3.Function("the_card", INT, INT, CARD)
DECK = z3.Int("deck")
SUITS, RANKS = 4, 13
ME, OTHER = 0, 1


@dataclass(frozen=True)
class State:
    """Two hands and an ordered pile as separate sets, sizes counted by the effects."""

    hands: tuple[Term, Term]
    sizes: tuple[Term, Term]
    pile: Term
    slot: Term
    place: Term
    height: Term
    trumps: tuple[Term, Term]
    phase: Term
    mover: Term
    last_move: Term
    last_player: Term
    laid_by: Term
    members: tuple[Term, Term]

    @property
    def top(self) -> Term:
        return self.slot[self.height - 1]


def fresh(name: str) -> State:
    hands = (z3.Const(f"{name}.hand0", SET), z3.Const(f"{name}.hand1", SET))
    slot = z3.Const(f"{name}.slot", z3.ArraySort(INT, CARD))
    place = z3.Const(f"{name}.place", z3.ArraySort(CARD, INT))
    laid_by = z3.Const(f"{name}.laid_by", z3.ArraySort(CARD, INT))
    n0, n1, height, t0, t1, phase, mover, move, player = z3.Ints(
        " ".join(f"{name}.{part}" for part in "n0 n1 height t0 t1 phase mover move by".split())
    )
    members = (z3.Const(f"{name}.m0", CARD), z3.Const(f"{name}.m1", CARD))
    pile = z3.Const(f"{name}.pile", SET)
    return State(
        hands, (n0, n1), pile, slot, place, height, (t0, t1), phase, mover, move, player, laid_by, members
    )


# What the deck and the zones give, one conjunct a function -------------------------------------------------


def one_place(s: State, c: Term) -> Term:
    a, b, p = s.hands[0][c], s.hands[1][c], s.pile[c]
    return z3.And(z3.Or(a, b, p), z3.Not(z3.And(a, b)), z3.Not(z3.And(a, p)), z3.Not(z3.And(b, p)))


def card_has_slot(s: State, c: Term) -> Term:
    inside = z3.And(s.place[c] >= 0, s.place[c] < s.height)
    return z3.Implies(s.pile[c], z3.And(inside, s.slot[s.place[c]] == c))


def slot_has_card(s: State, i: Term) -> Term:
    return z3.Implies(z3.And(i >= 0, i < s.height), z3.And(s.pile[s.slot[i]], s.place[s.slot[i]] == i))


def sizes_add_up(s: State) -> Term:
    return z3.And(s.sizes[0] + s.sizes[1] + s.height == DECK, *(n >= 0 for n in (*s.sizes, s.height)))


def deck_facts(c: Term) -> Iterator[Term]:
    yield z3.And(suit(c) >= 0, suit(c) < SUITS, rank(c) >= 0, rank(c) < RANKS)
    yield the_card(suit(c), rank(c)) == c


def zone_facts(s: State, cards: list[Term], places: list[Term]) -> Iterator[Term]:
    yield sizes_add_up(s)
    for c in cards:
        yield from (one_place(s, c), card_has_slot(s, c))
        for hand, size, member in zip(s.hands, s.sizes, s.members, strict=True):
            yield z3.Implies(hand[c], size > 0)
            yield z3.Implies(z3.And(size == 1, hand[c]), c == member)
    yield from (slot_has_card(s, i) for i in places)
    for hand, size, member in zip(s.hands, s.sizes, s.members, strict=True):
        yield z3.Implies(size > 0, hand[member])


# What moves do to cards -------------------------------------------------------------------------------------


def laid(s: State, c: Term) -> State:
    """One of my cards on top of the pile."""
    return replace(
        s,
        hands=(z3.Store(s.hands[ME], c, False), s.hands[OTHER]),
        sizes=(s.sizes[ME] - 1, s.sizes[OTHER]),
        pile=z3.Store(s.pile, c, True),
        slot=z3.Store(s.slot, s.height, c),
        place=z3.Store(s.place, c, s.height),
        height=s.height + 1,
        laid_by=z3.Store(s.laid_by, c, ME),
    )


def taken(s: State, count: Term) -> State:
    x = z3.Const("x", CARD)
    left = s.height - count
    goes = z3.And(s.pile[x], s.place[x] >= left)
    return replace(
        s,
        hands=(z3.Lambda([x], z3.Or(s.hands[ME][x], goes)), s.hands[OTHER]),
        sizes=(s.sizes[ME] + count, s.sizes[OTHER]),
        pile=z3.Lambda([x], z3.And(s.pile[x], z3.Not(goes))),
        height=left,
        laid_by=z3.Lambda([x], z3.If(goes, z3.IntVal(ME), s.laid_by[x])),
    )


def zone_members(a: State, cards: list[Term]) -> list[Term]:
    """The cards that stand for those of the hands after the step."""
    found = []
    for hand, size, member in zip(a.hands, a.sizes, a.members, strict=True):
        found.append(z3.Implies(size > 0, hand[member]))
        found += [z3.Implies(z3.And(size == 1, hand[x]), x == member) for x in cards]
        found += [z3.Implies(hand[x], size > 0) for x in cards]
    return found


# Asking --------


def with_another_hand(s: State) -> State:
    """A state that looks the same to me: the other one may hold other cards, as many as before."""
    other, member = z3.Const("another_hand", SET), z3.Const("another_member", CARD)
    return replace(s, hands=(s.hands[ME], other), members=(s.members[ME], member))


def two_states(s: State, twin: State, cards: list[Term]) -> list[Term]:
    """What holds in both."""
    places = [s.height - 1, *(s.place[c] for c in cards)]
    facts = [f for c in cards for f in deck_facts(c)]
    return [*facts, *zone_facts(s, cards, places), *zone_facts(twin, cards, places)]


class Questions:
    """Goals put to the solver; `deck` fixes the number of cards."""

    def __init__(self, deck: int | None = None) -> None:
        self.deck = deck
        self.asked = 0
        self.failed: list[str] = []

    def run(self) -> None:
        """Ask everything."""
        raise NotImplementedError

    def ask(self, facts: list[Term], goals: dict[str, Term]) -> None:
        """Several goals on top of the same facts."""
        solver = z3.Solver()
        if self.deck is not None:
            solver.add(self.deck == DECK)
        solver.add(DECK >= 2, *facts)
        for name, goal in goals.items():
            solver.push()
            solver.add(z3.Not(goal))
            self.asked += 1
            if solver.check() != z3.unsat:
                self.failed.append(name)
            solver.pop()
