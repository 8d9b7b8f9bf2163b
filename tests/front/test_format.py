"""The formatter: pairs of files, and what holds for every file in every layout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import interpreter.front.format as formatter
from interpreter.check.load import load
from interpreter.front import parser
from interpreter.front.format import content, format_source
from interpreter.front.formatting import spacing
from interpreter.front.formatting.spacing import spaced
from interpreter.front.tree import Mapping, Scalar, parse_tree
from interpreter.ir.printing import print_game
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span
from tests.front.layouts import Layouts
from tests.house.tree import ROOT

HERE = Path(__file__).parent
PAIRS = sorted(HERE.glob("formatting/*.before.yaml"))
RULES = sorted([*ROOT.glob("rules/*.yaml"), *ROOT.glob("tests/rules/*.yaml")])
SEEDS = settings(
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # a smaller seed is no simpler layout
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
NO_BREAK = "\N{NO-BREAK SPACE}"
PIECES = [
    *("a", "b:", "c", "\n", "\n\n", "\n   ", "-", "?", ":", "#", ",", "[", "]", "{", "}", "'", '"', "|\n"),
    *("|+", ">-\n  ", "|2", "!!str", "!!map", "---", "\n...", "%", "\\", "\t", "# x\n", " ", NO_BREAK),
]
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def said(text: str) -> str:
    """The formatted text, which has to be there."""
    report = Report()
    found = format_source(Source("test.yaml", text), report)
    assert found is not None, [d.message for d in report]
    return found


def tree(text: str) -> Mapping:
    found = parse_tree(Source("test.yaml", text), Report())
    assert isinstance(found, Mapping)
    return found


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is given back as it was would hide that its layout went wrong."""
    same = formatter._says_the_same

    def insist(text: str, root: Mapping) -> bool:
        assert same(text, root), text
        return True

    monkeypatch.setattr(formatter, "_says_the_same", insist)


@pytest.mark.parametrize("path", PAIRS, ids=lambda p: p.name.split(".")[0])
def test_pairs(path: Path, strict: None) -> None:
    expected = path.with_name(path.name.replace("before", "after")).read_text(encoding="utf-8")
    assert said(path.read_text(encoding="utf-8")) == expected
    assert said(expected) == expected


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.name)
def test_the_rule_files_have_the_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert said(text) == text


# all layouts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.name)
@settings(SEEDS, max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_every_layout_says_the_same_when_formatted(strict: None, path: Path, seed: int) -> None:
    original = tree(path.read_text(encoding="utf-8"))
    layouts = Layouts(seed)
    text = layouts.write(original)
    formatted = said(text)
    assert content(tree(formatted)) == content(original)
    assert said(formatted) == formatted
    assert [c for c in layouts.comments if formatted.count(c) != 1] == []
    assert formatted.count("# number") == len(layouts.comments)
    assert not any(bad in formatted for bad in ("\r", MARK, "\t", " \n"))
    assert formatted.endswith("\n") and not formatted.endswith("\n\n")


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.name)
@settings(SEEDS, max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_every_layout_is_the_same_game_when_formatted(strict: None, path: Path, seed: int) -> None:
    text = path.read_text(encoding="utf-8")
    formatted = said(Layouts(seed).write(tree(text)))
    games = [load(Source(str(path), each)).game for each in (text, formatted)]
    assert games[0] is not None and games[1] is not None
    assert games[0] == games[1]
    assert print_game(games[0]) == print_game(games[1])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_any_text_is_formatted_for_good_or_refused(pieces: list[str]) -> None:
    text = " ".join(pieces)
    report = Report()
    formatted = format_source(Source("test.yaml", text), report)
    if formatted is None:
        assert report.failed
    else:
        assert said(formatted) == formatted
        assert formatted.count("#") == text.count("#")


# expressions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("a+b *c", "a + b * c"),
        ("- a- -1", "-a - -1"),
        ("x-1", "x - 1"),
        ("f( a,b )[ c ] . suit", "f(a, b)[c].suit"),
        ("not(a)and(b)", "not (a) and (b)"),
        ("if a then-1 else(b)", "if a then -1 else (b)"),
        ("count( c in held [me]where c.rank>=6 )", "count(c in held[me] where c.rank >= 6)"),
        ("lowest (x over c in z)", "lowest(x over c in z)"),
        ("move 3from top  of a to bottom of b", "move 3 from top of a to bottom of b"),
        ("(a becomes-1;pass)", "(a becomes -1; pass)"),
        ("-5 .. 5", "-5..5"),
        ("f(0..-1 x)", "f(0..-1 x)"),
        ("a!=b", "a != b"),
        ("x for (y)", "x for (y)"),
        ("_x(1) - _y", "_x(1) - _y"),
    ],
)
def test_spacing(given_text: str, expected: str) -> None:
    assert [line.text for line in spaced(given_text)] == [expected]


def test_the_words_are_those_of_the_grammar() -> None:
    grammar = (ROOT / "interpreter/front/grammar.lark").read_text(encoding="utf-8")
    words = set(re.findall(r"^[A-Z]+(?:\.1)?: /([a-z]+)\(\?!", grammar, re.MULTILINE))
    assert words - {"count", "those"} == spacing._WORDS  # these two are written like functions


def test_the_formatter_parses_what_the_checks_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of `kinds.py` know every scalar that has a grammar."""
    seen: set[tuple[int, str]] = set()
    parse = parser.parse_span

    def note(span: Span, start: str, report: Report) -> object:
        seen.add((span.start, start))
        return parse(span, start, report)

    monkeypatch.setattr(parser, "parse_span", note)
    for path in RULES:
        if "extends" in path.read_text(encoding="utf-8"):
            continue
        source = Source(str(path), path.read_text(encoding="utf-8"))
        seen.clear()
        load(source)
        checked = set(seen)
        seen.clear()
        format_source(source, Report())
        assert checked == seen, path.name


def test_a_sentence_has_no_blanks_at_its_ends() -> None:
    for text in ("|\n    {me} wins\n", '"  {me} wins "\n', ">-\n\n    {me}\n    wins\n"):
        root = tree(f"said: {text}")
        value = root.entries[0].value
        assert isinstance(value, Scalar)
        sentence = parser.parse_sentence(value, Report())
        assert sentence is not None
        assert [p for p in sentence.parts if isinstance(p, str)] == [" wins"]


def test_a_word_means_the_same_in_a_block_of_text() -> None:
    """The line end of a block is no part of the word in it."""
    text = (ROOT / "tests/rules/descent.yaml").read_text(encoding="utf-8")
    assert "seen by: nobody" in text
    block = text.replace("seen by: nobody", "seen by: |\n      nobody")
    assert load(Source("a.yaml", block)).game == load(Source("a.yaml", text)).game


# files that are not touched -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [b\n", "E117"),
        ("", "E112"),
        ("- a\n", "E203"),
        ("a: 1\na: 2\n", "E107"),
        ("turn:\n  among: size(\n", "E303"),
        ("moves:\n  m:\n    said: '{'\n", "E308"),
        ('deck:\n  where: "card\\x2erank == 6"\n', "E306"),
    ],
)
def test_a_faulty_file_is_refused(text: str, code: str) -> None:
    report = Report()
    assert format_source(Source("test.yaml", text), report) is None
    assert [d.code.name for d in report] == [code]


def test_a_file_with_many_mistakes_is_refused() -> None:
    text = "define:\n" + "".join(f"  d{n}: (\n" for n in range(80))
    assert format_source(Source("test.yaml", text), Report()) is None


@pytest.mark.parametrize(
    "text", [f"{NO_BREAK} a: b\n", f"a: |\n  b {NO_BREAK}\n\nc: {NO_BREAK}\n", f"a: b # {NO_BREAK}\n"]
)
def test_a_space_that_is_none_to_yaml_is_kept(strict: None, text: str) -> None:
    assert said(text).count(NO_BREAK) == text.count(NO_BREAK)


@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ('a: {b: no, c: "x",  }', 'a: {b: no, c: "x"}'),
        ("a: [b, [c , ],]", "a: [b, [c]]"),
        ("a: {b: ,}", "a: {b: }"),
        ("a: [{b: c} , ]", "a: [{b: c}]"),
        ("a: [\n  b,\n  c,\n  ]", "a: [\n  b,\n  c,\n  ]"),
        ("a: [b,  # why\n  ]", "a: [b,  # why\n  ]"),
    ],
)
def test_a_comma_that_nothing_follows(strict: None, text: str, formatted: str) -> None:
    assert said(text) == f"{formatted}\n"
    assert said(formatted) == f"{formatted}\n"


def test_line_ends_and_byte_order_mark() -> None:
    assert said(MARK + "game:  X\r\nabout: y\rplayers: 2") == "game: X\nabout: y\nplayers: 2\n"


def test_a_file_that_would_grow_too_large_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a:\n" + " b:\n" + "  c:\n" + "".join(f"   k{n}: {n}\n" for n in range(1_000))
    monkeypatch.setattr(formatter, "MAX_BYTES", len(text))
    assert format_source(Source("test.yaml", text), Report()) == text
