"""The page that explains the codes: complete, in order, and right about its own examples."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.check.settings import defaults
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.rng import stream
from interpreter.text import codes
from interpreter.text.codes import Code
from interpreter.text.source import Source
from tests.diagnostics.bases import changed
from tests.diagnostics.reader import Case
from tests.diagnostics.running import reported

PAGE = Path(codes.__file__).with_name("errors.md")
HEADING = re.compile(r"^## (?:([EWFR]\d{3}) (.*))$", re.MULTILINE)
FENCE = re.compile(r"^```(yaml|sh) (wrong|right)(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
WITHOUT_EXAMPLE = {"E101", "E103"} | {c.name for c in Code if c.name.startswith("R")}


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of a rule file, or a command, under a code; `more` is what stands behind `wrong` or `right`."""

    code: str
    language: str
    verdict: str
    more: str
    text: str


def sections() -> dict[str, str]:
    text = PAGE.read_text(encoding="utf-8")
    starts = list(HEADING.finditer(text))
    ends = [*(m.start() for m in starts[1:]), len(text)]
    return {m[1]: text[m.end() : end] for m, end in zip(starts, ends, strict=True)}


def examples() -> Iterator[Example]:
    for code, text in sections().items():
        for m in FENCE.finditer(text):
            yield Example(code, m[1], m[2], m[3].strip(), m[4])


ALL = list(examples())
FAULTS = [e for e in ALL if e.code.startswith("F") and e.code != "F813"]
"""A check that faults counts as violated, so F813 stops no match."""


def found(example: Example) -> list[str]:
    """The codes that the example yields."""
    if example.language == "sh":
        return _of_command(shlex.split(example.text))
    whole = "whole" in example.more
    case = Case("errors.md", example.code, 0, example.text if whole else changed(example.text))
    words = dict(w.split("=", 1) for w in shlex.split(example.more) if "=" in w)
    case.deck = words.get("deck")
    return [d.code.name for d in reported(case)]


def _of_command(words: list[str]) -> list[str]:
    """The program's own words, with the small game for `heaps`."""
    if words[1:3] == ["rules", "check"]:
        return [d.code.name for d in load_file(words[3]).report]
    assert words[:3] == ["yourtrumps", "play", "heaps"]
    case = Case("errors.md", "", 0, changed(""))
    given = dict(zip(words[3::2], words[4::2], strict=True))
    case.deck = given.get("--deck")
    case.settings = [given["--set"]] if "--set" in given else []
    return [d.code.name for d in reported(case)]


def test_every_code_has_its_section_in_order_with_its_title() -> None:
    headings = [(m[1], m[2]) for m in HEADING.finditer(PAGE.read_text(encoding="utf-8"))]
    assert headings == [(code.name, code.title) for code in Code]


def test_every_section_says_something_and_shows_wrong_and_right() -> None:
    for code, text in sections().items():
        assert len(FENCE.sub("", text).split()) > 5, code
        verdicts = [m[2] for m in FENCE.finditer(text)]
        assert verdicts == ([] if code in WITHOUT_EXAMPLE else ["wrong", "right"]), code


@pytest.mark.parametrize("example", ALL, ids=lambda e: f"{e.code} {e.verdict}")
def test_an_example_is_what_it_says(example: Example) -> None:
    codes_found = found(example)
    errors = {c for c in codes_found if c.startswith("E")}
    if example.verdict == "right" or example.code.startswith("F"):
        assert not errors
        assert example.code not in codes_found
    else:
        assert example.code in codes_found
        assert errors <= {example.code}


@pytest.mark.parametrize("example", FAULTS, ids=lambda e: f"{e.code} {e.verdict}")
def test_an_example_of_a_fault_plays_into_it(example: Example) -> None:
    faults = {code for seed in range(6) for code in _faults(example, seed)}
    assert (example.code in faults) == (example.verdict == "wrong")


def _faults(example: Example, seed: int) -> Iterator[str]:
    """The faults of one match in which everybody moves at random, and of its checks."""
    game = load(Source("errors.md", changed(example.text))).game
    assert game is not None
    engine = Evaluator(game, defaults(game))
    dice = stream(seed, 0, 1)
    try:
        state = engine.initial()
        for _ in range(150):
            if engine.outcome(state) is not None:
                return
            for seat in engine.actors(state):
                engine.view(state, seat)
            legal = engine.legal(state)
            state = engine.apply(state, legal[dice.below(len(legal))])
    except Fault as fault:
        yield fault.code.name


def test_every_code_is_reported_somewhere() -> None:
    """A code that nothing reports is explained for nothing."""
    packages = [PAGE.parents[2] / name for name in ("interpreter", "cli")]
    text = "\n".join(p.read_text(encoding="utf-8") for folder in packages for p in folder.rglob("*.py"))
    assert [c.name for c in Code if f"Code.{c.name}" not in text] == []
