"""What people type and what it means."""

from __future__ import annotations

import pytest

from cli.ask import Chosen, Command, Ordered, Refused, Unclear
from cli.look import Look
from cli.talk import why_not
from interpreter.ir.nodes import Deck, Named
from interpreter.ir.types import CARD
from interpreter.run.protocol import Action
from tests.cli.scenes import ME, PACK, TAKE, asked, choose, duel, duel_view, lay, speller

LEGAL = [lay(c) for c in ("7C", "10H", "JH", "QS", "KS")]
EVERYTHING = asked(duel(), [*LEGAL, TAKE])


@pytest.mark.parametrize(
    "line",
    [
        *("10h", "10H", "th", "TH", " 10 h ", "h10", "ht", "10-h", "\uff11\uff10h"),
        *("10\u2665", "10\u2665\ufe0f", "10\u2661", "\u266510"),
        *("10 of hearts", "10 hearts", "10 heart", "hearts 10", "the 10 of hearts"),
        *("2", "beat 10h", "BEAT with 10H", "beat with the 10 of hearts"),
    ],
)
def test_spellings_of_a_card(line: str) -> None:
    assert EVERYTHING.understand(line) == Chosen(lay("10H"))


@pytest.mark.parametrize(
    "line", ["queen of spades", "qs", "Q\u2660", "queens", "Qs", "queen", "queen spade", "4"]
)
def test_spellings_of_a_court_card(line: str) -> None:
    assert EVERYTHING.understand(line) == Chosen(lay("QS"))


@pytest.mark.parametrize("line", ["take", "t", "ta", "Take 3 of 7", "take 3", "6", "TAKE"])
def test_spellings_of_a_move_without_picks(line: str) -> None:
    expected = Unclear((lay("10H"), TAKE)) if line == "t" else Chosen(TAKE)
    assert EVERYTHING.understand(line) == expected


@pytest.mark.parametrize(
    "line", ["s", "spades", "\u2660", "trump suit spades", "name trump s", "name_trump spade", "4"]
)
def test_spellings_of_a_suit(line: str) -> None:
    question = asked(duel(), [choose(s) for s in "CDHS"])
    assert question.understand(line) == Chosen(choose("S"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("?", Ordered(Command.HELP)),
        ("help", Ordered(Command.HELP)),
        ("hint", Ordered(Command.HINT)),
        ("Undo", Ordered(Command.UNDO)),
        ("un", Ordered(Command.UNDO)),
        ("quit", Ordered(Command.QUIT)),
        ("exit", Ordered(Command.QUIT)),
        ("save", Ordered(Command.SAVE)),
        ("save My File.jsonl", Ordered(Command.SAVE, "My File.jsonl")),
    ],
)
def test_commands(line: str, expected: object) -> None:
    assert EVERYTHING.understand(line) == expected


def test_a_letter_that_could_leave_the_match_does_not_if_it_is_a_card() -> None:
    assert EVERYTHING.understand("q") == Unclear((lay("QS"),), (Command.QUIT,))
    assert asked(duel(), [TAKE]).understand("q") == Ordered(Command.QUIT)


@pytest.mark.parametrize(("line", "card"), [("k", "KS"), ("king", "KS"), ("clubs", "7C"), ("\u2663", "7C")])
def test_half_a_card_is_enough_when_one_fits(line: str, card: str) -> None:
    assert EVERYTHING.understand(line) == Chosen(lay(card))


def test_half_a_card_that_fits_two_is_unclear() -> None:
    assert EVERYTHING.understand("spades") == Unclear((lay("QS"), lay("KS")))


def test_a_number_past_the_menu_may_be_a_rank() -> None:
    assert EVERYTHING.understand("7") == Chosen(lay("7C"))
    assert EVERYTHING.understand("9") == Refused(tuple(lay(f"9{s}") for s in "CDHS"))
    assert EVERYTHING.understand("14") == Unclear()


def test_a_number_that_is_also_a_rank_is_asked_about() -> None:
    question = asked(duel(), [lay("2S"), lay("QS"), lay("3H"), lay("3S"), lay("4H")])
    assert question.understand("2") == Unclear((lay("QS"), lay("2S")))
    assert question.understand("#2") == Chosen(lay("QS"))
    assert question.understand("two") == Chosen(lay("2S"))
    assert question.understand("3") == Chosen(lay("3H"))
    assert question.understand("4") == Unclear((lay("3S"), lay("4H")))
    assert question.understand("5") == Chosen(lay("4H"))


@pytest.mark.parametrize("line", ["seven of clubs", "seven", "sevens", "SEVEN clubs", "beat with the seven"])
def test_ranks_in_words(line: str) -> None:
    assert EVERYTHING.understand(line) == Chosen(lay("7C"))


@pytest.mark.parametrize(
    ("symbols", "lines"), [(("9", "10"), ("t", "ten", "10")), (("9", "T"), ("t", "ten", "10", "TH"))]
)
def test_the_ten_by_any_name(symbols: tuple[str, ...], lines: tuple[str, ...]) -> None:
    suits = PACK.suits[2:3]
    deck = Deck(suits, tuple(Named(s, s) for s in symbols), None)
    ten = Action(ME, "beat", (("card", 1),))
    question = asked(duel(deck), [Action(ME, "beat", (("card", 0),)), ten])
    assert [question.understand(line) for line in lines] == [Chosen(ten)] * len(lines)


@pytest.mark.parametrize("line", ["1.0", "1 0", "1.0 hearts", "1,0h"])
def test_two_numbers_are_not_one(line: str) -> None:
    assert EVERYTHING.understand(line) == Unclear()


def test_half_a_card_that_may_not_be_chosen_is_refused() -> None:
    question = asked(duel(), [TAKE])
    assert question.understand("queen") == Refused(tuple(lay(f"Q{s}") for s in "CDHS"))


def test_the_beginning_of_several_commands_is_unclear() -> None:
    question = asked(duel(), [lay("QS"), TAKE])
    assert question.understand("he") == Ordered(Command.HELP)
    answer = asked(duel(), [choose("C"), choose("S")]).understand("h")
    assert answer == Unclear((), (Command.HINT, Command.HELP))


@pytest.mark.parametrize(
    ("line", "meant"), [("quit now", "quit"), ("hint please", "hint"), ("svae it", "save")]
)
def test_a_command_with_words_that_it_does_not_take(line: str, meant: str) -> None:
    assert EVERYTHING.understand(line) == Unclear(nearest=meant)


@pytest.mark.parametrize("line", ["6d", "6 of diamonds", "beat 6d"])
def test_a_card_that_may_not_be_chosen_is_refused_not_misread(line: str) -> None:
    assert EVERYTHING.understand(line) == Refused((lay("6D"),))


def test_a_move_that_is_not_legal_is_refused() -> None:
    assert asked(duel(), LEGAL).understand("take") == Refused((TAKE,))
    assert asked(duel(), [TAKE]).understand("beat") == Refused((Action(ME, "beat"),))


@pytest.mark.parametrize(("line", "meant"), [("hnit", "hint"), ("taek", "take"), ("udno", "undo")])
def test_a_slip_is_noticed(line: str, meant: str) -> None:
    assert EVERYTHING.understand(line) == Unclear(nearest=meant)


@pytest.mark.parametrize("line", ["xyzzy", "!", "0", "-1", "99999999999999999999", "\x00", "1" * 5000])
def test_nonsense_means_nothing(line: str) -> None:
    assert EVERYTHING.understand(line) == Unclear()


def test_enter_makes_the_only_move() -> None:
    assert asked(duel(), [TAKE]).understand("") == Chosen(TAKE)
    assert EVERYTHING.understand("") == Unclear()


@pytest.mark.parametrize(
    ("mine", "said"),
    [
        ("7C", "you have none of QC, QD, QH, QS"),
        ("QD 7C QS", "QD is too low"),
    ],
)
def test_why_half_a_card_may_not_be_chosen(mine: str, said: str) -> None:
    refused = Refused(tuple(lay(f"Q{s}") for s in "CDHS"))
    view = duel_view(mine, "KD", 3, [TAKE])
    letters = speller(duel(), Look(ascii=True))
    told = why_not(refused, view, lambda action: ((action.picks[0][1], CARD), " is too low"), letters)
    assert told.plain == said
