"""The questions about Your Trumps."""

from __future__ import annotations

from dataclasses import replace

import z3

from benchmarks.z3models.claims import NEEDED, on, steps
from benchmarks.z3models.rules import (
    ACE_TAKE,
    MAY_DECLINE,
    PLAIN,
    PLAY,
    TRUMP,
    Move,
    beats,
    count_taken,
    last_left,
    moves,
    run_facts,
    run_on_top,
)
from benchmarks.z3models.zones import (
    CARD,
    ME,
    Questions,
    State,
    Term,
    card_has_slot,
    deck_facts,
    fresh,
    one_place,
    sizes_add_up,
    slot_has_card,
    two_states,
    with_another_hand,
    zone_facts,
    zone_members,
)

# The questions ----------------------------------------------------------------------------------------------


def options() -> list[Term]:
    return [z3.And(x >= 1, x <= 52) for x in (PLAIN, TRUMP, ACE_TAKE)]


class YourTrumps(Questions):
    """The base game, or with `run` the variant in which the run on top is taken."""

    def __init__(self, deck: int | None = None, run: bool = False) -> None:
        super().__init__(deck)
        self.takes_run = run
        self.count = run_on_top if run else count_taken

    def run(self) -> None:
        s = replace(fresh("before"), mover=z3.IntVal(ME))
        c, i = z3.Const("some_card", CARD), z3.Int("some_place")
        for move in moves(s, self.count):
            self._of(s, move, c, i)
        self._independent(s, c)
        self._unseen(s)
        self._progress(s, c)

    def _of(self, s: State, move: Move, c: Term, i: Term) -> None:
        a = move.after
        cards = [c, s.top, *s.members, a.members[1], s.slot[i], a.slot[a.height - 1]]
        cards += [] if move.card is None else [move.card]
        a = replace(a, members=(z3.Const("after0", CARD), z3.Const("after1", CARD)))
        cards += a.members
        places = [i, s.height - 1, *(s.place[x] for x in cards), a.height - 1, a.height - 2]
        about = on(s, c, cards)
        known = [about[name] for name in NEEDED]
        facts = [
            *(f for x in cards for f in deck_facts(x)),
            *zone_facts(s, cards, places),
            *known,
            *move.guard,
        ]
        facts += [z3.Not(last_left(s)), *options(), *(run_facts(s, places) if self.takes_run else ())]
        facts += zone_members(a, cards)
        if move.name == "take":
            free = z3.And(*(z3.Not(z3.And(s.hands[ME][x], beats(s, x, s.top, ME))) for x in cards))
            facts.append(z3.Or(MAY_DECLINE, free))
        goals = {"one place": one_place(a, c), "card has slot": card_has_slot(a, c)}
        goals |= {"slot has card": slot_has_card(a, i), "sizes": sizes_add_up(a)}
        goals |= on(a, c, cards) | steps(s, replace(move, after=a), c, i, self.takes_run)
        if move.card is not None:
            goals["the card is there"] = s.hands[ME][move.card]
        else:
            goals["enough cards"] = z3.And(self.count(s) >= 0, self.count(s) <= s.height)
        self.ask(facts, {f"{move.name}: {name}": goal for name, goal in goals.items()})

    def _independent(self, s: State, c: Term) -> None:
        """Another trump suit of the other player changes neither what is legal nor where it leads."""
        twin = replace(s, trumps=(s.trumps[ME], z3.Int("another")))
        facts = [*deck_facts(c), *deck_facts(s.top), *zone_facts(s, [c, s.top], [s.height - 1])]
        for one, two in zip(moves(s, self.count), moves(twin, self.count), strict=True):
            same = z3.And(*one.guard) == z3.And(*two.guard)
            after = z3.And(one.after.height == two.after.height, one.after.mover == two.after.mover)
            hands = one.after.hands[ME][c] == two.after.hands[ME][c]
            self.ask(facts, {f"{one.name}: independent": z3.And(same, after, hands)})

    def _unseen(self, s: State) -> None:
        """Other cards in the other's hand do not change what is legal."""
        twin = with_another_hand(s)
        for one, two in zip(moves(s, self.count), moves(twin, self.count), strict=True):
            cards = [s.top, *s.members, twin.members[1], *(() if one.card is None else (one.card,))]
            facts = [*two_states(s, twin, cards), z3.Not(last_left(s)), z3.Not(last_left(twin))]
            self.ask(facts, {f"{one.name}: unseen": z3.And(*one.guard) == z3.And(*two.guard)})

    def _progress(self, s: State, c: Term) -> None:
        cards = [s.top, *s.members]
        facts = [*(f for x in cards for f in deck_facts(x)), *zone_facts(s, cards, [s.height - 1])]
        facts += [on(s, s.top, cards)[name] for name in NEEDED]
        m, top = s.members[ME], s.top
        legal = [move_guard for move in moves(s)[:3] for move_guard in [z3.And(*move.guard)]]
        some = [z3.substitute(g, (z3.Const("pick", CARD), m)) for g in legal]
        take = z3.And(s.phase == PLAY, s.height > 0, z3.Not(beats(s, m, top, ME)))
        self.ask(facts, {"somebody can move": z3.Or(last_left(s), *some, take)})
