"""The questions about `benchmarks/toy.yaml`, its rules and its claims."""

from __future__ import annotations

from dataclasses import replace

import z3

from benchmarks.z3models.zones import (
    CARD,
    ME,
    OTHER,
    Questions,
    State,
    Term,
    card_has_slot,
    deck_facts,
    fresh,
    laid,
    one_place,
    rank,
    sizes_add_up,
    slot_has_card,
    suit,
    taken,
    two_states,
    with_another_hand,
    zone_facts,
    zone_members,
)

SKIPS = z3.Bool("seven_skips")
SEVEN = 0


def matches(c: Term, target: Term) -> Term:
    return z3.Or(suit(c) == suit(target), rank(c) == rank(target))


def over(s: State) -> Term:
    return z3.Or(s.sizes[0] == 0, s.sizes[1] == 0)


class Neighbours(Questions):
    """Both moves, each with every claim."""

    def run(self) -> None:
        s = replace(fresh("before"), mover=z3.IntVal(ME))
        c, i, b = z3.Const("some_card", CARD), z3.Int("some_place"), z3.Const("pick", CARD)
        again = z3.And(SKIPS, rank(b) == SEVEN)
        lay = replace(laid(s, b), mover=z3.If(again, z3.IntVal(ME), z3.IntVal(OTHER)))
        draw = replace(taken(s, z3.IntVal(1)), mover=z3.IntVal(OTHER))
        allowed = [s.hands[ME][b], z3.Or(s.height == 0, matches(b, s.top))]
        self._of(s, lay, allowed, c, i, b)
        self._of(s, draw, [s.height > 0], c, i, None)
        self._progress(s)
        twin = with_another_hand(s)
        for guard in (allowed, [s.height > 0]):
            facts = two_states(s, twin, [b, s.top, *s.members, twin.members[1]])
            same = z3.substitute(z3.And(*guard), (s.hands[OTHER], twin.hands[OTHER]))
            self.ask([*facts, z3.Not(over(s)), z3.Not(over(twin))], {"unseen": z3.And(*guard) == same})

    def _of(self, s: State, a: State, guard: list[Term], c: Term, i: Term, b: Term | None) -> None:
        a = replace(a, members=(z3.Const("after0", CARD), z3.Const("after1", CARD)))
        cards = [c, s.top, *s.members, *a.members, s.slot[i], *(() if b is None else (b,))]
        places = [i, s.height - 1, *(s.place[x] for x in cards)]
        facts = [*(f for x in cards for f in deck_facts(x)), *zone_facts(s, cards, places), *guard]
        facts += [z3.Not(over(s)), *zone_members(a, cards)]
        goals = {"one place": one_place(a, c), "slot": card_has_slot(a, c), "card": slot_has_card(a, i)}
        goals |= {"sizes": sizes_add_up(a), "all cards are there": sizes_add_up(a)}
        goals["one hand empty"] = over(a) == z3.Or(a.sizes[0] == 0, a.sizes[1] == 0)
        goals["one wins"] = z3.Implies(over(a), (a.sizes[0] == 0) != (a.sizes[1] == 0))
        goals["others keep their cards"] = a.hands[OTHER][c] == s.hands[OTHER][c]
        goals["values"] = z3.Or(a.mover == ME, a.mover == OTHER)
        goals |= _drawn(s, a) if b is None else _laid(s, a, b)
        self.ask(facts, goals)

    def _progress(self, s: State) -> None:
        m = s.members[ME]
        facts = [*deck_facts(m), *deck_facts(s.top), *zone_facts(s, [m, s.top], [s.height - 1])]
        lays = z3.And(s.hands[ME][m], z3.Or(s.height == 0, matches(m, s.top)))
        self.ask(facts, {"somebody can move": z3.Or(over(s), lays, s.height > 0)})


def _laid(s: State, a: State, b: Term) -> dict[str, Term]:
    fits = z3.Or(s.height == 0, suit(b) == suit(s.top), rank(b) == rank(s.top))
    one = z3.And(a.top == b, a.height == s.height + 1, z3.Not(a.hands[ME][b]))
    skips = z3.Implies(z3.Not(over(a)), (a.mover == ME) == z3.And(SKIPS, rank(b) == SEVEN))
    return {"only matching": fits, "one card is laid": one, "sevens skip": skips, "there": s.hands[ME][b]}


def _drawn(s: State, a: State) -> dict[str, Term]:
    one = z3.And(a.hands[ME][s.top], a.height == s.height - 1, a.sizes[ME] == s.sizes[ME] + 1)
    return {"one card is drawn": one, "enough cards": s.height >= 1}
