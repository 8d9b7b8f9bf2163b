"""Variants that cannot be: each is refused with a code, at the line that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from interpreter.check.load import Loaded, load, load_file
from interpreter.check.settings import settle
from interpreter.front.tree import Scalar
from interpreter.run.engine import Evaluator
from interpreter.run.fitness import Unfit, unfit
from interpreter.text.diagnostic import Report
from interpreter.text.render import render
from interpreter.text.source import Source
from tests.cli.running import run
from tests.diagnostics.reader import Case, cases
from tests.diagnostics.running import reported, unmatched
from tests.variants.shelf import loaded, path

HEAD = "language: 1\nextends: yourtrumps\ngame: Mine\n"
FIVE = "change:\n  players: 5\n"
SEVEN = "change:\n  players: 7\n  options:\n    same_trump: yes\n"
REQUIRED, DEALT = "    that: same_trump or size(seats)", "  deal: deal all from deck"


@pytest.mark.parametrize("case", cases(Path(__file__).parent / "refusals.txt"), ids=lambda case: case.title)
def test_case(case: Case) -> None:
    missing, extra = unmatched(case, reported(case))
    assert not missing + extra, "\n".join(map(render, extra))


def test_options_that_nobody_reads_since_the_variant() -> None:
    """They stand in the base; the variant has taken away the rule that read them."""
    text = HEAD + "change:\n  define:\n    taken: size(pile)\nremove:\n  define: [due]\n"
    found = load(Source(str(path("mine")), text)).report.errors
    assert {d.code.name for d in found} == {"E801"}
    assert {d.span.text for d in found} == {"plain_take", "trump_take", "ace_takes_all", "ace_take"}


def test_a_circle_of_files() -> None:
    texts = {"other": "language: 1\nextends: mine\n", "mine": "language: 1\nextends: other\n"}

    def find(name: Scalar, here: Source, report: Report) -> Source:
        return Source(name.value, texts[name.value])

    [error] = load(Source("mine", texts["mine"]), find=find).report.errors
    assert (error.code.name, error.span.source.name, error.span.line) == ("E702", "other", 2)


def hindrance(found: Loaded, settings: Mapping[str, str] | None = None) -> Unfit:
    assert found.game is not None, [d.message for d in found.report]
    values, report = settle(found.game, dict(settings or {}), found.silent)
    assert not report.failed
    trouble = unfit(Evaluator(found.game, values))
    assert trouble is not None
    return trouble


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        (FIVE, "E814", REQUIRED, "5 players cannot have different trump suits in a deck of 4"),
        (SEVEN, "F811", DEALT, "36 cards do not divide among 7 seats"),
        (SEVEN.replace("7", "5"), "F811", DEALT, "36 cards do not divide among 5 seats"),
    ],
)
def test_too_many_players(text: str, code: str, line: str, message: str) -> None:
    """It is the variant's own line that is wrong; the rule of the base is named besides."""
    found = hindrance(load(Source(str(path("mine")), HEAD + text)))
    assert (found.code.name, found.message) == (code, message)
    assert found.span.source.line(found.span.line) == text.splitlines()[1]
    assert found.rule is not None and found.rule.source.line(found.rule.line).startswith(line)


def test_a_number_of_players_that_is_chosen_is_not_the_files_fault() -> None:
    """The rule is shown, not the line that allows other numbers as well."""
    text = HEAD + "change:\n  players: 3..5\n"
    assert hindrance(load(Source(str(path("mine")), text), seats=5)).rule is None


EQUAL = "with equal trump suits the mirror deal would lose cards"
SIXES = "with equal trump suits a lowest card would be due to two players"


@pytest.mark.parametrize(
    ("name", "settings", "deck", "message"),
    [
        ("mirror_deal", {"same_trump": "yes"}, None, EQUAL),
        ("mirror_deal", {}, "suits=C,D,H ranks=K,A", "a mirror deal needs pairs of suits, the deck has 3"),
        ("cambridge", {"same_trump": "yes"}, None, EQUAL),
        ("exchange_of_sixes", {"same_trump": "yes"}, None, SIXES),
        (
            "three_or_four",
            {},
            "suits=C,D ranks=Q,K,A",
            "3 players cannot have different trump suits in a deck of 2",
        ),
    ],
)
def test_settings_that_do_not_go_together(
    name: str, settings: dict[str, str], deck: str | None, message: str
) -> None:
    found = hindrance(load_file(path(name), deck), settings)
    assert (found.code.name, found.message) == ("E814", message)


def test_a_number_of_players_that_a_file_is_not_for() -> None:
    [error] = load_file(path("three_or_four"), seats=5).report.errors
    assert error.code.name == "E811"
    assert error.message == "these rules are for 3 to 4 players, not for 5"
    assert loaded("three_or_four", 4).game is not None


@pytest.mark.parametrize(("text", "code"), [(FIVE, "E814"), (SEVEN, "F811")])
@pytest.mark.parametrize("command", ["rules check", "simulate --matches 1", "play"])
def test_every_command_refuses(tmp_path: Path, command: str, text: str, code: str) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(HEAD + text, encoding="utf-8")
    done = run(*command.split(), mine)
    assert done.exit_code == 1
    assert f"error {code}" in done.output
