"""Random matches through the evaluator and the game written by hand: the same moves, positions, ends."""

from __future__ import annotations

import pytest

from interpreter.run.protocol import Position
from interpreter.run.rng import IN_PLAY, stream
from tests.cases.engines import Bench, Setting, evaluator, handwritten

RULES = "rules/yourtrumps.yaml"
PLIES = 250
SETTINGS = (
    Setting(RULES),
    Setting(RULES, (("may_decline", "yes"),)),
    Setting(RULES, (("taker_leads", "yes"),)),
    Setting(RULES, (("same_trump", "yes"), ("plain_take", "4"))),
    Setting(RULES, (("lowest_rank", "2"), ("trump_take", "9"))),
    Setting(RULES, (("lowest_rank", "9"), ("ace_takes_all", "no"), ("ace_take", "2"))),
    Setting(RULES, (("lowest_rank", "7"), ("may_decline", "yes"), ("taker_leads", "yes"))),
    Setting(RULES, (("plain_take", "1"), ("trump_take", "1"), ("open_hands", "yes"))),
    Setting(RULES, (), "suits=S,H ranks=J,Q,K,A"),
    Setting(RULES, (("may_decline", "yes"),), "suits=D,C,H ranks=9,10,Q,A"),
    Setting("rules/no_draws.yaml", (), "suits=C,D,H,S ranks=K,A"),
)


def label(setting: Setting) -> str:
    options = " ".join(f"{name}={text}" for name, text in setting.options)
    return " ".join(part for part in (setting.rules.split("/")[-1], options, setting.deck or "") if part)


def known(position: Position) -> tuple[object, ...]:
    """What both engines can say of a position after the set-up."""
    zones, trumps = position.zones, position.variables["trump"]
    return position.phase, position.mover, zones["hand"], zones["pile"], trumps


def follow_both(one: Bench, two: Bench, match: int) -> int:
    """Plays a match in both up to its end or `PLIES` plies after the deal; the number of actions made."""
    draws = stream(7, match, IN_PLAY)
    here, there = one.engine.initial(), two.engine.initial()
    plies = made = 0
    while plies < PLIES:
        assert one.engine.outcome(here) == two.engine.outcome(there)
        assert one.engine.chance(here) == two.engine.chance(there)
        actions = one.engine.legal(here)
        assert actions == two.engine.legal(there)
        if not actions:
            break
        if one.engine.position(here).phase != "setup":
            assert known(one.engine.position(here)) == known(two.engine.position(there))
            plies += 1
        action = actions[draws.below(len(actions))]
        here, there = one.engine.apply(here, action), two.engine.apply(there, action)
        made += 1
    return made


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
def test_both_play_the_same(setting: Setting) -> None:
    one, two = evaluator(setting), handwritten(setting)
    assert two is not None
    assert one.engine.cards == two.engine.cards
    lengths = [follow_both(one, two, match) for match in range(4)]
    assert min(lengths) > len(one.engine.cards)


def test_the_median_random_match_has_about_740_plies() -> None:
    """Of the game written by hand, which the evaluator is held to above."""
    bench = handwritten(Setting(RULES))
    assert bench is not None
    lengths = sorted(length(bench, match) for match in range(201))
    assert 600 < lengths[100] < 900
    assert lengths[-1] < 17_561
    assert lengths[0] >= 27


def length(bench: Bench, match: int) -> int:
    """Plies of a random match, the deal not counted."""
    draws = stream(1, match, IN_PLAY)
    state, plies = bench.engine.initial(), 0
    while actions := bench.engine.legal(state):
        plies += state.phase in ("play", "follow")
        state = bench.engine.apply(state, actions[draws.below(len(actions))])
    return plies
