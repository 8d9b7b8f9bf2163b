"""Small games written for the search: each has one thing that the search must find."""

from __future__ import annotations

from tests.unit.written import written
from verify.explore import Explored, explore

FRAME = """\
language: 1
game: Toy
players: 2
deck:
  suits: [clubs, hearts]
  ranks: [1, 2]
zones:
  own: {of: player, kind: set, seen by: owner, counted by: everyone}
  heap: {of: table, kind: stack, seen by: everyone}
"""

STUCK = """\
phases:
  play: lay a card
setup:
  - deal all from deck to own starting with 0
  - mover becomes 0
  - phase play
moves:
  lay:
    phase: play
    pick: card from own[me]
    do:
      - move card to heap
      - pass
endings:
  full: {when: size(heap) == 99}
"""
"""Cards are laid until nobody has any, and nothing says that the match is over."""

FOR_EVER = """\
variables:
  on: {of: table, type: flag, starts: no, seen by: everyone}
phases:
  play: turn the light on or off
setup:
  - mover becomes 0
  - phase play
moves:
  turn:
    phase: play
    do:
      - on becomes not on
      - pass
endings:
  full: {when: size(heap) == 99}
"""
"""A light goes on and off."""

CHOICE = """\
phases:
  play: go on or stop
setup:
  - mover becomes 0
  - phase play
moves:
  stay:
    phase: play
    do: pass
  stop:
    phase: play
    when: me == 0
    do: move all from deck to heap
endings:
  stopped:
    when: heap is not empty
    winners: those(s in seats where s == 1)
    losers: those(s in seats where s == 0)
"""
"""Only the first seat can stop, and loses if it does."""

DIE = """\
variables:
  thrown: {of: table, type: 1..3, starts: 1, seen by: everyone}
phases:
  throw: chance throws
setup:
  - mover becomes 0
  - phase throw
moves:
  die:
    phase: throw
    by: chance
    pick: n from numbers(1, 3)
    do:
      - thrown becomes n
endings:
  three:
    when: thrown == 3
    winners: those(s in seats where s == 0)
    losers: those(s in seats where s == 1)
"""
"""A die is thrown until it shows a three."""

RACE = """\
variables:
  first: {of: table, type: seat, seen by: everyone}
phases:
  race:
    text: be the first
    actors: seats
setup:
  - mover becomes 0
  - phase race
moves:
  grab:
    phase: race
    do:
      - first becomes me
  nod:
    phase: race
    when: me == 0
    do:
      - mover becomes 1
endings:
  first:
    when: first is set
    winners: those(s in seats where s == first)
    losers: those(s in seats where s != first)
"""
"""Both may act; who is first wins. Nobody can be sure to be first."""

FAULT = """\
phases:
  play: lay a card
setup:
  - deal all from deck to own starting with 0
  - mover becomes 0
  - phase play
moves:
  lay:
    phase: play
    pick: card from own[me]
    do:
      - move card to heap
      - if at(heap, 2 - size(own[me])).suit == clubs then pass
endings:
  out:
    when: own[me] is empty
"""
"""A place in the heap is asked for that is not there."""


def explored(rest: str, frame: str = FRAME) -> Explored:
    engine = written(rest, frame=frame)
    return explore(engine.game, engine.options)
