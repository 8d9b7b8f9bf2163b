"""What a run reports as a whole: several mistakes, in order, within a bound, from several files, as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.text.codes import Code
from interpreter.text.diagnostic import MOST, Diagnostic, Note, Report, TooMany
from interpreter.text.render import as_data, render
from interpreter.text.source import Source, Span
from tests.diagnostics.bases import HEAPS, changed
from tests.diagnostics.running import find

SEVERAL = """\
options:
  most:
    range: 9..1
    default: 4
zones:
  heap:
    of: table
    kind: stack
    seen by: everbody
define:
  fits(card c): c.suit = red
  spare: size(dcek) - 1
phases:
  play: lay a card or draw one
moves:
  draw:
    phase: paly
    when: passes < heap
    do:
      - put card on heap
      - passes becomes 100
    said: "{mee} draws {size(heep)}"
endings:
  long:
    when: passes == 99
    winers: me
"""


def found(text: str) -> list[Diagnostic]:
    return load(Source("case.yaml", text), find=find).report.sorted()


def test_a_run_reports_mistakes_of_every_kind_in_the_order_of_the_file() -> None:
    codes = [d.code.name for d in found(changed(SEVERAL)) if d.is_error]
    assert codes == [
        *("E507", "E401", "E304", "E401", "E405", "E502", "E301", "E508", "E401", "E401", "E201"),
    ]


def test_errors_come_in_the_order_of_their_places() -> None:
    places = [d.span.start for d in found(changed(SEVERAL))]
    assert places == sorted(places)


def test_a_mistake_is_reported_once_however_often_its_name_is_used() -> None:
    text = changed("variables:\n  passes:\n    of: table\n    type: nonsense\n    seen by: everyone\n")
    assert HEAPS.count("passes") > 3
    assert [d.code for d in found(text)] == [Code.E416]


def test_a_file_with_very_many_mistakes_is_not_read_to_its_end() -> None:
    lines = "".join(f"  d{n}: nobody_knows_{n} +\n" for n in range(3 * MOST))
    report = load(Source("case.yaml", changed("define:\n" + lines)), find=find).report
    assert len(report.errors) == MOST


def test_very_many_warnings_hide_no_error() -> None:
    lines = "".join(f"  d{n}: {n}\n" for n in range(3 * MOST))
    text = changed("define:\n" + lines + "endings:\n  long:\n    when: passes == 99 or hop\n")
    assert [d.code for d in found(text)] == [Code.E401]
    warned = found(changed("define:\n" + lines))
    assert [d.code for d in warned] == [Code.W902] * MOST


def test_a_variant_and_its_base_each_keep_their_names() -> None:
    text = "extends: heaps\nremove:\n  options: [strict]\nadd:\n  define:\n    other: nonsense\n"
    reported = [(d.span.source.name, d.span.line, d.code.name) for d in found(text)]
    assert reported == [("case.yaml", 6, "E401"), ("heaps", 67, "E706")]
    note = found(text)[1].notes[0]
    assert (note.span.source.name, note.span.line) == ("case.yaml", 3)


def test_files_on_a_disk_are_called_as_the_user_calls_them(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(changed("players: none\n"), encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("extends: base.yaml\nadd:\n  what: x\n", encoding="utf-8")
    reported = load_file(tmp_path / "mine.yaml").report.sorted()
    assert [Path(d.span.source.name).name for d in reported] == ["base.yaml", "mine.yaml"]
    assert [d.code for d in reported] == [Code.E209, Code.E201]


def test_bases_are_looked_for_beside_the_file_that_names_them(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "base.yaml").write_text(HEAPS, encoding="utf-8")
    (tmp_path / "inner" / "middle.yaml").write_text("extends: base.yaml\n", encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("extends: inner/middle.yaml\n", encoding="utf-8")
    assert load_file(tmp_path / "mine.yaml").game is not None


@pytest.mark.parametrize("name", ["a folder", "a\0b", "x" * 5000, "", "."])
def test_what_cannot_be_read_is_a_diagnostic(tmp_path: Path, name: str) -> None:
    (tmp_path / "a folder").mkdir()
    loaded = load_file(tmp_path / name)
    assert [d.code for d in loaded.report] == [Code.E102]


def test_a_diagnostic_as_text() -> None:
    text = changed("define:\n  fits(card c): heep is empty\n")
    line = text.split("\n").index("  fits(card c): heep is empty") + 1
    (diagnostic,) = [d for d in found(text) if d.is_error]
    assert render(diagnostic).split("\n") == [
        f"case.yaml:{line}:17: error E401: there is no name `heep`",
        f"{line:>5} |   fits(card c): heep is empty",
        "      |                 ^^^^",
        "      = help: did you mean `heap`?",
    ]


def test_a_diagnostic_as_data() -> None:
    data = [as_data(d) for d in found("extends: heaps\nremove:\n  options: [strict]\n")]
    assert json.loads(json.dumps(data)) == [
        {
            "code": "E706",
            "severity": "error",
            "message": "`strict` is removed, and still used here",
            "help": None,
            "file": "heaps",
            "line": 67,
            "column": 46,
            "end_line": 67,
            "end_column": 52,
            "notes": [
                {
                    "message": "it is removed here",
                    "file": "case.yaml",
                    "line": 3,
                    "column": 13,
                    "end_line": 3,
                    "end_column": 19,
                }
            ],
        }
    ]


def test_carets_stand_under_their_characters() -> None:
    """Tabs keep their width, long lines are cut, what cannot be printed is shown as such."""
    source = Source("case.yaml", "a\tbc\x1b\n" + "x" * 300 + "here" + "y" * 300)
    tabbed = render(Diagnostic(Code.E104, Span(source, 2, 4), "m")).split("\n")
    assert tabbed[1:] == ["    1 | a\tbc\N{REPLACEMENT CHARACTER}", "      |  \t^^"]
    cut = render(Diagnostic(Code.E104, Span(source, 306, 310), "m")).split("\n")
    at = cut[2].index("^")
    assert cut[1][at : at + 4] == "here"
    assert len(cut[1]) < 120
    spanning = render(
        Diagnostic(Code.E104, Span(source, 2, 400), "m", notes=(Note("n", Span(source, 0, 1)),))
    )
    assert "      |  \t^^^\n" in spanning
    assert "      = note: case.yaml:1:1: n" in spanning


def test_long_words_are_cut_in_messages() -> None:
    report = Report()
    report.add(Code.E401, Span(Source("f", "x"), 0, 1), f"there is no name `{'w' * 500}`")
    assert report.found[0].message == f"there is no name `{'w' * 60}…`"


def test_a_full_report_stops_the_reading() -> None:
    report = Report()
    source = Source("f", "x" * 2 * MOST)
    for n in range(MOST - 1):
        report.add(Code.E401, Span(source, n, n + 1), "m")
        report.add(Code.E401, Span(source, n, n + 1), "the same place again")
    with pytest.raises(TooMany):
        report.add(Code.E401, Span(source, MOST, MOST + 1), "m")
    assert len(report.errors) == MOST


@pytest.mark.parametrize(
    ("change", "option"),
    [
        ("  moves:\n    lay:\n      phase: play\n      pick: card from held[me]\n      do: pass\n", "strict"),
        ("  setup:\n    - each seat does choose\n    - phase play\n", "most"),
    ],
)
def test_a_variant_that_leaves_an_option_idle_is_told_where(change: str, option: str) -> None:
    variant = Source("variant", f"extends: heaps\nchange:\n{change}")
    found = [d for d in load(variant, None, find).report if d.code is Code.E801]
    (idle,) = [d for d in found if f"`{option}`" in d.message]
    assert idle.span.source.name == "heaps" and idle.help is not None
    assert f"`remove: {{options: [{option}]}}`, with the checks and texts that name it" in idle.help
    (note,) = idle.notes
    assert note.span.source is variant and note.span.text in ("lay", "setup")


@pytest.mark.parametrize(
    ("change", "code", "here"),
    [
        ("  zones:\n    heap: {of: table, kind: set, seen by: everyone}\n", Code.E505, "heap"),
        ("  define:\n    fits(card c, card d): c == d\n", Code.E408, "fits(card c, card d)"),
        ("  options:\n    strict: {range: 0..3, default: 1}\n", Code.E504, "strict"),
        ("  setup:\n    - deal most each from deck to held\n    - phase play\n", Code.E607, "setup"),
        ("  deck:\n    suits: [red, green]\n    ranks: [1, 2, 3]\n  define:\n    spare: 1\n", None, ""),
    ],
)
def test_an_error_in_a_base_says_what_the_variant_has_changed(
    change: str, code: Code | None, here: str
) -> None:
    variant = Source("variant", f"extends: heaps\nchange:\n{change}")
    errors = load(variant, None, find).report.errors
    assert {d.code for d in errors} == ({code} if code else set())
    for error in errors:
        assert error.span.source.name == "heaps"
        assert [(n.span.source, n.span.text) for n in error.notes] == [(variant, here)]


def test_an_option_that_was_never_read_has_no_note() -> None:
    text = changed("options:\n  quick:\n    default: no\n")
    (idle,) = load(Source("case.yaml", text), None, find).report
    assert idle.code is Code.E801 and idle.notes == ()
