"""What cannot be worked out is no proof: checks, guards, picks and set-ups that stop a match."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir.questions import AT_START, DEFINED
from interpreter.text.source import Source
from tests.verify.proving import FRAME
from verify.plan import plan
from verify.result import Result
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

LAY = """\
moves:
  lay:
    phase: play
    pick: card from own[me]
    do: [move card to heap, pass]
"""


def _results(rules: str, *names: str, moves: frozenset[str] | None = None) -> dict[str, Result]:
    game = load(Source("test.yaml", rules)).game
    assert game is not None
    asked = set(names) & {q.name for q in plan(game)}
    assert asked == set(names)
    settings = Settings(defaults(game), depth=2, moves=moves)
    return {r.check: r for r in prove(game, settings, asked)}


@pytest.mark.parametrize(
    "claim",
    [
        "top(heap).rank >= 1",
        "at(heap, 5).rank >= 1",
        "the(own[mover]).rank >= 1",
        "last_player == last_player",
        "index(mark) >= 0",
        "lowest(index(c) over c in heap) >= 0",
    ],
)
def test_a_check_that_cannot_be_worked_out_is_violated(claim: str) -> None:
    rules = f"{FRAME}{LAY}checks:\n  it: {claim}\n"
    assert _results(rules, "it")["it"].verdict is Verdict.VIOLATED


def test_so_is_a_step_whose_past_cannot_be_worked_out() -> None:
    rules = f"{FRAME}{LAY}checks:\n  it: {{after: lay, holds: 'old(top(heap).rank) >= 1'}}\n"
    assert _results(rules, "it")["it"].verdict is Verdict.VIOLATED


@pytest.mark.parametrize(
    "guards",
    [
        "when: [top(heap).rank > 1, heap is not empty]",
        "when: top(heap).rank > 1 and heap is not empty",
        "pick: ['card from own[me] where card.rank > top(heap).rank', i from indices(heap)]",
    ],
)
def test_a_guard_does_not_show_that_it_can_be_worked_out(guards: str) -> None:
    rules = f"{FRAME}{LAY}  skip: {{phase: play, {guards}, do: pass}}\n"
    assert _results(rules, DEFINED)[DEFINED].verdict is Verdict.VIOLATED


def test_an_earlier_guard_does() -> None:
    guards = "when: [heap is not empty, top(heap).rank > 1]"
    rules = f"{FRAME}{LAY}  skip: {{phase: play, {guards}, do: pass}}\n"
    assert _results(rules, DEFINED)[DEFINED].verdict is Verdict.PROVED


def test_what_is_seen_can_be_worked_out() -> None:
    sees = "seen by: if top(heap).rank > 1 then everyone else owner"
    rules = FRAME.replace("seen by: owner", sees).replace("deal 2 each", "deal 3 each") + LAY
    assert _results(rules, DEFINED)[DEFINED].verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    "step",
    [
        "lot for times from those(i in numbers(0, 3) where i >= least and i < 3)",
        "each seat does note",
        "(move all from deck to bag; phase play)",
    ],
)
def test_a_set_up_that_some_option_stops(step: str) -> None:
    option = "options:\n  least: {range: 0..3, default: 0}\n"
    begin = "setup:\n  - draw least from deck to bag\n  - deal all from deck to own\n  - phase play\n"
    if "phase" not in step:
        begin = f"setup:\n  - {step}\n  - deal 2 each from deck to own\n  - phase play\n"
    note = "  note: {phase: setup, when: least < 3, do: times becomes 1}\n"
    frame = FRAME.partition("setup:")[0] + begin + "endings:" + FRAME.partition("endings:")[2]
    moves = LAY + (note if "note" in step else "")
    rules = f"{frame}{option}{moves}"
    assert _results(rules, AT_START)[AT_START].verdict is not Verdict.PROVED


def test_a_deck_may_have_fewer_cards_than_players() -> None:
    rules = FRAME.replace("players: 2", "players: 5").replace("ranks: [1, 2, 3, 4, 5, 6]", "ranks: [1]")
    rules = rules.replace("  - deal 2 each from deck to own\n", "").replace("clubs, hearts", "clubs")
    checks = "checks:\n  it: size(cards) >= 2 or plies < 0\n"
    assert _results(rules + LAY + checks, "it")["it"].verdict is Verdict.VIOLATED


def test_what_can_happen_can_happen_by_any_move() -> None:
    rest = "  skip: {phase: play, when: times < 9, do: [times becomes times + 1, pass]}\n"
    checks = "checks:\n  it: {can happen: times == 9}\n  never: times >= 0\n  few: times < 1\n"
    only = frozenset({"lay"})
    found = _results(f"{FRAME}{LAY}{rest}{checks}", "it", moves=only)["it"]
    assert found.verdict is not Verdict.VIOLATED
