"""The authority by itself: what it accepts, what it refuses, and that its log says everything."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.ir.types import Seat
from interpreter.run.protocol import Action
from interpreter.run.reading import read_record
from interpreter.run.record import to_line
from interpreter.run.replay import Replay
from interpreter.run.rng import stream
from interpreter.run.values import BadValue
from server.core import commands as c
from server.core.clocks import deadline
from server.core.codec import decode, encode
from server.core.config import Clock, ClockKind, Damaged, read_config
from server.core.events import Agreed, Ended, Moved, Reason, Undone
from server.core.playing import actors
from server.core.records import record_of
from server.core.showing import event_json
from server.core.state import OVER, PLAYING
from server.core.tokens import hashed, new_token, place_of
from server.core.turns import advised
from tests.server.tables import SHELF, Played, config, refolded, secret

LEVELS = frozenset({"greedy", "random"})


SHORT = (("lowest_rank", "9"),)


def played_out(rules: str, people: int, options: tuple[tuple[str, str], ...] = SHORT) -> Played:
    """A match to its end, each move the one that the rules advise."""
    played = Played.open(config(rules, people, options=options), 1)
    while played.table.phase == PLAYING and len(played.log) < 2000:
        contest = played.table.contest
        assert contest is not None
        place = contest.seats[actors(contest)[0]]
        action = advised(played.rules, played.table, place)
        assert action is not None
        played.do(c.Move(place, played.table.version, action))
    return played


@pytest.mark.parametrize(
    ("rules", "people", "options"),
    [("yourtrumps", 2, SHORT), ("durak", 3, ()), ("match", 2, (*SHORT, ("deals_to_lose", "2")))],
)
def test_a_match_is_the_fold_of_its_log_and_its_record_holds(
    rules: str, people: int, options: tuple[tuple[str, str], ...]
) -> None:
    played = played_out(rules, people, options)
    assert played.table.phase == OVER
    stored = [encode(logged.event) for logged in played.log]
    assert [decode(text) for text in stored] == [logged.event for logged in played.log]
    assert [g.version for g in played.log] == list(range(1, len(played.log) + 1))
    again = refolded(played)[-1]
    assert again.contest is not None and played.table.contest is not None
    assert again.contest.state == played.table.contest.state
    assert again.score == played.table.score
    record = record_of(played.rules, again, again.contest)
    read = read_record(to_line(record))
    replay = Replay(played.rules.engine.evaluator, read, played.rules.sha256)
    assert len(list(replay.steps())) == len(record.moves)
    assert read.fair is not None and read.fair.kept


WORDS = st.sampled_from(
    ["move", "wrong", "stale", "say", "takeback", "yes", "no", "rematch", "resign", "computer"]
)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(WORDS, st.integers(0, 2), st.integers(0, 99)), max_size=25))
def test_whatever_is_asked_the_log_says_everything(wishes: list[tuple[str, int, int]]) -> None:
    played = Played.open(config("three_or_four", 3), 5)
    for word, place, number in wishes:
        before, length = played.table, len(played.log)
        found = played.attempt(_command(played, word, place, number))
        if isinstance(found, c.Refusal):
            assert played.table is before and len(played.log) == length
    for told, folded in zip(played.tables, refolded(played), strict=True):
        assert replace(told, contest=None, matches=()) == replace(folded, contest=None, matches=()) or (
            _told(told) == _told(folded)
        )


def _told(table: object) -> list[str]:
    return [str(getattr(table, name)) for name in ("version", "phase", "places", "score", "takeback")]


def _command(played: Played, word: str, place: int, number: int) -> c.Command:
    table = played.table
    match word:
        case "move" | "stale":
            contest = table.contest
            assert contest is not None
            seat = contest.seat_of(place)
            legal = played.rules.engine.legal(contest.state) if contest.ended is None else ()
            own = [a for a in legal if a.player == seat] or [Action(seat, "no_such_move")]
            version = table.version if word == "move" else contest.version - 1
            return c.Move(place, version, own[number % len(own)])
        case "wrong":
            return c.Move(place, table.version, Action(Seat(place), "no_such_move"))
        case "say":
            return c.Say(place, number)
        case "takeback":
            return c.Takeback(place)
        case "yes" | "no":
            return c.Answer(place, word == "yes")
        case "rematch":
            return c.Rematch(place, secret(number))
        case "resign":
            return c.Resign(place)
        case _:
            return c.Automatic()


def test_a_move_answers_the_position_that_stands() -> None:
    played = Played.open(config("yourtrumps", 2))
    contest = played.table.contest
    assert contest is not None
    (action, *_) = played.rules.engine.legal(contest.state)
    assert action.player is not None
    place, other = contest.seats[action.player], contest.seats[action.player - 1]
    version = played.table.version
    played.do(c.Say(other, 0))
    assert isinstance(played.attempt(c.Move(place, version - 1, action)), c.Refusal)
    played.do(c.Move(place, version, action))
    refused = played.attempt(c.Move(place, version, action))
    assert isinstance(refused, c.Refusal) and refused.why is c.Why.STALE


def test_takeback_needs_everybody_and_draws_no_other_cards() -> None:
    played = Played.open(config("three_or_four", 3), 3)
    chance = stream(3, 0, 16)
    played.to_the_end(chance, 6)
    moved, action = [(g, g.event.action) for g in played.log if isinstance(g.event, Moved)][-1]
    before = played.tables[moved.version - 2].contest
    contest = played.table.contest
    assert contest is not None and before is not None and action.player is not None
    asker = contest.seats[action.player]
    first, second = (p for p in range(3) if p != asker)
    played.do(c.Takeback(asker))
    played.do(c.Answer(first, True))
    assert encode(played.log[-1].event) == encode(Agreed(first))
    played.do(c.Answer(second, True))
    assert encode(played.log[-1].event) == encode(Undone(asker))
    undone = played.table.contest
    assert undone is not None and undone.state == before.state
    played.do(c.Move(asker, played.table.version, action))
    again = played.table.contest
    assert again is not None and again.node.board == contest.node.board


def test_computers_play_and_their_moves_are_told_apart() -> None:
    played = Played.open(config("yourtrumps", 1, 1, "greedy", options=SHORT), 7)
    chance = stream(7, 0, 16)
    for _ in range(1000):
        if played.table.phase != PLAYING:
            break
        if not played.do(c.Automatic()).events:
            played.move(chance)
    assert played.table.phase == OVER
    assert {g.event.by.value for g in played.log if isinstance(g.event, Moved)} == {"person", "computer"}


def test_seats_move_on_with_a_rematch_and_seeds_are_new() -> None:
    played = played_out("yourtrumps", 2)
    first = played.table.contest
    assert first is not None and first.fair is not None
    told = json.loads(event_json(played.rules, played.log[-1], played.tables[-2], played.table, None))
    assert told["deal"]["server"] == first.fair.server
    played.do(c.Rematch(0, secret(50)))
    played.do(c.Rematch(1))
    second = played.table.contest
    assert second is not None and second.fair is not None
    assert (second.number, second.seats) == (1, (1, 0))
    assert second.fair.players == (None, secret(50))
    assert second.fair.server != first.fair.server


def test_clocks_are_data() -> None:
    clock = Clock(ClockKind.TOTAL, 10, 2)
    played = Played.open(config("yourtrumps", 2, clock=clock))
    contest = played.table.contest
    assert contest is not None and contest.clocks == (10_000, 10_000)
    (mover,) = actors(contest)
    played.move(stream(0, 0, 16))
    contest = played.table.contest
    assert contest is not None
    assert contest.clocks[mover] == 10_000 - 1000 + 2000
    running = actors(contest)
    assert deadline(contest, running) == contest.since + contest.clocks[running[0]]
    played.now += 20_000
    played.do(c.Automatic())
    ended = played.log[-1].event
    assert isinstance(ended, Ended) and ended.reason is Reason.CLOCK and ended.losers == tuple(running)


def test_who_is_away_can_be_claimed_against_after_the_grace_time() -> None:
    played = Played.open(config("yourtrumps", 2, grace=30))
    early = played.attempt(c.Claim(0, 1, c.How.WIN, played.now - 20_000))
    assert isinstance(early, c.Refusal)
    assert isinstance(played.attempt(c.Claim(0, 1, c.How.WIN, None)), c.Refusal)
    played.do(c.Claim(0, 1, c.How.COMPUTER, played.now - 40_000))
    while played.table.phase == PLAYING and played.do(c.Automatic()).events:
        pass
    assert isinstance(played.attempt(c.Move(1, played.table.version, Action(Seat(1), "x"))), c.Refusal)
    played.do(c.Return(1))
    played.do(c.Claim(0, 1, c.How.WIN, played.now - 40_000))
    assert played.table.score == (1, 0)


def test_a_token_opens_its_own_seat_alone() -> None:
    played = Played.open(config("yourtrumps", 2))
    assert [place_of(played.table, f"t{n}") for n in range(3)] == [0, 1, None]
    assert len(new_token()) == 32 and "t0" not in json.dumps([encode(g.event) for g in played.log])
    assert hashed("t0") in encode(played.log[1].event)


@pytest.mark.parametrize(
    "data",
    [
        {"rules": "yourtrumps", "public": True, "integer_seed": 7},
        {"rules": "yourtrumps", "seats": []},
        {"rules": "yourtrumps", "seats": [{"kind": "computer", "level": "greedy"}]},
        {"rules": "yourtrumps", "seats": [{"kind": "computer", "level": "genius"}, {"kind": "person"}]},
        {"rules": "x" * 81},
        {"rules": "yourtrumps", "clock": {"kind": "move", "seconds": 0}},
        {"rules": "yourtrumps", "clock": "none"},
        {"rules": "yourtrumps", "grace": True},
        {"rules": "yourtrumps", "options": {"a": 1}},
        {"rules": "yourtrumps", "what": 1},
    ],
)
def test_settings_that_make_no_table(data: dict[str, object]) -> None:
    with pytest.raises(Damaged):
        read_config(data, 2, LEVELS)


def test_an_action_of_the_wrong_kind_is_refused_not_stumbled_over() -> None:
    rules = SHELF.rules("yourtrumps")
    wrong: tuple[object, ...] = (None, True, 1, 1.5, "x", [], ["lead"], {}, {"a": 1})
    actions: list[object] = [*wrong, *({"move": w} for w in wrong)]
    moves = [(move, picks) for move, picks in rules.picks.items() if picks]
    actions += [{"move": move, **dict.fromkeys(picks, w)} for move, picks in moves for w in wrong]
    for data in actions:
        with pytest.raises(BadValue):
            rules.read(data, Seat(0))


def test_an_action_that_was_read_before_is_read_as_strictly_again() -> None:
    rules = SHELF.rules("durak")
    for _ in range(2):
        assert rules.read({"move": "answer", "place": 1, "card": "6C"}, Seat(0)).picks[0] == ("place", 1)
        assert rules.read({"move": "lead", "card": "6C"}, Seat(1)).player == 1
        assert rules.read({"card": "6C", "move": "lead"}, Seat(0)).player == 0
        for place in (True, "1", 1.0):
            with pytest.raises(BadValue):
                rules.read({"move": "answer", "place": place, "card": "6C"}, Seat(0))
        with pytest.raises(BadValue):
            rules.read({"move": "lead", "card": "6C", "more": "6C"}, Seat(0))
