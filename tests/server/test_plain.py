"""Views and events straight from compiled states are those that are made by the rules of sight."""

from __future__ import annotations

import json

import pytest

from interpreter.run.rng import stream
from server.core.picture import view_json
from server.core.pieces import Members
from server.core.plain import Plain
from server.core.rules import Rules
from server.core.showing import event_json
from server.core.state import Table
from server.shelf import Shelf
from tests.server.tables import SHELF, Played, config

MOVES = 14
FACE_DOWN = """
language: 1
extends: yourtrumps
game: Laid aside
add:
  zones:
    aside:
      of: player
      kind: set
      seen by: owner
      counted by: everyone
      text: aside
  moves:
    hide:
      phase: play
      when:
        - that: size(hand[me]) > 1
          else: you have one card only
      pick: card from hand[me]
      do:
        - move card to aside[me]
      text: "hide {card} at {100 * size(pile)} %"
      said: "{me} hides {card} at {100 * size(pile)} %"
"""
"""A card that one sees go without seeing which; and a sign that patterns of Python have a use for."""


def _slow(fast: Rules) -> Rules:
    """The same rules without what is made from them to be faster."""
    slow = Rules.of(fast.name, fast.file, fast.sha256, fast.game, fast.engine.options)
    vars(slow)["plain"] = None
    return slow


def _compared(played: Played) -> int:
    """How many sentences were told straight from the states."""
    fast, slow = played.rules, _slow(played.rules)
    assert fast.plain is not None
    for viewer in played.viewers:
        before = played.tables[0]
        for logged, table in zip(played.log, played.tables, strict=True):
            assert view_json(fast, table, viewer) == view_json(slow, table, viewer)
            told = [event_json(rules, logged, before, table, viewer) for rules in (fast, slow)]
            assert told[0] == told[1]
            assert json.loads(told[0])["version"] == logged.version
            before = table
    return sum(_straight(fast.plain, table) for table in played.tables)


def _straight(plain: Plain, table: Table) -> bool:
    return any(plain.said(step, None) for step in (table.contest.node.steps if table.contest else ()))


@pytest.mark.parametrize("name", [name for name in SHELF.names() if SHELF.rules(name).plain is not None])
def test_both_ways_tell_the_same(name: str) -> None:
    played = Played.open(config(name, SHELF.rules(name).game.players[1]), 4)
    played.to_the_end(stream(4, 0, 16), MOVES)
    assert _compared(played) > MOVES // 3


def test_a_card_that_is_laid_face_down_is_told_to_who_laid_it_alone() -> None:
    played, chance = (
        Played.open(config("sent/hidden", 2), 4, Shelf({"sent/hidden": FACE_DOWN})),
        stream(4, 0, 16),
    )
    for name in ("name_trump", "name_trump", "lead"):
        played.move(chance, name)
    hidden = played.move(chance, "hide")
    last, (before, after) = played.log[-1], played.tables[-2:]
    told = [json.loads(event_json(played.rules, last, before, after, viewer)) for viewer in (0, 1, None)]
    assert [t["action"] == hidden for t in told].count(True) == 1
    assert told[2]["action"] == {"move": "hide"} and " at " in told[2]["said"][0][3]
    played.to_the_end(chance, MOVES)
    assert _compared(played) > 0


def test_the_members_of_a_mask_are_written_in_order() -> None:
    write, chance = Members(str), stream(5, 0, 16)
    for bits in (1, 7, 52, 70):
        for _ in range(20):
            mask = chance.below(1 << min(bits, 30)) << bits - min(bits, 30)
            assert write(mask) == ",".join(str(n) for n in range(bits) if mask >> n & 1)
