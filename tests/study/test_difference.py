"""What `rules diff` tells."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from study.difference import Difference, differences, same_rules
from tests.cli.running import COMMAND, environment
from tests.diagnostics.reader import read_titled

ROOT = Path(__file__).parent.parent.parent
BASE = load_file(ROOT / "rules" / "yourtrumps.yaml").game


def _variant(rest: str) -> Game:
    found = load(Source("variant.yaml", f"language: 1\nextends: yourtrumps\ngame: Variant\n{rest}"))
    assert found.game is not None, list(found.report)
    return found.game


def _told(rest: str) -> list[Difference]:
    assert BASE is not None
    return list(differences(BASE, _variant(rest)))


def test_a_game_does_not_differ_from_itself() -> None:
    assert BASE is not None
    assert differences(BASE, BASE) == ()


def test_another_spelling_is_the_same_game() -> None:
    assert BASE is not None
    variant = _variant("change:\n  define:\n    own_trump(card any): trump[me] == any.suit\n")
    other = _variant("change:\n  define:\n    own_trump(card c): (c.suit == trump[me])\n")
    assert differences(BASE, other) == () and same_rules(BASE, other)
    assert differences(BASE, variant) != ()


def test_an_option_is_told_with_its_text_and_the_paragraph_about_it() -> None:
    told = _told("change:\n  options: {plain_take: 4}\n")
    assert told[0].said.startswith("`plain_take` is 4 instead of 3 (cards taken when")
    assert [d.said for d in told[1:]] == ["how much"]
    assert "he takes 3" in (told[1].before or "") and "he takes 4" in (told[1].after or "")


def test_a_smaller_deck_is_told_by_its_cards() -> None:
    told = [d.said for d in _told("change:\n  options: {lowest_rank: 7}\n")]
    assert "32 cards are played with instead of 36: without 6C, 6D, 6H, 6S" in told


def test_what_a_definition_changes_is_told_of_the_moves_that_ask_it() -> None:
    change = "change:\n  define:\n    beats(card c, card target): c.rank > target.rank\n"
    told = [d.said for d in _told(change)]
    assert "`beat` is allowed in other cases" in told
    assert "`take` is allowed in other cases" in told
    assert not any(said.startswith("`lead`") for said in told)


def test_moves_and_endings_that_come_and_go_are_told() -> None:
    add = "add:\n  endings:\n    long: {when: turns > 9, before: draw}\n"
    assert "there is a new ending, `long`" in [d.said for d in _told(add)]
    move = "add:\n  moves:\n    wait: {phase: play, do: [pass]}\n"
    assert "there is a new move, `wait`" in [d.said for d in _told(move)]
    lead = "      phase: play\n      pick: card from hand[me]\n      do: move card to pile\n"
    effect = f"change:\n  moves:\n    lead:\n{lead}"
    assert {"`lead` does something else", "`lead` is allowed in other cases"} <= {
        d.said for d in _told(effect)
    }


CHANGES = read_titled(Path(__file__).with_name("changes.txt"))


@pytest.mark.parametrize("name", CHANGES)
def test_every_kind_of_change_is_told(name: str) -> None:
    words, change = CHANGES[name]
    assert words["told"] in [d.said for d in _told(change)]


def test_what_only_the_set_up_asks_is_told() -> None:
    leader = load_file(ROOT / "rules" / "first_leader.yaml").game
    change = "change:\n  define:\n    may_lead_first(seat s): s == 0\nremove:\n  options: [first_leader]\n"
    other = f"language: 1\nextends: first_leader\n{change}  define: [has_lowest_trump]\n  rules: [start]\n"
    other += "  checks: {the lowest trump leads: it does not}\n"
    found = load(Source("variant.yaml", other))
    assert leader is not None and found.game is not None, list(found.report)
    assert "the set-up is another one" in [d.said for d in differences(leader, found.game)]


def test_the_order_of_what_is_told_is_that_of_the_file() -> None:
    burnt = load_file(ROOT / "rules" / "burn.yaml").game
    assert BASE is not None and burnt is not None
    gone = [d.said.split("`")[1] for d in differences(BASE, burnt) if d.said.startswith("there is no option")]
    assert gone == ["plain_take", "trump_take", "ace_takes_all", "ace_take"]


def test_the_command_says_what_was_and_what_is_now() -> None:
    ran = subprocess.run(
        [*COMMAND, "rules", "diff", "yourtrumps", "deck_32", "--ascii", "--no-color"],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=True,
    )
    assert "- 32 cards are played with instead of 36: without 6C, 6D, 6H, 6S" in ran.stdout
    assert "  was: " in ran.stdout and "  now: " in ran.stdout
