"""Whole drawn tables, at several sizes, with signs and with letters."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Protocol

import pytest
from rich.console import Console
from rich.text import Text

from cli.look import Look
from cli.table import Scene, draw
from interpreter.ir.nodes import Deck, Family, Named, Shown, Table, Zone
from interpreter.ir.types import IntType
from interpreter.run.protocol import View, ZoneView
from tests.cli.golden import same_as_golden
from tests.cli.scenes import EVERYONE, RANKS, TAKE, cards, duel, duel_view, lay, menu, speller, text

SAID = (Text("  Anna leads 6C"), Text("  Greedy beats 6C with 7C"), Text("  Greedy lays 10H on top"))
EIGHTEEN = "7C 8C JC AC 6D 7D 8D AD 6H 7H JH AH 6S 8S 9S JS QS AS"
HUGE = " ".join(f"{r}{s}" for s in "CDHS" for r in RANKS[4:] if r + s != "9D")
TALL = 60


class Make(Protocol):
    """Makes a view, and has a name."""

    __name__: str

    def __call__(self) -> View: ...


def scene(view: View) -> Scene:
    mine = view.zones["hand"][0].cards or ()
    return Scene(view, menu(duel(), view.legal, mine), SAID, (), "12 plies")


def drawn(view: View, look: Look) -> list[str]:
    return [line.plain for line in draw(scene(view), speller(duel(), look))]


def middling() -> View:
    return duel_view(EIGHTEEN, "9H 10D AH 10H", 14, [lay(c) for c in ("JH", "AH", "6S", "QS")])


def huge() -> View:
    return duel_view(HUGE, "9D", 0, [lay(c) for c in ("10D", "QD", "6S", "AS")])


def deep() -> View:
    stack = "6C 7D 8H 9S 10C JD QH KS AC 6D 7H 8S 9C 10D JH QS KC AD 6H"
    return duel_view("7S", stack, 16, [lay("7S"), TAKE])


@pytest.mark.parametrize("letters", [False, True], ids=["signs", "letters"])
@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("make", [middling, huge, deep])
def test_screens(make: Make, width: int, letters: bool) -> None:
    lines = drawn(make(), Look(letters, width, 24))
    kind = "letters" if letters else "signs"
    same_as_golden(f"screens/{make.__name__}-{width}-{kind}.txt", "\n".join(lines))


@pytest.mark.parametrize("width", [40, 60, 80, 100, 250])
@pytest.mark.parametrize("make", [middling, huge, deep])
def test_no_line_is_too_long(make: Make, width: int) -> None:
    assert max(len(line) for line in drawn(make(), Look(False, width, TALL))) <= width


@pytest.mark.parametrize("make", [middling, huge, deep])
def test_sixty_by_twenty_four_is_enough(make: Make) -> None:
    assert len(drawn(make(), Look(False, 60, 24))) < 24


def test_letters_only_means_letters_only() -> None:
    for make in (middling, huge, deep):
        assert "\n".join(drawn(make(), Look(True, 60, TALL))).isascii()


def test_cards_stand_when_there_is_height() -> None:
    assert any("╭───╮" in line for line in drawn(huge(), Look(False, 60, TALL))[8:])


def test_the_other_side_lies_open_if_the_rules_say_so() -> None:
    view = duel_view("6C", "9D", "7C AS", [TAKE])
    same_as_golden("screens/open.txt", "\n".join(drawn(view, Look(False, 60, 24))))


def test_a_spectator_sees_everything() -> None:
    view = duel_view("6C 10H", "9D", "7C AS")
    watched = Scene(replace(view, viewer=None, marked=frozenset()), opened=(view, view))
    lines = draw(watched, speller(duel(), Look(False, 60, 24)))
    same_as_golden("screens/watched.txt", "\n".join(line.plain for line in lines))


def test_a_game_that_says_nothing_of_its_table_is_drawn_all_the_same() -> None:
    game = replace(duel(), table=Table((), None, None))
    lines = draw(scene(middling()), speller(game, Look(False, 60, 24)))
    assert [line.plain for line in lines] == [
        line.replace("   ★ trump", "") for line in drawn(middling(), Look(False, 60, 24))
    ]


def test_a_family_of_zones_lies_side_by_side() -> None:
    base = duel()
    attack = Zone("attack", Family(IntType(1, 6)), True, EVERYONE, EVERYONE, text("attack"))
    shown = (Shown("hand", "mine", True), Shown("attack", "centre", False))
    game = replace(base, zones=(*base.zones[:2], attack), table=Table(shown, None, None))
    places = tuple(ZoneView(cards(c), len(c.split())) for c in ("6C 9C", "6D", "", "10H", "JS QS KS", ""))
    view = duel_view("6H 8S", "", 9, [lay("6H")])
    view = replace(view, zones={**view.zones, "attack": places})
    lines = draw(scene(view), speller(game, Look(False, 60, 30)))
    same_as_golden("screens/family.txt", "\n".join(line.plain for line in lines))


def test_other_suits_have_letters_and_inks() -> None:
    deck = Deck((Named("acorns", "A"), Named("bells", "B")), (Named("ober", "O"), Named("ace", "X")), None)
    view = replace(duel_view("2C", "", 3), variables={})
    screen = draw(Scene(view), speller(duel(deck), Look(False, 60, 24)))
    assert any("│OA" in line.plain for line in screen)


def test_suits_have_four_colours() -> None:
    look = Look(False, 100, 24)
    out = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=100)
    styles = {str(speller(duel(), look).card(c).style) for c in cards("6C 6D 6H 6S")}
    assert len(styles) == 4
    with out.capture() as captured:
        out.print(speller(duel(), look).card(cards("6H")[0]))
    assert "\x1b[31m" in captured.get()


def test_nothing_in_a_rule_file_can_move_the_cursor() -> None:
    said = speller(duel(), Look()).sentence(("\x1b[2Jgone",))
    assert "\x1b" not in said.plain
