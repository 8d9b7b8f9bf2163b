"""What every engine promises about moves and chance; see the protocol."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from interpreter.ir.types import Seat
from interpreter.run.fault import IllegalAction
from interpreter.run.match import Match
from interpreter.run.protocol import CHANCE, Action, Engine
from players.registry import make_player
from tests.contract.engines import make_engine, play, walk


def refused(engine: Engine[Any], state: Any, action: Action) -> bool:
    """Whether the action is refused as it should be, the state being as before."""
    before = hash(state), engine.position(state), engine.outcome(state)
    with pytest.raises(IllegalAction):
        engine.apply(state, action)
    return before == (hash(state), engine.position(state), engine.outcome(state))


def draw_first(engine: Engine[Any], index: int) -> Action:
    return Match(engine, [make_player("random")] * engine.game.seats, 3, index).advance().action


def test_the_same_seed_gives_the_same_match(engine: str, rules: str) -> None:
    one, other = play(make_engine(engine, rules), 5), play(make_engine(engine, rules), 5)
    assert one.setup == other.setup
    assert one.steps == other.steps
    assert one.outcome == other.outcome


def test_seed_and_index_matter(engine: str, rules: str) -> None:
    made = make_engine(engine, rules)
    starts = {play(made, seed, index, cap=0).start for seed in (1, 2) for index in (0, 1)}
    played = {tuple(s.action for s in play(made, seed, i, 20).steps) for seed in (1, 2) for i in (0, 1)}
    assert len(starts) > 1
    assert len(played) > 1


def test_legal_actions_are_stable_and_distinct(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    again = make_engine(engine, rules)
    for step in steps:
        legal = made.legal(step.before)
        assert legal == made.legal(step.before) == again.legal(again.load(made.position(step.before)))
        assert len(set(legal)) == len(legal) > 0
        assert step.action in legal


def test_legal_actions_come_by_seat_then_move_then_picks(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    order = {move.name: n for n, move in enumerate(made.game.moves)}
    for step in steps:
        legal = made.legal(step.before)
        keys = [
            (-1 if a.player is None else a.player, order.get(a.move, -1), [v for _, v in a.picks])
            for a in legal
        ]
        assert keys == sorted(keys)


def test_every_legal_action_can_be_made(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps[::7]:
        for action in made.legal(step.before):
            after = made.apply(step.before, action)
            assert after == made.apply(step.before, action)
            assert made.refusal(step.before, action) is None


def test_other_actions_are_refused_and_change_nothing(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    seen = sorted({step.action for step in steps}, key=repr)
    for step in steps[::9]:
        legal = set(made.legal(step.before))
        for action in seen[::5]:
            assert action in legal or refused(made, step.before, action)


def test_twisted_actions_are_refused(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps[::9]:
        player, move, picks = step.action.player, step.action.move, step.action.picks
        twisted = [
            Action(player, move, (*picks, ("extra", 0))),
            Action(player, move, tuple((f"not_{name}", value) for name, value in picks) or (("x", 0),)),
            Action(player, move, tuple((name, 10_000) for name, _ in picks) or (("x", 0),)),
            Action(player, "no_such_move", picks),
            Action(Seat(made.game.seats), move, picks),
            Action(Seat(0) if player is None else None, move, picks),
        ]
        assert all(refused(made, step.before, action) for action in twisted)


def test_actors_and_chance_agree_with_the_legal_actions(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps:
        actors, legal = made.actors(step.before), made.legal(step.before)
        assert list(actors) == sorted(set(actors))
        if made.chance(step.before):
            assert actors == ()
            assert all(a.player is None and a.move == CHANCE for a in legal)
        else:
            assert actors != ()
            assert {a.player for a in legal} <= set(actors)


def test_the_first_chance_is_even(engine: str, drawn: str) -> None:
    made = make_engine(engine, drawn)
    opening = made.initial()
    assert made.chance(opening)
    legal = made.legal(opening)
    counts = Counter(draw_first(made, index) for index in range(600))
    expected = sum(counts.values()) / len(legal)
    assert set(counts) <= set(legal)
    assert sum((counts[a] - expected) ** 2 / expected for a in legal) < 3 * len(legal) + 12


def test_an_outcome_is_final(engine: str, rules: str) -> None:
    made = make_engine(engine, rules)
    matches = [play(made, 4, index, cap=1000, player="greedy") for index in range(6)]
    ended = [m for m in matches if m.outcome is not None]
    assert ended
    for match in ended:
        state, outcome = match.state, match.outcome
        assert outcome is not None
        assert made.legal(state) == () and made.actors(state) == () and not made.chance(state)
        assert list(outcome.winners) == sorted(set(outcome.winners))
        assert list(outcome.losers) == sorted(set(outcome.losers))
        assert not set(outcome.winners) & set(outcome.losers)
        assert outcome.ending in {e.name for e in made.game.endings}
        assert refused(made, state, match.steps[-1].action)
        assert made.epilogue(state)
