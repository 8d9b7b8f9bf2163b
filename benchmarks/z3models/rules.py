"""A model of Your Trumps for Z3, written by hand, with the checks of the rule file: the prover's opponent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import z3

from benchmarks.z3models.zones import CARD, ME, OTHER, State, Term, laid, rank, suit, taken

PLAIN, TRUMP, ACE_TAKE, RUN = z3.Ints("plain_take trump_take ace_take run")
ALL_FOR_ACE, MAY_DECLINE, TAKER_LEADS, SAME = z3.Bools("ace_takes_all may_decline taker_leads same_trump")
ACE = 12
PLAY, FOLLOW = 1, 2


# The rules -------------------------------------------------------------------------------------------------


def own(s: State, c: Term, seat: int) -> Term:
    return suit(c) == s.trumps[seat]


def beats(s: State, c: Term, target: Term, seat: int) -> Term:
    higher = z3.And(suit(c) == suit(target), rank(c) > rank(target))
    return z3.Or(higher, z3.And(own(s, c, seat), z3.Not(own(s, target, seat))))


def count_taken(s: State) -> Term:
    for_ace = z3.If(ALL_FOR_ACE, s.height, ACE_TAKE)
    due = z3.If(z3.Not(own(s, s.top, ME)), PLAIN, z3.If(rank(s.top) != ACE, TRUMP, for_ace))
    return z3.If(due < s.height, due, s.height)


def passed(s: State) -> Term:
    """Whose turn it is after mine: the other's, unless he has no cards."""
    return z3.If(s.sizes[OTHER] > 0, z3.IntVal(OTHER), z3.IntVal(ME))


Count = Callable[[State], Term]


def run_on_top(_: State) -> Term:
    """How many cards the run on top has: what is known of it is said in `run_facts`."""
    return RUN


def run_facts(s: State, places: list[Term]) -> list[Term]:
    """All cards of the run are of the suit of the top card, and the one below them is not."""
    below = s.slot[s.height - RUN - 1]
    inside = [
        z3.Implies(z3.And(i >= s.height - RUN, i < s.height), suit(s.slot[i]) == suit(s.top)) for i in places
    ]
    ends = z3.Or(s.height == RUN, suit(below) != suit(s.top))
    return [z3.Implies(s.height > 0, z3.And(RUN >= 1, s.height >= RUN, ends)), *inside]


@dataclass(frozen=True)
class Move:
    name: str
    number: int
    guard: list[Term]
    after: State
    card: Term | None = None


def moves(s: State, count: Count = count_taken) -> list[Move]:
    b = z3.Const("pick", CARD)
    one, mine = laid(s, b), s.hands[ME][b]
    lead = replace(one, mover=passed(one))
    beat = replace(
        one,
        phase=z3.If(one.sizes[ME] == 0, z3.IntVal(PLAY), z3.IntVal(FOLLOW)),
        mover=z3.If(one.sizes[ME] == 0, passed(one), z3.IntVal(ME)),
    )
    follow = replace(one, phase=z3.IntVal(PLAY), mover=passed(one))
    bare = taken(s, count(s))
    stays = z3.And(TAKER_LEADS, bare.height == 0)
    take = replace(bare, mover=z3.If(stays, z3.IntVal(ME), passed(bare)))
    play = s.phase == PLAY
    return [
        Move("lead", 1, [play, s.height == 0, mine], ghosts(lead, 1), b),
        Move("beat", 2, [play, s.height > 0, mine, beats(s, b, s.top, ME)], ghosts(beat, 2), b),
        Move("follow", 3, [s.phase == FOLLOW, mine], ghosts(follow, 3), b),
        Move("take", 4, [play, s.height > 0], ghosts(take, 4)),
    ]


def ghosts(s: State, move: int) -> State:
    return replace(s, last_move=z3.IntVal(move), last_player=z3.IntVal(ME))


def last_left(s: State) -> Term:
    return (s.sizes[0] > 0) != (s.sizes[1] > 0)


def drawn(s: State) -> Term:
    def one(seat: int) -> Term:
        member = s.members[seat]
        return z3.And(s.sizes[seat] == 1, s.hands[seat][member], beats(s, member, s.top, seat))

    return z3.And(last_left(s), z3.Or(one(0), one(1)))
