"""Every kind of mistake: its code, its place, its words, and nothing besides."""

from __future__ import annotations

import re

import pytest

from interpreter.text.codes import Code
from interpreter.text.render import render
from tests.diagnostics.reader import Case, all_cases
from tests.diagnostics.running import reported, unmatched
from tests.house.tree import ROOT

ALL = all_cases()


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.file}: {case.title}")
def test_case(case: Case) -> None:
    missing, extra = unmatched(case, reported(case))
    where = f"{case.file}:{case.line}"
    assert not missing, f"{where}: not reported: {missing}; instead:\n" + "\n".join(map(render, extra))
    assert not extra, f"{where}: not expected:\n" + "\n".join(map(render, extra))


def test_every_code_of_a_rule_file_occurs() -> None:
    seen = {e.code for case in ALL for e in case.expected}
    assert [c.name for c in Code if c.name[0] in "EW" and c.name not in seen] == []


def test_every_fault_occurs() -> None:
    """But for F813: a check that faults counts as violated and stops no match."""
    seen = {e.code for case in ALL for e in case.expected}
    assert [c.name for c in Code if c.name[0] == "F" and c.name not in seen] == ["F813"]


def test_every_code_of_a_record_is_provoked_somewhere() -> None:
    text = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "tests").rglob("test_*.py"))
    assert [c.name for c in Code if c.name[0] == "R" and f"Code.{c.name}" not in text] == []


def test_titles_are_different() -> None:
    titles = [(case.file, case.title) for case in ALL]
    assert len(set(titles)) == len(titles)
    assert len(ALL) > 250


def test_messages_keep_their_style() -> None:
    """Lower case, no full stop, no name of a Python type."""
    for diagnostic in (d for case in ALL for d in reported(case)):
        for text in (diagnostic.message, diagnostic.help or "x"):
            assert text[0] in "`x'" or not text[0].isupper(), text
            assert not text.endswith((".", "!")), text
            assert not re.search(r"\b(None|NoneType|str|int|bool|dict|tuple|object)\b", text), text
