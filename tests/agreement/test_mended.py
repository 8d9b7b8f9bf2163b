"""Rule files on which back ends have disagreed."""

from __future__ import annotations

import pytest

from tests.agreement.trial import Plan, Tally, found

ENTERED_EARLY = """\
language: 1
game: A phase that the set-up enters before its end
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  hand: {of: player, kind: set, seen by: everyone}
variables:
  var: {of: player, type: suit, seen by: everyone}
phases:
  play: play
setup:
  - phase play
  - each seat does ask
  - phase play
moves:
  ask:
    phase: setup
    pick: s from suits where not can(go)
    do:
      - var[me] becomes s
  go:
    phase: play
    do: pass
endings:
  e:
    when: plies >= 3
"""

NO_SUCH_PLACE = """\
language: 1
game: A card that goes where there is no zone
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  hand: {of: player, kind: set, seen by: everyone}
  row: {of: 1..3, kind: stack, seen by: everyone}
variables:
  var: {of: table, type: 0..9, starts: 4, seen by: everyone}
phases:
  play: play
setup:
  - deal 1 each from deck to hand
  - phase play
moves:
  go:
    phase: play
    pick: c from hand[me]
    do:
      - move c to row[var]
      - pass
endings:
  e:
    when: plies >= 3
"""

LOOKED_AT = """\
language: 1
game: What nobody who plays at random looks at
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  hand: {of: player, kind: set, seen by: owner}
  row: {of: table, kind: stack, seen by: only(next(owner_of))}
variables:
  owner_of: {of: table, type: seat, seen by: everyone}
phases:
  play: play
setup:
  - deal 1 each from deck to hand
  - phase play
moves:
  go:
    phase: play
    do: pass
    advice: size(hand[next(me)])
  show:
    phase: play
    pick: c from hand[me]
    do: move c to row
    advice: index(the(hand[next(me)]))
endings:
  e:
    when: plies >= 4
checks:
  few: {always: size(row) < 2}
"""
CHANCE_ALONE = """\
language: 1
game: Chance goes on for ever, without anybody
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  hand: {of: player, kind: set, seen by: everyone}
variables:
  var: {of: table, type: suit, seen by: everyone}
phases:
  play: play
setup:
  - phase play
moves:
  luck:
    phase: play
    by: chance
    pick: s from suits
    do: var becomes s
endings:
  e:
    when: plies >= 4
checks:
  it comes back: {can happen: "var is set and repeats > 2"}
"""
FAULTY_END = """\
language: 1
game: An ending that cannot be worked out, reached when a position has stood often enough
players: 3
deck: {suits: [clubs, diamonds], ranks: [low, six]}
zones:
  heap: {of: table, kind: stack, seen by: everyone}
phases:
  play: play
setup:
  - phase play
moves:
  wait:
    phase: play
    do: pass
endings:
  e:
    when: repeats >= 4
    do: move 4 from bottom of heap to heap
"""
WON_BY_NOBODY = """\
language: 1
game: Who moved two steps back, and whether somebody has won who is not there
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  heap: {of: table, kind: stack, seen by: everyone}
phases:
  one: one
  two: two
  three: three
setup:
  - phase one
moves:
  a:
    phase: one
    do: (phase two; pass)
  b:
    phase: two
    do: phase three
  c:
    phase: three
    do: (phase one; pass)
endings:
  e:
    when: plies >= 7
checks:
  nobody there:
    after: a
    holds: not wins(old(next(old(last_player))))
  nor here:
    after: b
    holds: not loses(old(old(last_player)))
  two steps back:
    after: c
    holds: old(old(last_player)) == old(mover) and old(old(last_move)) == a
"""
NUMBERS_TOGETHER = """\
language: 1
game: Loops over numbers of two ranges
players: 3
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  heap: {of: table, kind: stack, seen by: everyone}
variables:
  sum: {of: table, type: 0..40, starts: 0, seen by: everyone}
phases:
  play: play
setup:
  - phase play
moves:
  go:
    phase: play
    do:
      - for each n in union(numbers(2, 2), numbers(1, 3)) do (pass; if sum < 30 then sum becomes sum + 1)
      - for each n in (if mover == 0 then numbers(2, 2) else numbers(0, 3)) do pass
      - for each n in less(numbers(0, 4), numbers(1, 1)) do pass
endings:
  e:
    when: plies >= 5
"""
MENDED = {
    "entered early": ENTERED_EARLY,
    "no such place": NO_SUCH_PLACE,
    "looked at": LOOKED_AT,
    "chance alone": CHANCE_ALONE,
    "a faulty end": FAULTY_END,
    "numbers together": NUMBERS_TOGETHER,
    "won by nobody": WON_BY_NOBODY,
}


@pytest.mark.parametrize("text", MENDED.values(), ids=MENDED)
def test_they_agree_now(text: str) -> None:
    tally = Tally()
    assert found(text, 1, 0, Plan(matches=2, encode_every=1), tally) is None
    assert tally.steps > 0 and not tally.refused
