"""The table, the menu and what one types where there are many zones, many seats and several picks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cli.ask import Asked, Chosen, Refused, Unclear
from cli.look import Look
from cli.menu import Menu, make_menu, titled
from cli.places import numbered_cards
from cli.spell import Speller
from cli.table import Scene, draw
from cli.talk import why_not
from cli.words import Vocabulary
from interpreter.ir.types import Seat
from tests.cases.engines import Setting, evaluator_of
from tests.cases.pack import Pack
from tests.cli.golden import same_as_golden

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
SUITS, RANKS = "CDHS", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

POSITIONS: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "screens" / "positions.yaml").read_text("utf-8")
)
"""By name: the rule file, the number of seats and the position."""


@cache
def table(name: str) -> tuple[Any, Any]:
    """The engine and the state."""
    item = POSITIONS[name]
    made = evaluator_of(Setting(item["rules"], (), None, item["seats"]))
    stacks = frozenset(z.name for z in made.game.zones if z.ordered)
    pack = Pack(tuple(SUITS), RANKS, made.cards, stacks)
    return made, made.load(pack.position(item["start"]))


def menu_of(name: str, seat: Seat) -> Menu:
    made, state = table(name)
    view = made.view(state, seat)
    drawn = numbered_cards(made.game, view)
    return make_menu(made.game, view.legal, lambda a: titled(made, state, a), drawn)


def screen(name: str, seat: int, look: Look) -> str:
    made, state = table(name)
    scene = Scene(made.view(state, Seat(seat)), menu_of(name, Seat(seat)))
    lines = draw(scene, Speller(made.game, NAMES[: made.game.seats], look))
    assert len(lines) <= look.height
    return "\n".join(line.plain for line in lines)


@pytest.mark.parametrize(("columns", "rows"), [(60, 24), (60, 40), (100, 30)])
@pytest.mark.parametrize(("name", "seat"), [("answering", 1), ("six", 2), ("eights", 0)])
def test_screens(name: str, seat: int, columns: int, rows: int) -> None:
    found = screen(name, seat, Look(False, columns, rows))
    same_as_golden(f"screens/{name}-{columns}x{rows}.txt", found)


def asked(name: str, seat: int) -> Asked:
    made, _ = table(name)
    menu = menu_of(name, Seat(seat))
    names = NAMES[: made.game.seats]
    letters = Speller(made.game, names, Look(ascii=True))
    titles = tuple(letters.sentence(t).plain for t in menu.titles)
    return Asked(Vocabulary(made.game, names), Seat(seat), menu, titles)


@pytest.mark.parametrize(
    ("name", "seat", "line", "picks"),
    [
        ("answering", 1, "kh", (("place", 1), ("card", 37))),
        ("answering", 1, "answer 1 kh", (("place", 1), ("card", 37))),
        ("answering", 1, "2 10s", (("place", 2), ("card", 47))),
        ("answering", 1, "beat 6s with jc", (("place", 2), ("card", 9))),
        ("eights", 0, "8d hearts", (("card", 19), ("suit", 2))),
        ("eights", 0, "4h", (("card", 28),)),
    ],
)
def test_a_card_alone_is_enough_if_nothing_else_is_open(
    name: str, seat: int, line: str, picks: tuple[tuple[str, int], ...]
) -> None:
    found = asked(name, seat).understand(line)
    assert isinstance(found, Chosen)
    assert found.action.picks == picks


@pytest.mark.parametrize(
    ("name", "seat", "line", "number"), [("answering", 1, "jc", 2), ("eights", 0, "8d", 4)]
)
def test_it_is_asked_which_one(name: str, seat: int, line: str, number: int) -> None:
    found = asked(name, seat).understand(line)
    assert isinstance(found, Unclear)
    assert len(found.actions) == number


def test_the_rules_say_why_a_card_does_not_fit() -> None:
    made, state = table("six")
    found = asked("six", 2).understand("6c")
    assert isinstance(found, Refused)
    seen = made.view(state, Seat(2))
    speller = Speller(made.game, NAMES, Look(ascii=True))
    told = why_not(found, seen, lambda action: made.refusal(state, action), speller)
    assert told.plain == "6C does not beat 9D"
