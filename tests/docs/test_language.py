"""The specification says what is so: its examples load, its tables and its grammar are those of the code."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from interpreter.check import cards, functions, kinds, names, scope, weight
from interpreter.check.expressions import MAX_DEPTH
from interpreter.check.load import Loaded, load
from interpreter.front import extend, parser, shape, tree
from interpreter.front.format import format_source
from interpreter.front.tree import Scalar
from interpreter.ir.invariants import violations
from interpreter.ir.types import spell
from interpreter.text.codes import Code
from interpreter.text.diagnostic import MOST, Report
from interpreter.text.source import Source
from tests.docs.pages import Block, blocks, page
from tests.house.tree import ROOT

PAGE = page("language.md")
BLOCKS = blocks("language.md")
[WHOLE] = [b for b in BLOCKS if b.mark == "file"]
UNUSED_HERE = {Code.E801}
"""An option that only an example declares is read by no rule."""


def marked(mark: str) -> list[Any]:
    return [pytest.param(b, id=f"line {b.line}") for b in BLOCKS if b.mark == mark]


def plain(text: str) -> dict[str, Any]:
    """YAML as mappings and lists of texts."""
    found = yaml.load(text, Loader=yaml.BaseLoader)
    assert isinstance(found, dict)
    return found


def completed(fragment: dict[str, Any]) -> str:
    """The whole example with the sections of a fragment put over its own, named items one by one."""
    whole = plain(WHOLE.text)
    for section, given in fragment.items():
        named = section in shape.NAMED and section in whole
        whole[section] = {**whole[section], **given} if named else given
    return yaml.safe_dump(whole, sort_keys=False, width=10_000)


def base(name: Scalar, here: Source, report: Report) -> Source | None:
    return Source("heaps.yaml", WHOLE.text)


def errors(loaded: Loaded) -> list[str]:
    """What is wrong with a file, or with the game that came of it."""
    found = [f"{d.span}: {d.code.name}: {d.message}" for d in loaded.report.errors]
    return found if loaded.game is None else found + violations(loaded.game)


def parts(mark: str) -> str:
    """The text of a section of the page."""
    return PAGE.split(f"\n## {mark}", 1)[1].split("\n## ", 1)[0]


# examples -------------------------------------------------------------------------------------------------


def test_every_example_is_marked() -> None:
    assert {b.mark for b in BLOCKS if b.kind == "yaml"} <= {"file", "fragment", "variant", "effects", "steps"}


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.kind == "yaml"], ids=lambda b: f"line {b.line}")
def test_examples_have_the_layout(block: Block) -> None:
    text = f"setup:\n{indented(block.text)}" if block.mark in ("effects", "steps") else block.text
    assert format_source(Source("page.yaml", text), Report()) == text


def indented(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


def test_the_whole_file_loads_without_a_word() -> None:
    loaded = load(Source("heaps.yaml", WHOLE.text))
    assert loaded.game is not None
    assert list(loaded.report) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_whole_file_is_for_several_numbers_of_players(seats: int) -> None:
    game = load(Source("heaps.yaml", WHOLE.text), seats=seats).game
    assert game is not None
    assert game.seats == seats


@pytest.mark.parametrize("block", marked("fragment"))
def test_fragments_load(block: Block) -> None:
    loaded = load(Source("page.yaml", completed(plain(block.text))))
    assert [d.message for d in loaded.report.errors if d.code not in UNUSED_HERE] == []
    assert loaded.game is None or violations(loaded.game) == []


@pytest.mark.parametrize("block", marked("variant"))
def test_variants_load(block: Block) -> None:
    loaded = load(Source("page.yaml", block.text), find=base)
    assert errors(loaded) == []


@pytest.mark.parametrize("block", marked("effects"))
def test_effects_load(block: Block) -> None:
    move = {
        "phase": "play",
        "pick": "card from hand[me]",
        "do": yaml.load(block.text, Loader=yaml.BaseLoader),
    }
    assert errors(load(Source("page.yaml", completed({"moves": {"example": move}})))) == []


@pytest.mark.parametrize("block", marked("steps"))
def test_steps_load(block: Block) -> None:
    steps = yaml.load(block.text, Loader=yaml.BaseLoader)
    assert errors(load(Source("page.yaml", completed({"setup": steps})))) == []


@pytest.mark.parametrize("block", marked("expressions"))
def test_expressions_have_the_types_that_are_said(block: Block) -> None:
    pairs = [re.split(r"\s{2,}", line.strip()) for line in block.text.splitlines()]
    bodies = {f"example{n}(card card)": text for n, (text, _) in enumerate(pairs)}
    bodies = {key.replace("card card", "card c0"): re.sub(r"\bcard\b", "c0", t) for key, t in bodies.items()}
    loaded = load(Source("page.yaml", completed({"define": bodies})))
    assert errors(loaded) == []
    assert loaded.game is not None
    types = {d.name: spell(d.type) for d in loaded.game.definitions}
    assert [types[f"example{n}"] for n in range(len(pairs))] == [kind for _, kind in pairs]


@pytest.mark.parametrize("block", marked("same"))
def test_expressions_that_mean_the_same(block: Block) -> None:
    pairs = [re.split(r"\s{2,}", line.strip()) for line in block.text.splitlines()]
    bodies = {f"example{n}_{side}": text for n, pair in enumerate(pairs) for side, text in enumerate(pair)}
    loaded = load(Source("page.yaml", completed({"define": bodies})))
    assert errors(loaded) == []
    assert loaded.game is not None
    found = {d.name: d.body for d in loaded.game.definitions}
    assert [n for n in range(len(pairs)) if found[f"example{n}_0"] != found[f"example{n}_1"]] == []


# tables ---------------------------------------------------------------------------------------------------


def test_the_grammar_is_the_one_that_is_used() -> None:
    [block] = [b for b in BLOCKS if b.kind == "lark"]
    assert block.text == (ROOT / "interpreter/front/grammar.lark").read_text(encoding="utf-8")


def test_the_words_of_the_language() -> None:
    text = next(b.text for b in BLOCKS if b.kind == "text" and b.text.startswith("all and"))
    assert set(text.split()) == scope.RESERVED
    assert text.split() == sorted(text.split())


def test_every_section_and_function_and_word_is_said() -> None:
    sections = re.findall(r"^\| `(\w+)` \|", parts("1. The file"), re.MULTILINE)
    assert set(sections) == set(shape.SECTIONS)
    said = re.findall(r"`(\w+)\(", parts("5. Expressions") + parts("10. Checks"))
    assert set(functions.FUNCTIONS) <= set(said)
    assert [w for w in names.WORDS if f"`{w}`" not in PAGE and w not in ("true", "false")] == []


def test_every_fault_is_said() -> None:
    faults = [c.name for c in Code if c.name.startswith("F")]
    assert re.findall(r"^\| (F\d+) \|", parts("12. Faults"), re.MULTILINE) == faults


def test_every_code_that_is_named_exists() -> None:
    assert set(re.findall(r"\b[EWFR]\d{3}\b", PAGE)) <= {c.name for c in Code}


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (tree.MAX_BYTES // 1024, "{} KiB"),
        (tree.MAX_NODES, "{:,} keys and values"),
        (tree.MAX_DEPTH, "{} deep"),
        (extend.MOST_BASES, "files that extend each other | {} |"),
        (cards.MOST_PLAYERS, "players | {} |"),
        (cards.MOST_CARDS, "cards | {} |"),
        (parser.MAX_LENGTH, "{:,} characters"),
        (MAX_DEPTH, "{} deep; effects"),
        (weight.DEEPEST, "{} nodes deep"),
        (kinds.MOST_VALUES, "a range of numbers | {:,}"),
        (weight.LIMIT, "{:,} (E510)"),
        (weight.CHECK_LIMIT, "of one check {:,}"),
    ],
)
def test_the_limits_are_those_of_the_code(number: int, words: str) -> None:
    assert words.format(number) in parts("13. Limits")


def test_messages_stop_where_it_is_said() -> None:
    assert MOST == 50
    assert "after fifty errors" in " ".join(PAGE.split())
