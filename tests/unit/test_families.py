"""Zones and variables of which there is one for each number of a range, each suit or each rank."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.check.load import load
from interpreter.ir.printing import print_game
from interpreter.ir.types import Seat
from interpreter.run.engine import Evaluator
from interpreter.run.fault import BadPosition, Fault
from interpreter.run.match import Match
from interpreter.run.protocol import Action, Position
from interpreter.run.reading import read_record
from interpreter.run.record import Heading, record_match, to_line
from interpreter.run.replay import Replay
from interpreter.text.codes import Code
from interpreter.text.source import Source
from players.registry import make_player
from tests.unit.written import FRAME, line_of, written

LANES = FRAME.replace(
    "endings:",
    """\
  lane: {of: 2..4, kind: stack, seen by: everyone}
  home: {of: suit, kind: set, seen by: everyone}
  row: {of: rank, kind: stack, seen by: count only}
endings:
""".rstrip(),
)
GAME = """\
variables:
  last: {{of: 2..4, type: suit, seen by: everyone}}
  sum: {{of: suit, type: 0..9, starts: 1, seen by: nobody}}
phases:
  go: ""
setup:
  - deal 1 each from deck to own
  - for each c in deck do move c to row[c.rank]
  - phase go
moves:
  lay:
    phase: go
    pick:
      - place from numbers({low}, 5)
      - card from own[me]
    do:
      - move card to lane[place]
      - last[place] becomes card.suit
      - sum[card.suit] becomes sum[card.suit] + 1
      - pass
  gather:
    phase: go
    do:
      - for each n in numbers(2, 4) do for each c in lane[n] do move c to home[c.suit]
      - pass
"""


def engine(low: int = 2) -> Evaluator:
    return written(GAME.format(low=low), frame=LANES)


def after(*actions: Action, low: int = 2) -> Position:
    """After these actions in a match where the first seat has 1C, the second 3C, the third 2H."""
    made = engine(low)
    rows: Any = ((3,), (1,), (5,))
    cards: Any = {"own": ((0,), (2,), (4,)), "row": rows}
    state = made.load(Position("go", Seat(0), cards, {"sum": (1, 1)}))
    for action in actions:
        state = made.apply(state, action)
    return made.position(state)


def lay(seat: int, place: int, card: int) -> Action:
    return Action(Seat(seat), "lay", (("place", place), ("card", card)))


def test_each_has_cards_and_a_value_of_its_own() -> None:
    found = after(lay(0, 2, 0), lay(1, 4, 2))
    assert found.zones["lane"] == ((0,), (), (2,))
    assert found.variables == {"last": (0, None, 0), "sum": (3, 1)}


def test_families_of_suits_and_ranks() -> None:
    found = after(lay(0, 2, 0), lay(1, 4, 2), lay(2, 4, 4), Action(Seat(0), "gather"))
    assert found.zones["home"] == ((0, 2), (4,))
    assert found.zones["row"] == ((3,), (1,), (5,))


@pytest.mark.parametrize(("low", "place"), [(0, 1), (2, 5)])
def test_a_number_without_a_zone_is_a_fault(low: int, place: int) -> None:
    with pytest.raises(Fault) as met:
        after(lay(0, place, 0), low=low)
    assert met.value.code is Code.F814
    assert met.value.span.line == line_of(engine(low), "move card to lane")


def test_positions_and_records_list_them_in_order() -> None:
    made = engine()
    match = Match(made, [make_player("random")] * 3, 1, 0, 6)
    match.play()
    record = record_match(match, Heading("lanes.yaml", "0" * 64, ("random",) * 3), legal=True, states=True)
    assert record.start is not None and len(record.start.zones["lane"]) == 3  # type: ignore[arg-type]
    again = Replay(engine(), read_record(to_line(record)))
    assert [s.after for s in again.steps()] == [s.after for s in match.steps]
    assert made.load(made.position(match.state)) == match.state


def test_a_position_needs_all_of_them() -> None:
    cards: Any = {"lane": ((0,), (1,))}
    with pytest.raises(BadPosition, match="one entry for each of the 3"):
        engine().load(Position("go", Seat(0), cards, {}))


def test_a_view_has_them_one_by_one() -> None:
    made = engine()
    cards: Any = {"own": ((0,), (), ()), "row": ((3,), (1, 2, 4), (5,))}
    state = made.load(Position("go", Seat(0), cards, {}))
    view = made.view(state, Seat(1))
    assert [z.count for z in view.zones["row"]] == [1, 3, 1]
    assert [z.cards for z in view.zones["row"]] == [None] * 3
    assert [z.cards for z in view.zones["lane"]] == [(), (), ()]
    assert view.variables["sum"] == (None, None)


def test_they_are_printed_with_their_type() -> None:
    text = print_game(engine().game)
    assert "zone lane 2..4 stack" in text
    assert "zone home suit set" in text
    assert "variable last 2..4 suit" in text


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("move card to lane[place]", "move card to lane", Code.E414, "one for each of `2..4`"),
        ("move card to lane[place]", "move card to lane[9]", Code.E508, "for a number from 2 to 4"),
        ("move card to lane[place]", "move card to home[me]", Code.E501, "a suit is expected here"),
        ("of: 2..4, kind", "of: 2..400, kind", Code.E507, "at most"),
        ("of: 2..4, kind", "of: 4..2, kind", Code.E507, "no numbers from 4 to 2"),
        ("of: 2..4, kind", "of: seat, kind", Code.E410, "`rank` or a range of numbers, not `seat`"),
    ],
)
def test_mistakes(old: str, new: str, code: Code, words: str) -> None:
    report = load(Source("lanes.yaml", (LANES + GAME.format(low=2)).replace(old, new))).report
    assert [(d.code, words in d.message) for d in report if d.is_error] == [(code, True)]
