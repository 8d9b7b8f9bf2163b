"""The checks of a rule file along a match: what holds, what does not, what is seen, what it depends on."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from interpreter.ir.types import Seat
from interpreter.run.checks import Checker, Violation
from interpreter.run.match import Match
from interpreter.run.protocol import Action
from players.registry import make_player
from tests.unit.written import line_of, written

GAME = """\
variables:
  secret: {{of: player, type: suit, seen by: owner}}
phases:
  go: ""
setup:
  - each seat does choose
  - deal 1 each from deck to own
  - mover becomes 1
  - phase go
moves:
  choose:
    phase: setup
    pick: suit from suits
    do:
      - secret[me] becomes suit
  lay:
    phase: go
    pick: card from own[me] where {condition}
    do:
      - move card to heap
      - {effect}
  skip:
    phase: go
    when: not can(lay)
    do: pass
checks:
  probe:
{check}
"""


ALWAYS = "size(heap) < 9"


@dataclass
class Watched:
    violations: list[Violation]
    witnessed: set[str]


def run(check: str, plies: int = 6, condition: str = ALWAYS, effect: str = "pass") -> Watched:
    text = GAME.format(
        check="".join(f"    {line}\n" for line in check.splitlines()), condition=condition, effect=effect
    )
    engine = written(text)
    match = Match(engine, [make_player("random")] * 3, 5, cap=plies)
    while match.start is None:
        match.advance()
    checker = Checker(engine)
    found = checker.begin(match.start)
    while not match.over:
        found += checker.observe(match.advance())
    return Watched(found, checker.witnessed)


def violations(check: str, condition: str = ALWAYS, effect: str = "pass") -> list[Violation]:
    return run(check, condition=condition, effect=effect).violations


HOLDS = [
    "always: size(heap) <= 3",
    "always: not over implies phase == go",
    "after: lay\nholds: top(heap) == card",
    "after: lay\nholds: size(heap) == old(size(heap)) + 1",
    "after: lay\nholds: me == old(mover) and mover != me",
    "after: lay\nholds: old(me) == me",
    "after: lay\nholds: laid_by(card) == me and last_player == me and last_move == lay",
    "after: skip\nholds: every c in heap satisfies laid_by(c) != last_player or size(heap) == 3",
    "after: skip\nholds: old(size(heap)) == 3",
    "after: lay\nholds: size(heap) > 1 implies laid_by(bottom(heap)) != me and laid_by(bottom(heap)) == 1",
    "independent: {what: [legal moves, positions after], of: secret of others}",
]
BROKEN = [
    ("always: size(heap) < 3", [3, 4, 5, 6], "does not hold"),
    ("always: mover == 1", [1, 2, 4, 5], "does not hold"),
    ("after: lay\nholds: size(heap) != 2", [2], "does not hold"),
    ("after: any\nholds: old(last_move) == lay", [1, 5, 6], "nobody has moved yet"),
    ("always: top(heap) == top(heap)", [0], "cannot be evaluated, `heap` is empty"),
]


@pytest.mark.parametrize("check", HOLDS)
def test_what_holds(check: str) -> None:
    assert violations(check) == []


@pytest.mark.parametrize(("check", "when", "words"), BROKEN)
def test_what_does_not_hold(check: str, when: list[int], words: str) -> None:
    found = violations(check)
    assert [v.action for v in found] == when
    assert words in found[0].message
    assert found[0].check == "probe"


def test_a_violation_has_the_line_of_its_check() -> None:
    engine = written(GAME.format(check="    always: size(heap) > 0\n", condition=ALWAYS, effect="pass"))
    match = Match(engine, [make_player("random")] * 3, 5)
    while match.start is None:
        match.advance()
    (violation,) = Checker(engine).begin(match.start)
    assert violation.span.line == line_of(engine, "probe:")


def test_what_is_seen_to_happen() -> None:
    assert run("can happen: size(heap) == 3").witnessed == {"probe"}
    assert run("can happen: size(heap) == 3", plies=2).witnessed == set()
    assert run("after: skip\ncan happen: size(heap) == 3", plies=4).witnessed == {"probe"}
    assert run("after: skip\ncan happen: size(heap) == 2").witnessed == set()
    assert run("can happen: top(heap) in cards", plies=1).witnessed == {"probe"}


def test_dependence_on_what_others_have() -> None:
    peeking = "every s in seats satisfies s == me or secret[s] != card.suit or size(heap) > 2"
    legal = violations("independent: {what: legal moves, of: secret of others}", condition=peeking)
    assert "the legal moves differ if `secret` of seat" in legal[0].message
    leading = "if secret[next(me)] == card.suit then pass"
    check = "independent: {what: positions after, of: secret of others}"
    after = violations(check, effect=leading)
    assert after[0].action == 0 and "`lay` ends elsewhere" in after[0].message
    check = "independent: {what: legal moves, of: secret of others}"
    assert violations(check, effect=leading) == []
    assert violations(check, condition="card.suit != secret[me]") == []


def test_a_checker_can_watch_one_match_after_another() -> None:
    engine = written(
        GAME.format(
            check="    after: any\n    holds: old(last_move) == lay\n",
            condition=ALWAYS,
            effect="pass",
        )
    )
    match = Match(engine, [make_player("random")] * 3, 5, cap=1)
    while match.start is None:
        match.advance()
    checker = Checker(engine)
    checker.begin(match.start)
    step = match.advance()
    assert len(checker.observe(step)) == 1
    checker.begin(step.after)
    following = match.make(Action(Seat(2), "lay", match.engine.legal(step.after)[0].picks))
    assert [v.action for v in checker.observe(following)] == [1]
