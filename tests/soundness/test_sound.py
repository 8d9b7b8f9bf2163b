"""The harness finds nothing where the prover is right, and what is wrong where it is not."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from tests.soundness.campaign import campaign
from tests.soundness.files import Variant, game_of
from tests.soundness.play import observed
from tests.soundness.proving import TooLong, verdicts, within
from tests.soundness.shown import wrong_match
from tests.soundness.trial import Plan, Tally, against, found
from verify import operators
from verify import terms as t
from verify.result import Result
from verify.settings import Settings
from verify.verdict import Verdict

LAYING = """\
language: 1
game: Cards are laid until there are none
players: 2
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  held: {of: player, kind: set, seen by: everyone}
  row: {of: table, kind: stack, seen by: everyone}
phases:
  play: play
setup:
  - deal 2 each from deck to held
  - phase play
moves:
  lay:
    phase: play
    pick: c from held[me]
    do:
      - move c to row
      - mover becomes next(me)
endings:
  e:
    when: held[me] is empty and held[next(me)] is empty
checks:
  no more than two: {always: "size(held[0]) <= 2"}
  no more than one: {always: "size(held[0]) <= 1"}
  one is left: {can happen: "size(held[0]) == 1"}
  three are left: {can happen: "size(held[0]) == 3"}
"""
PLAN = Plan(matches=3, variants=1, sieves=())


@pytest.fixture(scope="module")
def game() -> ir.Game:
    found = game_of(LAYING)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def results(game: ir.Game) -> dict[str, Result]:
    """By check, what the prover says."""
    asked = frozenset(c.name for c in game.checks)
    return {r.check: r for r in verdicts(game, Settings(defaults(game)), asked)}


def test_nothing_is_found_where_the_prover_is_right() -> None:
    tally = Tally()
    assert found(LAYING, 1, 1, PLAN, tally) is None
    assert tally.verdicts["Invariant: proved"] == 1 and tally.verdicts["Witness: violated"] == 1
    assert tally.matches > 3 and tally.proved() > 2


def test_a_wrong_proof_is_found() -> None:
    """Of a prover for which every comparison holds."""
    always = {**operators.OPS, Op.LE: lambda *_: t.YES}
    with patch.object(operators, "OPS", always):
        broken = found(LAYING, 1, 1, PLAN, Tally())
    assert broken is not None and broken.check == "no more than one" and broken.said.startswith("proved")


def test_what_is_wrongly_said_to_be_impossible_is_found(game: ir.Game, results: dict[str, Result]) -> None:
    variant = Variant(game, defaults(game))
    seen, impossible = observed(variant, 1, 2), results["three are left"]
    assert impossible.verdict is Verdict.VIOLATED and against(impossible, variant, seen) is None
    assert against(replace(impossible, check="one is left"), variant, seen) is not None


def test_a_match_that_shows_something_else_is_found(game: ir.Game, results: dict[str, Result]) -> None:
    shown = {check: r for check, r in results.items() if r.trace is not None}
    assert set(shown) == {"no more than one", "one is left"}
    assert all(wrong_match(game, r) is None for r in shown.values())
    for check, like in (("three are left", "one is left"), ("no more than two", "no more than one")):
        assert wrong_match(game, replace(shown[like], check=check)) is not None


def test_proofs_that_take_too_long_are_left() -> None:
    with pytest.raises(TooLong), within(0.01):
        sum(1 for _ in iter(int, 1))


def test_random_files_have_right_verdicts() -> None:
    outcome = campaign(1, [10, 11], plan=Plan(matches=10, variants=1, claims=3))
    assert not outcome.wrong
    assert outcome.tally.cases == 2 and outcome.tally.proved() > 2
