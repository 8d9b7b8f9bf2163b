"""The checks of the rule file, said again by hand for the models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from benchmarks.z3models.rules import (
    ACE,
    ACE_TAKE,
    ALL_FOR_ACE,
    FOLLOW,
    MAY_DECLINE,
    PLAIN,
    PLAY,
    SAME,
    TAKER_LEADS,
    TRUMP,
    Move,
    beats,
    drawn,
    last_left,
    own,
)
from benchmarks.z3models.zones import DECK, ME, OTHER, SUITS, State, Term, rank, sizes_add_up, suit

# The checks, in primitive words -----------------------------------------------------------------------------


def stronger(s: State, c: Term, target: Term, seat: int) -> Term:
    higher = z3.And(suit(c) == suit(target), rank(c) > rank(target))
    return z3.Or(higher, z3.And(suit(c) == s.trumps[seat], suit(target) != s.trumps[seat]))


def by_mover(s: State, say: Callable[[int], Term]) -> Term:
    return z3.And(z3.Implies(s.mover == 0, say(0)), z3.Implies(s.mover == 1, say(1)))


def on(s: State, c: Term, cards: list[Term]) -> dict[str, Term]:
    """Every check on positions, of the card `c`; what may be taken asks for all of `cards`."""
    live = z3.Not(last_left(s))
    play, full = s.phase == PLAY, s.height > 0

    def in_hand(m: int) -> Term:
        return s.hands[m][c]

    def beat_legal(m: int) -> Term:
        return z3.And(play, full, in_hand(m), beats(s, c, s.top, m))

    def take_legal(m: int) -> Term:
        none = z3.And(*(z3.Not(z3.And(s.hands[m][x], beats(s, x, s.top, m))) for x in cards))
        return z3.And(play, full, z3.Or(MAY_DECLINE, none))

    def may_take(m: int) -> Term:
        none = z3.And(*(z3.Implies(s.hands[m][x], z3.Not(stronger(s, x, s.top, m))) for x in cards))
        return z3.And(play, full, z3.Or(MAY_DECLINE, none))

    top, trumps = s.top, s.trumps

    def mine(m: Any) -> Term:
        return z3.And(live, play, full, own(s, top, m))

    def cases(m: Any) -> list[Term]:
        return [
            suit(top) != trumps[m],
            z3.And(suit(top) == trumps[m], rank(top) != ACE),
            z3.And(suit(top) == trumps[m], rank(top) == ACE),
        ]

    total_one = s.sizes[0] + s.sizes[1] == 1

    def holder(m: Any) -> Term:
        return z3.And(s.sizes[m] == 1, stronger(s, s.members[m], top, m))

    return {
        "the deck stays together": sizes_add_up(s),
        "everyone has a trump suit": z3.And(*(z3.And(t >= 0, t < SUITS) for t in trumps)),
        "trump suits differ": z3.Or(SAME, trumps[0] != trumps[1]),
        "a lead needs an empty pile": by_mover(
            s,
            lambda m: z3.Implies(
                live, z3.And(play, z3.Not(full), in_hand(m)) == z3.And(play, s.height == 0, in_hand(m))
            ),
        ),
        "what beats": by_mover(
            s,
            lambda m: z3.Implies(
                live, beat_legal(m) == z3.And(play, in_hand(m), full, stronger(s, c, top, m))
            ),
        ),
        "trumps beat plain cards": by_mover(
            s,
            lambda m: z3.Implies(
                z3.And(live, play, full, suit(top) != trumps[m], in_hand(m), suit(c) == trumps[m]),
                beat_legal(m),
            ),
        ),
        "own trump is beaten by higher ones only": by_mover(
            s,
            lambda m: z3.Implies(
                z3.And(mine(m), beat_legal(m)), z3.And(suit(c) == trumps[m], rank(c) > rank(top))
            ),
        ),
        "nothing beats the ace": by_mover(
            s, lambda m: z3.Implies(z3.And(mine(m), rank(top) == ACE), z3.Not(beat_legal(m)))
        ),
        "any card may follow": by_mover(
            s,
            lambda m: z3.Implies(
                live, z3.And(s.phase == FOLLOW, in_hand(m)) == z3.And(s.phase == FOLLOW, in_hand(m))
            ),
        ),
        "a second card comes from who has beaten": by_mover(
            s,
            lambda m: z3.Implies(
                s.phase == FOLLOW,
                z3.And(
                    s.last_move == 2,
                    s.last_player == m,
                    s.sizes[m] > 0,
                    full,
                    s.laid_by[top] == m,
                    s.pile[top],
                ),
            ),
        ),
        "when one may take": by_mover(s, lambda m: z3.Implies(live, take_legal(m) == may_take(m))),
        "one case of taking at a time": by_mover(
            s, lambda m: z3.Implies(full, z3.Sum([z3.If(x, 1, 0) for x in cases(m)]) == 1)
        ),
        "one player with cards ends the match": z3.Implies(
            z3.Sum([z3.If(n > 0, 1, 0) for n in s.sizes]) < 2, last_left(s)
        ),
        "nothing else ends the match": z3.Implies(
            last_left(s), z3.Sum([z3.If(n > 0, 1, 0) for n in s.sizes]) < 2
        ),
        "who has no cards has won": z3.Implies(
            z3.And(last_left(s), z3.Not(drawn(s))), z3.And(*(z3.Xor(n == 0, n > 0) for n in s.sizes))
        ),
        "a draw needs one last card": drawn(s) == z3.And(total_one, z3.Or(holder(0), holder(1))),
        "nobody wins a draw": z3.Implies(drawn(s), last_left(s)),
        "the mover has cards": z3.Implies(live, by_mover(s, lambda m: s.sizes[m] > 0)),
        "values": z3.And(z3.Or(s.mover == 0, s.mover == 1), z3.Or(play, s.phase == FOLLOW)),
    }


def steps(s: State, move: Move, c: Term, i: Term, run: bool) -> dict[str, Term]:
    """Every check on steps after the move, of the card `c`, the place `i`; `run`: the run on top is taken."""
    a, name = move.after, move.name
    over, grown = last_left(a), a.sizes[ME] - s.sizes[ME]
    found = {"trump suits never change": z3.And(*(x == y for x, y in zip(a.trumps, s.trumps, strict=True)))}
    same_below = z3.Implies(z3.And(i >= 0, i < s.height), a.slot[i] == s.slot[i])
    if name in ("lead", "beat", "follow"):
        card = move.card
        found["laying adds one card on top"] = z3.And(
            a.top == card,
            a.height == s.height + 1,
            a.sizes[ME] == s.sizes[ME] - 1,
            s.hands[ME][card],
            z3.Not(a.hands[ME][card]),
            same_below,
        )
    if name == "beat":
        goes_on = z3.And(a.phase == FOLLOW, a.mover == ME, z3.Not(over))
        found["a second card is laid"] = z3.Implies(a.sizes[ME] > 0, goes_on)
    if name == "follow":
        below = a.slot[a.height - 2]
        found["under the second card"] = z3.And(a.top == move.card, below == s.top, a.laid_by[below] == ME)
    if name in ("lead", "follow"):
        found["the turn passes"] = z3.Or(over, z3.And(a.mover == OTHER, a.phase == PLAY))
    if name == "take":
        found |= _taking(s, a, c, i, over, grown)
        found |= _run_taken(s, a, c) if run else _counts(s, grown)
    return found


def _taking(s: State, a: State, c: Term, i: Term, over: Term, grown: Term) -> dict[str, Term]:
    moved = z3.Implies(z3.And(i >= a.height, i < s.height), a.hands[ME][s.slot[i]])
    rest = z3.Implies(z3.And(i >= 0, i < a.height), a.slot[i] == s.slot[i])
    leads = z3.And(a.phase == PLAY, (a.mover == ME) == TAKER_LEADS)
    return {
        "what is taken comes from the top": z3.And(
            grown == s.height - a.height,
            a.height < s.height,
            z3.Implies(s.hands[ME][c], a.hands[ME][c]),
            rest,
            moved,
        ),
        "a taker touches no other hand": a.hands[OTHER][c] == s.hands[OTHER][c],
        "a pile that is left must be faced": z3.Implies(
            a.height > 0, z3.And(a.mover == OTHER, a.phase == PLAY)
        ),
        "after the whole pile the lead changes": z3.Implies(z3.And(a.height == 0, z3.Not(over)), leads),
    }


def _counts(s: State, grown: Term) -> dict[str, Term]:
    def least(n: Any) -> Term:
        return z3.If(s.height < n, s.height, n)

    plain, ace = suit(s.top) != s.trumps[ME], rank(s.top) == ACE
    usual = z3.And(PLAIN == 3, TRUMP == 5, ALL_FOR_ACE)
    number = z3.If(plain, z3.IntVal(3), z3.If(z3.Not(ace), z3.IntVal(5), DECK))
    return {
        "taken for a plain card": z3.Implies(plain, grown == least(PLAIN)),
        "taken for a trump": z3.Implies(z3.And(z3.Not(plain), z3.Not(ace)), grown == least(TRUMP)),
        "taken for the ace": z3.Implies(
            z3.And(z3.Not(plain), ace), grown == z3.If(ALL_FOR_ACE, s.height, least(ACE_TAKE))
        ),
        "three, five or all": z3.Implies(usual, grown == least(number)),
    }


def _run_taken(s: State, a: State, c: Term) -> dict[str, Term]:
    of_suit = z3.Implies(a.hands[ME][c], z3.Or(s.hands[ME][c], suit(c) == suit(s.top)))
    return {"the run is taken": z3.And(of_suit, z3.Implies(a.height > 0, suit(a.top) != suit(s.top)))}


NEEDED = (
    "everyone has a trump suit",
    "trump suits differ",
    "a second card comes from who has beaten",
    "the mover has cards",
    "values",
)
"""The claims that the proofs of the others lean on."""
