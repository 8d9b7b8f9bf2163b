"""Looking back at a match that is over, with all cards open, and at what chance drew."""

from __future__ import annotations

import json

import pytest

from interpreter.run.engine import Evaluator
from interpreter.run.rng import stream
from server.core.past import Past
from server.core.records import record_of
from server.core.state import OVER
from tests.server.tables import SHELF, Played, config

GAMES = {"turn_cap": (("lowest_rank", "9"), ("turn_cap", "30")), "buried_trump": (), "match": (), "durak": ()}


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_looked_at_with_all_cards_open(name: str) -> None:
    """Every position has every card once; the last is where the match stands; draws come of the seeds."""
    played = Played.open(config(name, SHELF.rules(name).game.players[0], options=GAMES[name]), 5)
    chance = stream(5, 0, 16)
    for _ in range(60):
        if played.table.phase == OVER:
            break
        played.move(chance)
    contest = played.table.contest
    assert contest is not None
    rules = played.rules
    record = record_of(rules, played.table, contest)
    past = Past.of(Evaluator(rules.game, rules.engine.options), record)
    head, deck = past.head(), sorted(rules.notation.deck)
    assert len(head["said"]) == len(past.states) > 10
    assert all(head["said"][1:]), "every step is told"
    seen = [json.loads(json.dumps(past.view(number)))["zones"] for number in range(len(past.states))]
    for zones in seen:
        assert sorted(card for row in zones.values() for zone in row for card in zone["cards"]) == deck
    last = {name: [zone["cards"] for zone in row] for name, row in seen[-1].items()}
    for zone, held in rules.notation.place(contest.state).zones.items():
        assert last[zone] in (held, [held])
    fair = contest.fair
    assert fair is not None
    streams = {purpose: fair.stream(contest.number, purpose) for purpose in (1, 2, 3)}
    for draw in head["draws"]:
        assert streams[draw["purpose"]].below(len(draw["choices"])) == draw["made"]
    drawn = [entry for entry in (*record.setup, *record.moves) if entry.player is None]
    assert [draw["choices"][draw["made"]] for draw in head["draws"]] == [
        list(e.fields.values()) for e in drawn
    ]
