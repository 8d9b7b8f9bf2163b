"""What the variants hide and show: secret choices, buried cards, open hands, a half of the deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.ir.types import SUIT, Seat
from interpreter.run.engine import Evaluator
from interpreter.run.match import Match, Step
from players.registry import make_player
from tests.variants.campaign import game_of

SEATS = (Seat(0), Seat(1))
VIEWERS = (*SEATS, None)


def steps(name: str, plies: int = 60) -> Iterator[tuple[Evaluator, Step[Any]]]:
    """The set-up and the beginning of a random match."""
    engine = Evaluator(game_of(name, 2))
    match = Match(engine, [make_player("random")] * 2, 5, 0, plies)
    match.play()
    yield from ((engine, step) for step in (*match.setup, *match.steps))


def test_secret_suits_are_seen_when_all_have_chosen() -> None:
    moments = set()
    for engine, step in steps("secret_trumps"):
        held: Any = engine.position(step.before).variables["trump"]
        complete = None not in held
        moments.add((complete, held != (None, None)))
        for viewer in VIEWERS:
            shown = engine.view(step.before, viewer).variables["trump"]
            for seat in SEATS:
                assert shown[seat] == (held[seat] if complete or seat == viewer else None)
    assert moments == {(False, False), (False, True), (True, True)}


def test_nothing_tells_a_secret_suit() -> None:
    said = [e.narrate(s.before, s.action) for e, s in steps("secret_trumps") if s.action.move == "name_trump"]
    assert len(said) == 2
    assert not any(part[1] == SUIT for sentence in said for part in sentence if isinstance(part, tuple))


def test_a_secret_choice_does_not_bear_on_the_other() -> None:
    engine = Evaluator(game_of("secret_trumps", 2))
    state = engine.apply(engine.initial(), engine.legal(engine.initial())[0])
    choices = [{a.picks for a in engine.legal(engine.apply(state, a))} for a in engine.legal(state)]
    assert len(choices) == 4
    assert all(c == choices[0] for c in choices)


def test_nobody_sees_a_buried_card_not_even_its_owner() -> None:
    shown = 0
    for engine, step in steps("buried_trump", 200):
        buried: Any = engine.position(step.before).zones["buried"]
        for viewer in VIEWERS:
            view = engine.view(step.before, viewer)
            for seat in SEATS:
                zone = view.zones["buried"][seat]
                assert (zone.cards, zone.count) == (None, len(buried[seat]))
                assert (view.variables["trump"][seat] is None) == bool(buried[seat]) or view.phase == "setup"
        shown += step.action.move == "show"
    assert shown == 2


@pytest.mark.parametrize("name", ["open_hands", "cambridge"])
def test_open_hands_are_seen_by_all(name: str) -> None:
    for engine, step in steps(name, 20):
        held: Any = engine.position(step.before).zones["hand"]
        for viewer in VIEWERS:
            assert tuple(zone.cards for zone in engine.view(step.before, viewer).zones["hand"]) == held


@pytest.mark.parametrize("name", ["mirror_deal", "buried_trump", "burn"])
def test_closed_hands_are_seen_by_their_owners(name: str) -> None:
    for engine, step in steps(name, 20):
        held: Any = engine.position(step.before).zones["hand"]
        for viewer in VIEWERS:
            zones = engine.view(step.before, viewer).zones["hand"]
            assert [z.cards for z in zones] == [held[s] if s == viewer else None for s in SEATS]


def test_nobody_sees_the_half_that_decides_a_mirror_deal() -> None:
    sizes = set()
    for engine, step in steps("mirror_deal", 4):
        half = [engine.view(step.before, viewer).zones["half"][0] for viewer in VIEWERS]
        assert all((zone.cards, zone.count) == (None, None) for zone in half)
        sizes.add(len(engine.position(step.before).zones["half"]))
    assert sizes == set(range(18))


def test_what_is_burnt_lies_open() -> None:
    burnt = 0
    for engine, step in steps("burn", 100):
        held = engine.position(step.before).zones["discard"]
        assert all(engine.view(step.before, v).zones["discard"][0].cards == held for v in VIEWERS)
        burnt = max(burnt, len(held))
    assert burnt > 10
