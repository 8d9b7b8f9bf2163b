"""Each construct: a claim that holds of it is proved, and one that is wrong by a little is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.verify.proving import FRAME, proved
from verify import effects
from verify import terms as t
from verify.moving import Row, with_row
from verify.symbolic import Zone

MOVE = """
moves:
  go:
    phase: play
    {before}
    do:
      {effect}
      - pass
checks:
  right:
    after: go
    holds: {right}
  wrong:
    after: go
    holds: {wrong}
"""

# name: what comes before the effects, the effects, a claim that holds, one that does not
STEPS: dict[str, tuple[str, str, str, str]] = {
    "some cards from the top of a stack onto a stack": (
        "when: size(heap) > 2",
        "- move 2 from top of heap to row",
        (
            "top(row) == old(top(heap)) and at(row, size(row) - 2) == old(at(heap, size(heap) - 2))"
            " and size(heap) == old(size(heap)) - 2"
        ),
        "top(row) == old(at(heap, size(heap) - 2))",
    ),
    "from the top of a stack under a stack": (
        "when: size(heap) > 2",
        "- move 2 from top of heap to bottom of row",
        (
            "at(row, 1) == old(top(heap))"
            " and every i in old(indices(row)) satisfies at(row, i + 2) == old(at(row, i))"
        ),
        "at(row, 0) == old(top(heap))",
    ),
    "from the bottom of a stack onto a stack": (
        "when: size(heap) > 2",
        "- move 2 from bottom of heap to row",
        "bottom(heap) == old(at(heap, 2)) and top(row) == old(at(heap, 1))",
        "bottom(heap) == old(at(heap, 1))",
    ),
    "a whole stack onto itself": (
        "when: size(heap) > 2",
        "- move 1 from top of heap to bottom of heap",
        "bottom(heap) == old(top(heap)) and at(heap, 1) == old(at(heap, 0))",
        "bottom(heap) == old(bottom(heap))",
    ),
    "a set onto a stack": (
        "when: bag is not empty",
        "- move all from bag to heap",
        (
            "size(heap) == old(size(heap) + size(bag)) and top(heap) in old(bag)"
            " and every c in old(bag) satisfies c in heap"
        ),
        "top(heap) in old(own[me])",
    ),
    "a loop that moves some cards of a set": (
        "when: bag is not empty",
        "- for each c in bag do if c.rank > 3 then move c from bag to own[me]",
        "every c in cards satisfies (c in own[me]) == old(c in own[me] or c in bag and c.rank > 3)",
        "every c in cards satisfies (c in own[me]) == old(c in own[me] or c in bag and c.rank > 4)",
    ),
    "a loop that moves all cards of a set": (
        "when: bag is not empty",
        "- for each c in bag do move c from bag to own[me]",
        "bag is empty and size(own[me]) == old(size(own[me]) + size(bag))",
        "size(own[me]) == old(size(own[me]) + size(bag)) + 1",
    ),
    "a loop of which each turn sees those before it": (
        "when: bag is not empty",
        (
            "- for each c in bag do if not some d in own[me] where d.rank == c.rank then"
            " move c from bag to own[me]"
        ),
        "every c in bag satisfies some d in own[me] where d.rank == c.rank",
        "every c in own[me] satisfies old(c in own[me]) or every d in own[me] satisfies d.rank == c.rank",
    ),
    "a loop that puts cards on a stack": (
        "when: bag is not empty",
        "- for each c in bag do move c from bag to heap",
        "bag is empty and size(heap) == old(size(heap) + size(bag)) and top(heap) in cards",
        "top(heap) == old(top(heap))",
    ),
    "a loop that looks for the first card": (
        "when: bag is not empty",
        "- forget mark\n      - for each c in bag do if mark is unset and c.rank == 6 then mark becomes c",
        (
            "(mark is set) == (some c in bag where c.rank == 6)"
            " and (mark is set implies mark in bag and every c in bag satisfies"
            " c.rank != 6 or index(mark) <= index(c))"
        ),
        "mark is set",
    ),
    "a loop that keeps the last card": (
        "when: bag is not empty",
        "- for each c in bag do mark becomes c",
        "every c in bag satisfies index(c) <= index(mark)",
        "every c in bag satisfies index(mark) <= index(c)",
    ),
    "for seats in turn order": (
        "when: bag is not empty",
        "- for each s in seats starting with me do if bag is not empty then move all from bag to own[s]",
        "size(own[me]) == old(size(own[me]) + size(bag)) and bag is empty",
        "every s in seats satisfies s != me implies size(own[s]) == old(size(own[s]) + size(bag))",
    ),
    "how many cards satisfy a condition": (
        "when: count(c in bag where c.rank == 1) == 1",
        "- for each c in those(c in bag where c.rank == 1) do move c from bag to own[me]",
        "size(own[me]) == old(size(own[me])) + 1 and every c in bag satisfies c.rank != 1",
        "size(own[me]) == old(size(own[me]))",
    ),
    "a number of cards is no more than all": (
        "when: size(those(c in bag where c.rank == 1)) == size(bag)",
        "- times becomes 1",
        "every c in bag satisfies c.rank == 1",
        "bag is not empty",
    ),
    "how many places satisfy a condition": (
        "when: heap is not empty",
        (
            "- move count(i in indices(heap) where every k in indices(heap) satisfies"
            " k < i or at(heap, k).suit == top(heap).suit) from top of heap to own[me]"
        ),
        (
            "(every c in own[me] satisfies old(c in own[me]) or c.suit == old(top(heap).suit))"
            " and (heap is empty or top(heap).suit != old(top(heap).suit)) and size(heap) < old(size(heap))"
        ),
        "heap is empty or top(heap).suit == old(top(heap).suit)",
    ),
    "the best of some cards": (
        "when: bag is not empty",
        "- times becomes highest(index(c.rank) over c in bag)",
        "(some c in bag where index(c.rank) == times) and every c in bag satisfies index(c.rank) <= times",
        "every c in bag satisfies index(c.rank) < times",
    ),
    "the only card": (
        "when: size(bag) == 1",
        "- mark becomes the(bag)",
        "mark in bag and every c in bag satisfies c == mark",
        "mark in own[me]",
    ),
    "the sum over no cards": (
        "when: bag is empty and times < 9",
        "- times becomes total(index(c.rank) over c in bag)",
        "times == 0",
        "times == 1",
    ),
    "a stack that depends": (
        "when: heap is not empty and row is not empty",
        "- mark becomes top(if times == 0 then heap else row)",
        "mark == (if old(times) == 0 then top(heap) else top(row))",
        "mark == top(heap)",
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_right_claim_is_proved_and_a_wrong_one_is_not(name: str) -> None:
    before, effect, right, wrong = STEPS[name]
    found = proved(MOVE.format(before=before, effect=effect, right=right, wrong=wrong))
    assert found.claims == {"right": True, "wrong": False, "conservation": True}
    assert found.faults == ()


FAULTS: dict[str, tuple[str, str, str]] = {
    "more than there are": (
        "when: size(heap) > 1",
        "- move 3 from top of heap to row",
        "there are enough cards",
    ),
    "a card that is elsewhere": (
        "when: heap is not empty",
        "- for each c in bag do move c from own[me] to heap",
        "the card is there",
    ),
    "a card that its turn before has moved": (
        "when: bag is not empty",
        "- for each c in bag do for each s in seats do move c from bag to own[s]",
        "the card is there",
    ),
    "the only one of many": (
        "when: bag is not empty",
        "- mark becomes the(bag)",
        "the set has exactly one member",
    ),
    "the best of none": (
        "when: heap is empty",
        "- times becomes highest(index(c.rank) over c in bag)",
        "the set is not empty",
    ),
    "a sum too large": (
        "when: heap is empty",
        "- times becomes total(index(c.rank) over c in bag)",
        "`times` stays in its range",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_can_go_wrong_is_not_taken_for_granted(name: str) -> None:
    before, effect, need = FAULTS[name]
    found = proved(MOVE.format(before=before, effect=effect, right="mover != me", wrong="mover == me"))
    assert need in found.faults


COUNTERS = """
moves:
  go:
    phase: play
    do:
      - pass
  stay:
    phase: play
    do:
      - times becomes 0
checks:
  turns are no more than plies: {always: turns <= plies}
  a ply is counted: {after: [go, stay], holds: plies == old(plies) + 1 and repeats > 0}
  a passing turn is counted: {after: go, holds: turns == old(turns) + 1}
  a staying turn is not: {after: stay, holds: turns == old(turns)}
  plies are no more than turns: {always: plies <= turns}
  positions differ: {after: any, holds: repeats == 1}
"""


def test_counters() -> None:
    found = proved(COUNTERS)
    assert {name for name, holds in found.claims.items() if not holds} == {
        "plies are no more than turns",
        "positions differ",
    }


DEALS = """
moves:
  go:
    phase: play
    do:
      - pass
endings:
  won:
    when: times < 9
    winners: me
    do:
      - won[me] becomes won[me] + 1
    again: every s in seats satisfies won[s] < 5
checks:
  nobody has won too often while it goes on:
    always: over or every s in seats satisfies won[s] < 5
  nobody has won more than five:
    always: every s in seats satisfies won[s] <= 5
  each deal begins anew:
    always: over or times == 0
  nobody has won yet:
    always: over or every s in seats satisfies won[s] == 0
"""


def test_a_further_deal_begins_with_what_lasts() -> None:
    begun = FRAME.replace("endings:\n  full: {when: size(row) == 99}\n", "").replace(
        "phases:", "  won: {of: player, type: 0..9, starts: 0, lasts: match, seen by: everyone}\nphases:"
    )
    found = proved(DEALS, begun)
    assert {name for name, holds in found.claims.items() if not holds} == {"nobody has won yet"}
    assert found.faults == ()


def _kept(zone: Zone, card: t.Term) -> Zone:
    return zone


def _shorter(row: Row) -> Row:
    return replace(row, size=t.subtract(row.size, t.number(1)))


def _shifted(row: Row) -> Row:
    slot = row.slot
    if slot is None:
        return row
    return replace(row, slot=lambda i: slot(t.add(i, t.number(1))))


LAY = """
moves:
  go:
    phase: play
    pick: card from own[me]
    do:
      - move card to heap
      - pass
"""
PILE_UP = """
moves:
  go:
    phase: play
    when: size(heap) > 1
    do:
      - move 2 from top of heap to row
      - pass
"""


def test_an_effect_that_copies_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert proved(LAY).claims["conservation"]
    monkeypatch.setattr(effects, "without", _kept)
    assert not proved(LAY).claims["conservation"]


@pytest.mark.parametrize("wrong", [_shorter, _shifted])
def test_a_row_that_is_wrong_is_refuted(monkeypatch: pytest.MonkeyPatch, wrong: Callable[[Row], Row]) -> None:
    assert proved(PILE_UP).claims["conservation"]
    faulty = lambda zone, row, onto: with_row(zone, wrong(row), onto)  # noqa: E731
    monkeypatch.setattr(effects, "with_row", faulty)
    assert not proved(PILE_UP).claims["conservation"]


ASKED = """\
moves:
  name:
    phase: setup
    pick: card from cards
    do:
      - mark becomes card
  lay:
    phase: play
    pick: card from own[me]
    do:
      - move card to heap
      - pass
"""


def test_what_a_seat_sees_that_is_asked_in_the_set_up_has_to_be_known_there() -> None:
    """Nothing lies on the heap yet when a seat names a card."""
    asked = FRAME.replace("setup:\n", "setup:\n  - each seat does name\n")
    rule = "seen by: if top(heap).suit == clubs then everyone else owner"
    guarded = rule.replace("if ", "if heap is not empty and ")
    assert FRAME.count("seen by: owner") == 1
    found = proved(ASKED, asked.replace("seen by: owner", f'"{rule[:7]}": "{rule[9:]}"'))
    assert "the stack is not empty" in found.faults
    assert proved(ASKED, asked.replace("seen by: owner", f'"{guarded[:7]}": "{guarded[9:]}"')).faults == ()
