"""What every engine promises about states, positions, views and records."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.ir.nodes import Per
from interpreter.ir.types import Card, Seat
from interpreter.run.protocol import Engine, Position, View
from interpreter.run.reading import read_record
from interpreter.run.record import Heading, record_match, to_line
from interpreter.run.replay import Replay
from tests.contract.engines import make_engine, play, walk


def cards_of(position: Position) -> list[Card]:
    """All cards of a position, ascending, with repeats if there are any."""
    held: list[Any] = list(position.zones.values())
    found: list[Card] = []
    while held:
        item = held.pop()
        if isinstance(item, tuple):
            held.extend(item)
        else:
            found.append(Card(item))
    return sorted(found)


def test_no_card_is_lost_or_doubled(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps:
        assert cards_of(made.position(step.after)) == list(made.cards)


def test_positions_are_the_states(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    other = make_engine(engine, rules)
    for step in steps:
        position = made.position(step.before)
        again = other.load(position)
        assert again == step.before and hash(again) == hash(step.before)
        assert other.position(again) == position


def test_equal_positions_are_equal_states(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    by_position: dict[str, Any] = {}
    for step in steps:
        key = repr(made.position(step.before))
        assert by_position.setdefault(key, step.before) == step.before
    assert len(set(by_position.values())) == len(by_position)


def test_records_replay(engine: str, rules: str) -> None:
    made = make_engine(engine, rules)
    names = ("random",) * made.game.seats
    for index in range(2):
        match = play(made, 8, index)
        record = record_match(match, Heading("rules.yaml", "0" * 64, names), legal=True, states=True)
        again = Replay(make_engine(engine, rules), read_record(to_line(record)))
        assert [(s.action, s.after) for s in again.steps()] == [(s.action, s.after) for s in match.steps]


def test_views_show_what_is_there(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps[::3]:
        position = made.position(step.before)
        for viewer in (*range(made.game.seats), None):
            view = made.view(step.before, None if viewer is None else Seat(viewer))
            _is_part_of(view, position)


def _is_part_of(view: View, position: Position) -> None:
    """Whatever the view shows is so; what it does not show is None."""
    assert (view.phase, view.mover) == (position.phase, position.mover)
    for name, row in view.zones.items():
        held: Any = position.zones[name]
        contents = held if len(row) == len(held) and all(isinstance(h, tuple) for h in held) else (held,)
        for shown, content in zip(row, contents, strict=True):
            assert shown.cards in (None, content)
            assert shown.count in (None, len(content))
            assert shown.cards is None or shown.count is not None
    for name, values in view.variables.items():
        there: Any = position.variables[name]
        known = there if isinstance(there, tuple) and len(there) == len(values) else (there,)
        assert all(v in (None, k) for v, k in zip(values, known, strict=True))


def test_a_view_has_the_viewers_own_legal_actions(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps[::3]:
        legal = made.legal(step.before)
        for seat in range(made.game.seats):
            view = made.view(step.before, Seat(seat))
            assert view.legal == tuple(a for a in legal if a.player == seat)
            assert len(view.advice) == len(view.legal)
        spectator = made.view(step.before, None)
        assert spectator.legal == () and spectator.marked == frozenset()


def test_a_spectator_knows_no_more_than_any_seat(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps[::5]:
        spectator = made.view(step.before, None)
        for seat in range(made.game.seats):
            view = made.view(step.before, Seat(seat))
            for name, row in spectator.zones.items():
                for less, more in zip(row, view.zones[name], strict=True):
                    assert less.cards in (None, more.cards)
                    assert less.count in (None, more.count)


def test_views_do_not_depend_on_what_is_hidden(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    changed = 0
    for step in steps[::5]:
        for seat in map(Seat, range(made.game.seats)):
            other = _with_hidden_cards_turned(made, step.before, seat)
            if other != step.before:
                assert made.view(other, seat) == made.view(step.before, seat)
                changed += 1
    hides = "open" not in rules
    assert changed > 0 or not hides


def _with_hidden_cards_turned(made: Engine[Any], state: Any, viewer: Seat) -> Any:
    """The state in which the cards that the viewer does not see have changed places."""
    view, position = made.view(state, viewer), made.position(state)
    rows: dict[str, Any] = {
        name: (position.zones[name],) if zone.per is Per.TABLE else position.zones[name]
        for name, zone in ((z.name, z) for z in made.game.zones)
    }
    hidden = [
        (name, i) for name, row in view.zones.items() for i, shown in enumerate(row) if shown.cards is None
    ]
    cards = [c for name, i in hidden for c in rows[name][i]]
    turned = cards[1:] + cards[:1]
    for name, i in hidden:
        size = len(rows[name][i])
        rows[name] = (*rows[name][:i], tuple(turned[:size]), *rows[name][i + 1 :])
        turned = turned[size:]
    zones = {z.name: rows[z.name][0] if z.per is Per.TABLE else rows[z.name] for z in made.game.zones}
    return made.load(replace(position, zones=zones))


def test_every_action_can_be_told(engine: str, rules: str) -> None:
    made, steps = walk(engine, rules)
    for step in steps[::5]:
        assert made.title(step.before, step.action)
        assert made.narrate(step.before, step.action)
    made.printed()
