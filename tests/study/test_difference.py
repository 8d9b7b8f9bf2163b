"""What `rules diff` tells."""

from __future__ import annotations

import subprocess
from pathlib import Path

from interpreter.check.load import load, load_file
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from study.difference import Difference, differences, same_rules
from tests.cli.running import COMMAND, environment

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
