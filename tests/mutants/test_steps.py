"""Mutants of a file are many, each is other rules, and each is what its words say."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest

from interpreter.check.load import load
from interpreter.ir import nodes as ir
from interpreter.ir.printing import Printer, digest
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.match import Match
from interpreter.run.protocol import Position
from interpreter.run.state import State
from interpreter.text.source import Source
from tests.mutants.files import BASE, TOY, game_of, rewritten
from verify.mutants.mutant import Mutant, mutants
from verify.search import AsAdvised

EVERY = 30
"""Of the mutants of the base, so many are skipped for each one that is written into the file."""
MATCHES = 10


@pytest.fixture(scope="module")
def base() -> tuple[Mutant, ...]:
    return mutants(game_of(BASE))


def test_there_are_many_and_no_two_alike(base: tuple[Mutant, ...]) -> None:
    assert len(base) >= 150
    assert len({m.id for m in base}) == len(base)
    rules = {digest(m.game) for m in base}
    assert len(rules) == len(base) and digest(game_of(BASE)) not in rules


def test_checks_are_never_changed(base: tuple[Mutant, ...]) -> None:
    assert len({m.game.checks for m in base}) == 1


def test_every_kind_of_item_is_changed(base: tuple[Mutant, ...]) -> None:
    items = {m.item.partition(" ")[0] for m in base}
    assert items == {"deck", "turn", "zone", "variable", "definition", "set-up", "move", "ending", "require"}


def test_names_stay() -> None:
    assert [m.id for m in mutants(game_of(TOY))] == [m.id for m in mutants(game_of(TOY))]


def test_names_stay_when_other_rules_are_edited() -> None:
    text = TOY.read_text(encoding="utf-8")
    edited = load(Source("edited.yaml", text.replace("winners: me", "losers: me"))).game
    assert edited is not None
    before, after = ({m.id for m in mutants(g) if m.item != "ending `out`"} for g in (game_of(TOY), edited))
    assert before == after


def test_words_say_what_was_done(base: tuple[Mutant, ...]) -> None:
    chosen = (*base[::EVERY], *mutants(game_of(TOY))[::6])
    read = [(m, g) for m in chosen if not _said_twice(m) and (g := rewritten(m)) is not None]
    assert len(read) * 2 > len(chosen)
    assert [m.sentence for m, g in read if _rules(m.game) != _rules(g)] == []


@pytest.mark.slow
@pytest.mark.long
def test_words_say_what_was_done_in_all_mutants(base: tuple[Mutant, ...]) -> None:
    read = [(m, g) for m in base if not _said_twice(m) and (g := rewritten(m)) is not None]
    other = [(m, g) for m, g in read if _rules(m.game) != _rules(g)]
    assert [m.sentence for m, g in other if _matches(m.game) != _matches(g)] == []


def _said_twice(mutant: Mutant) -> bool:
    """Whether the words say where a card is picked, and by that where it leaves from; one was changed."""
    moves = [m for m in game_of(BASE).moves if mutant.item == f"move `{m.name}`"]
    return any(p.domain.span.text == mutant.change.span.text for m in moves for p in m.picks)


def _matches(game: ir.Game) -> list[list[Position]]:
    """The positions of some random matches: rules may be written in two ways and be the same."""
    engine, found = Evaluator(replace(game, checks=())), []
    for index in range(MATCHES):
        match: Match[State] = Match(engine, [AsAdvised(10)] * game.seats, 0, index, 100)
        with suppress(Fault):
            while not match.over:
                match.advance()
        found.append([engine.position(step.after) for step in match.steps])
    return found


def _rules(game: ir.Game) -> list[str]:
    """The rules but for the ranges of numbers, which a mutant leaves as they are."""
    return [_unranged(line) for line in Printer(game).rules()]


def _unranged(line: str) -> str:
    return " ".join(part for part in line.split() if ".." not in part)
