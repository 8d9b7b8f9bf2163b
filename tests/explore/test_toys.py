"""What the search says of games made for it: dead ends, matches without end, chance, a race, faults."""

from __future__ import annotations

import pytest

from tests.explore.toys import CHOICE, DIE, FAULT, FOR_EVER, FRAME, RACE, STUCK, explored
from tests.unit.written import written
from verify.explore import Unexplorable, explore
from verify.explore.graph import Kind


def test_a_dead_end_is_found_with_a_shortest_match() -> None:
    found = explored(STUCK)
    stuck = list(found.graph.of_kind(Kind.STUCK))
    assert len(stuck) == 24  # the orders of four cards in the heap
    match = found.shown(Kind.STUCK)
    assert match is not None
    assert match.plies == 4
    assert match.outcome is None
    assert len(found.trapped) == len(found.graph)
    assert not found.sure
    assert found.random().ended == 0


def test_a_game_without_end_is_one() -> None:
    found = explored(FOR_EVER)
    assert (len(found.graph), found.recurring) == (2, [0, 1])
    assert found.trapped == [0, 1]
    endless = found.endless()
    assert endless.loop is not None
    assert (endless.loop.steps, endless.loop.period, endless.loop.shortest) == (0, 2, True)
    assert [(s.seat, s.starts) for s in endless.stalls] == [(0, 1), (1, 1)]
    assert endless.random.ended == 0
    assert not endless.sure


def test_only_who_can_stop_can_stall() -> None:
    found = explored(CHOICE)
    assert [(s.starts, s.positions) for s in found.stalls] == [(1, 2), (0, 0)]
    assert found.values is not None
    assert (found.values.drawn, found.values.endless) == (0, 1)
    assert found.sure


def test_chance_is_nobodys_friend() -> None:
    found = explored(DIE)
    assert found.loop is not None
    assert [s.positions for s in found.stalls] == [0, 0]
    assert found.values is not None
    assert [(s.wins, s.loses) for s in found.values.standings] == [(0, 0), (0, 0)]
    assert found.values.endless is None
    assert found.sure
    share = found.random()
    assert share.ended == share.matches
    assert any("chance" in claim for claim in found.claims())


def test_who_acts_first_is_decided_against_who_wants_something() -> None:
    found = explored(RACE)
    assert found.graph.mixed
    assert found.values is not None
    assert [(s.wins, s.loses) for s in found.values.standings] == [(0, 0), (0, 0)]
    assert [s.positions for s in found.stalls] == [0, 0]
    assert found.loop is not None
    assert found.loop.match.steps[-1].action.move == "nod"
    assert any("acts first" in claim for claim in found.claims())


def test_a_fault_is_found_with_the_match_before_it() -> None:
    found = explored(FAULT)
    graph = found.graph
    assert [fault.code.name for fault in graph.faults] == ["F802"]
    assert len(graph.sinks) == 1
    match = found.shown(Kind.FAULTY)
    assert match is not None
    assert match.plies == 0  # the first card laid is what cannot be done
    assert not found.sure


def test_a_search_that_is_stopped_says_what_it_knows() -> None:
    engine = written(STUCK, frame=FRAME)
    found = explore(engine.game, engine.options, limit=50)
    assert not found.graph.complete
    assert "limit of 50" in str(found.graph.why)
    assert found.values is None
    assert found.trapped == []
    depth = found.graph.whole_depth()
    assert 0 <= depth < 4
    whole = explored(STUCK).graph
    seen = [d for d in found.graph.depth if d <= depth]
    assert seen == [d for d in whole.depth if d <= depth]
    stopped = explore(engine.game, engine.options, watch=lambda progress: progress.what == "setting up")
    assert (stopped.graph.why, stopped.graph.whole_depth()) == ("the search was stopped", -1)


def test_turns_are_told_apart_where_an_ending_counts_them() -> None:
    counting = FOR_EVER.replace("size(heap) == 99", "plies == 5")
    found = explored(counting)
    assert (len(found.graph), found.recurring) == (6, [])
    assert found.sure
    assert list(found.graph.depth) == [0, 1, 2, 3, 4, 5]


def test_repeats_cannot_be_taken() -> None:
    engine = written(FOR_EVER.replace("size(heap) == 99", "repeats == 3"), frame=FRAME)
    with pytest.raises(Unexplorable, match="how often a position has stood") as caught:
        explore(engine.game, engine.options)
    assert engine.game.span.source.text[caught.value.span.start :].startswith("repeats")
