"""`verify --mutants` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.exits import Exit
from tests.cli.running import run
from tests.mutants.files import TOY, game_of
from verify.mutants.mutant import mutants


def _id(sentence: str) -> str:
    return next(m.id for m in mutants(game_of(TOY)) if m.sentence == sentence)


KILLED = _id("move `lay`: move card to heap -> nothing")
SURVIVOR = _id("move `lay`: pass -> nothing")


def test_killed_mutants_leave_no_question() -> None:
    ran = run("verify", TOY, "--mutants", "--mutant", KILLED, "--details")
    assert ran.exit_code == Exit.OK
    assert f"{'killed':<22} {KILLED}" in ran.stdout
    assert "    was  move card to heap\n    is   nothing\n    not proved: a card comes on top" in ran.stdout
    assert f"{KILLED:<34} 1\n" in ran.stdout
    assert "     1      1      1  a card comes on top" in ran.stdout
    assert "1 killed" in ran.stdout


def test_a_survivor_is_told_with_its_line() -> None:
    ran = run("verify", TOY, "--mutants", "--mutant", SURVIVOR)
    assert ran.exit_code == Exit.UNKNOWN
    assert f"survives               {SURVIVOR}" in ran.stdout
    assert "toy.yaml:38:9: move `lay`, something left out" in ran.stdout
    assert max(map(len, ran.stdout.splitlines()[2:6])) <= 80 + len(str(TOY))


def test_json_has_the_whole_matrix() -> None:
    ran = run("verify", TOY, "--mutants", "--mutant", KILLED, "--mutant", SURVIVOR, "--json")
    data = json.loads(ran.stdout)
    rows = {m["id"]: (m["fate"], m["not proved"], m["is"]) for m in data["mutants"]}
    assert rows == {
        KILLED: ("killed", ["a card comes on top"], "nothing"),
        SURVIVOR: ("survives", [], "nothing"),
    }
    assert data["checks"][0] == {"check": "a card comes on top", "kills": 1, "alone": 1}
    assert (data["exit"], ran.exit_code) == (Exit.UNKNOWN, Exit.UNKNOWN)


def test_a_named_check_is_the_only_one_asked() -> None:
    ran = run("verify", TOY, "--mutants", "--mutant", KILLED, "--check", "nobody is without cards", "--json")
    data = json.loads(ran.stdout)
    assert [c["check"] for c in data["checks"]] == ["nobody is without cards"]
    assert data["mutants"][0]["fate"] == "survives"


def test_an_argument_explains_a_survivor(tmp_path: Path) -> None:
    argued = tmp_path / "argued.yaml"
    argued.write_text(
        f'{SURVIVOR}: {{change: "move `lay`: pass -> nothing", because: nobody minds}}\n'
        "move-lay-000000: {change: none, because: it has gone}\n",
        encoding="utf-8",
    )
    ran = run("verify", TOY, "--mutants", "--mutant", SURVIVOR, "--argued", argued, "--details")
    assert ran.exit_code == Exit.OK
    assert "the same by argument" in ran.stdout and "nobody minds" in ran.stdout
    assert "there is no mutant `move-lay-000000`" in ran.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a list", "a mapping from mutants to arguments should stand here"),
        ("a: [", "line 1: this is no YAML"),
        ("a: {change: b}", "`a` needs `change` and `because`, and nothing else"),
        ('a: {change: b, because: ""}', "`a` has no argument"),
    ],
)
def test_bad_arguments(tmp_path: Path, text: str, message: str) -> None:
    argued = tmp_path / "argued.yaml"
    argued.write_text(text, encoding="utf-8")
    ran = run("verify", TOY, "--mutants", "--argued", argued)
    assert ran.exit_code == Exit.FAULTY_FILE
    assert message in ran.stderr and ran.stdout == ""


def test_a_mutant_that_there_is_not() -> None:
    ran = run("verify", TOY, "--mutants", "--mutant", "move-play")
    assert ran.exit_code == Exit.FAULTY_COMMAND
    assert "no mutant is called `move-play`" in ran.stderr
