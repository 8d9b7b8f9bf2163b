"""Exact verdicts on checks against the evaluator's own checker along matches."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir.nodes import Game
from interpreter.run.checks import Checker, Violation
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.state import State
from interpreter.text.source import Source
from players.registry import make_player
from tests.cases.engines import ROOT
from tests.explore.toys import CHOICE, DIE, FRAME
from tests.unit.written import written
from verify.explore import Explored, Finding, Word, exact, explore
from verify.explore.adapters import CompiledAdapter, EvaluatorAdapter, choose
from verify.explore.fixed import read_fixed
from verify.explore.search import search
from verify.explore.space import Adapter

DECK = "suits=C,D ranks=K,A"

FAULTS = [
    ("then plain_take\n", "then plain_take + 1\n"),
    ("top_card.rank != ace then", "top_card.rank != king then"),
    ("from top of pile to", "from bottom of pile to"),
    ("c.rank > target.rank\n    or own", "c.rank != target.rank\n    or own"),
    ("top(pile)) for s\n", "top(pile)) for me\n"),
    ("- if hand[me] is empty then pass else phase follow\n", "- phase follow\n"),
]


@cache
def wrong(right: str = "", instead: str = "", deck: str = DECK) -> Game:
    text = (ROOT / "rules" / "yourtrumps.yaml").read_text(encoding="utf-8")
    assert not right or text.count(right) == 1
    source = Source("wrong.yaml", text.replace(right, instead) if right else text)
    game = load(source, deck=deck).game
    assert game is not None
    return game


def watched(game: Game, match: Match[State]) -> list[tuple[int, Violation]]:
    """What the checker says along a match, with the number of actions before it."""
    engine = Evaluator(game, defaults(game))
    checker = Checker(engine)
    assert match.start is not None
    found = [(0, v) for v in checker.begin(match.start)]
    for number, step in enumerate(match.steps, 1):
        found += [(number, v) for v in checker.observe(step)]
    return found


def random_matches(game: Game, number: int) -> tuple[set[str], set[str]]:
    """The checks that random matches violate, and what they witness."""
    engine = Evaluator(game, defaults(game))
    violated: set[str] = set()
    witnessed: set[str] = set()
    for index in range(number):
        players = [make_player("random") for _ in range(game.seats)]
        match = Match(engine, players, 7, index, 200)
        checker = Checker(engine)
        try:
            while match.start is None:
                match.advance()
            violated |= {v.check for v in checker.begin(match.start)}
            while not match.over:
                violated |= {v.check for v in checker.observe(match.advance())}
        except Fault:
            pass
        witnessed |= checker.witnessed
    return violated, witnessed


def verdicts(found: list[Finding], *words: Word) -> set[str]:
    return {f.check for f in found if f.word in words}


@pytest.mark.parametrize(("right", "instead"), FAULTS, ids=lambda text: str(text).strip()[:20])
def test_verdicts_agree_with_the_checker(right: str, instead: str) -> None:
    game = wrong(right, instead)
    found = exact(game, defaults(game))
    assert [f.check for f in found] == [c.name for c in game.checks]
    assert verdicts(found, Word.UNKNOWN, Word.SO_FAR) == set()
    violated, witnessed = random_matches(game, 60)
    assert violated <= verdicts(found, Word.VIOLATED)
    assert witnessed <= verdicts(found, Word.HAPPENS)
    for finding in found:
        if finding.word is Word.VIOLATED:
            assert finding.match is not None
            along = watched(game, finding.match)
            first = min(number for number, v in along if v.check == finding.check)
            assert first == len(finding.match.steps), finding.check


@pytest.mark.parametrize(("right", "instead"), FAULTS[1:4:2], ids=lambda text: str(text).strip()[:20])
def test_compiled_checks_change_nothing(right: str, instead: str) -> None:
    game = wrong(right, instead)
    adapters: list[Adapter] = [
        EvaluatorAdapter(Evaluator(game, defaults(game))),
        choose(game, defaults(game)),
    ]
    fixed = read_fixed(game, ["dealer=1"])
    slow, fast = (Explored(one, search(one, fixed)).examine(game.checks) for one in adapters)

    def told(found: list[Finding]) -> list[tuple[str, Word, str, int | None]]:
        return [(f.check, f.word, f.how, f.match.plies if f.match else None) for f in found]

    assert isinstance(adapters[1], CompiledAdapter)
    assert told(slow) == told(fast)


def test_a_right_file_holds_exactly() -> None:
    game = wrong()
    found = exact(game, defaults(game))
    assert verdicts(found, Word.VIOLATED, Word.UNKNOWN, Word.SO_FAR) == set()
    assert "the beating card lies directly under the second" in verdicts(found, Word.HOLDS)
    happens, never = verdicts(found, Word.HAPPENS), verdicts(found, Word.NEVER)
    assert {"the first seat can win", "the second seat can win", "a draw is possible"} <= happens
    assert never == {"three can be taken", "a beating card can end the match"}  # with four cards


def test_only_the_checks_asked_for_are_examined() -> None:
    game = wrong()
    (finding,) = exact(game, defaults(game), ["trump suits differ"])
    assert (finding.check, finding.word) == ("trump suits differ", Word.HOLDS)


PAST = """\
variables:
  on: {of: table, type: flag, starts: no, seen by: everyone}
phases:
  play: lay and go on
setup:
  - deal all from deck to own starting with 0
  - mover becomes 0
  - phase play
moves:
  lay:
    phase: play
    when: on or size(heap) == 0
    pick: card from own[me]
    do:
      - move card to heap
      - on becomes no
      - pass
  wait:
    phase: play
    when: size(heap) > 0 and not on
    do: on becomes yes
endings:
  full: {when: size(heap) == 4}
checks:
  who lays comes after one who waits:
    always: size(heap) > 0 and phase == play and not on implies last_move == lay
  the bottom card is the first player's:
    always: size(heap) > 0 and size(heap) < 4 implies laid_by(bottom(heap)) == 0
  the lowest but one is the second player's:
    always: size(heap) > 1 implies laid_by(at(heap, 1)) == 1
  the second player lays nothing:
    always: size(heap) > 0 implies laid_by(top(heap)) == 0
  moves alternate:
    after: lay
    holds: size(heap) > 1 implies old(last_move) == wait
"""


def explored(rest: str) -> tuple[Explored, dict[str, Finding]]:
    engine = written(rest, frame=FRAME)
    found = explore(engine.game, engine.options)
    return found, {f.check: f for f in found.examine(engine.game.checks)}


def test_checks_that_ask_the_past() -> None:
    _, found = explored(PAST)
    assert {name: f.word for name, f in found.items()} == {
        "who lays comes after one who waits": Word.HOLDS,
        "the bottom card is the first player's": Word.HOLDS,
        "the lowest but one is the second player's": Word.HOLDS,
        "the second player lays nothing": Word.VIOLATED,
        "moves alternate": Word.HOLDS,
    }
    match = found["the second player lays nothing"].match
    assert match is not None
    assert [step.action.move for step in match.steps] == ["lay", "wait", "lay"]


LOOKS_FAR = """
checks:
  first:
    always: size(heap) > 0 implies laid_by(bottom(heap)) == 0
"""


def test_a_check_that_looks_too_far_back_is_unknown() -> None:
    waiting = PAST.partition("checks:")[0].replace("size(heap) > 0 and not on", "size(heap) > 0")
    _, found = explored(waiting + LOOKS_FAR)
    assert found["first"].word is Word.UNKNOWN
    assert "more than 6 steps" in found["first"].how


def test_counters_that_are_no_part_of_a_position_are_unknown() -> None:
    checks = "  short: {always: plies < 9}\n  set: {always: thrown < 4}\n  two: {can happen: thrown == 2}\n"
    _, found = explored(f"{DIE}checks:\n{checks}")
    assert [(f.check, f.word) for f in found.values()] == [
        ("short", Word.UNKNOWN),
        ("set", Word.HOLDS),
        ("two", Word.HAPPENS),
    ]


def test_what_counts_is_decided_where_play_begins_and_by_whether_there_was_a_move() -> None:
    checks = """\
  one begins: {can happen: plies == 0 and mover == 0}
  another begins: {can happen: turns == 0 and plies == 0 and mover == 1}
  nothing lies there at first: {always: plies > 0 or heap is empty}
  nothing ever happens: {always: 1 > plies}
  stopping is a move: {after: stop, holds: plies >= 1}
  few moves: {always: plies < 9}
  a second move: {can happen: plies == 2}
"""
    _, found = explored(f"{CHOICE}checks:\n{checks}")
    assert [f.word for f in found.values()] == [
        Word.HAPPENS,
        Word.UNKNOWN,  # turns may be none after a move
        Word.HOLDS,
        Word.VIOLATED,
        Word.HOLDS,
        Word.UNKNOWN,
        Word.UNKNOWN,
    ]
    assert found["nothing ever happens"].match is not None
    _, again = explored(f"{CHOICE}checks:\n  no other begins: {{can happen: plies == 0 and mover == 1}}\n")
    assert again["no other begins"].word is Word.NEVER


def test_an_unfinished_search_proves_nothing() -> None:
    game = wrong()
    found = exact(game, defaults(game), limit=150)
    assert verdicts(found, Word.HOLDS, Word.NEVER) == set()
    assert verdicts(found, Word.SO_FAR)
