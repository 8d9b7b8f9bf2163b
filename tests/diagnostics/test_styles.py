"""The same mistakes in every way in which YAML can write a text: each at its very line and column.

`«` and `»` stand around the characters that a diagnostic must underline. Where that is, is counted here once
more, by other means than the loader's. Keys, collections and braces stand in `placed.txt`.
"""

from __future__ import annotations

import re

import pytest

from interpreter.check.load import load
from interpreter.check.shelf import decode
from interpreter.text.diagnostic import Diagnostic, Report
from tests.diagnostics.bases import HERE, changed
from tests.diagnostics.reader import read_titled
from tests.diagnostics.running import find

MISTAKES = {
    "E401": ("c.suit == red", "or «heep» is empty", ""),
    "E301": ("c.suit == red", "or heap «empty»", "or c.suit == blue"),
    "E303": ("c.suit == red", "or heap is empty", "and«»"),
    "E302": ("c.suit == red", "or size(heap) «/» 2 == 1", ""),
}
"""Three pieces each, which some styles put on lines of their own."""

STYLES = {
    "plain": "{0} {1} {2}",
    "plain with spaces and a comment behind": "{0} {1} {2}   # colour, or nothing there",
    "plain over three lines": "{0}\n    {1}\n    {2}",
    "plain that begins on the next line": "\n    {0} {1}\n    {2}",
    "plain with a blank line in it": "{0}\n\n\n    {1} {2}",
    "plain with tabs": "{0}\t{1}\t\t{2}",
    "single quotes": "'{0} {1} {2}'",
    "single quotes with spaces inside": "'  {0} {1} {2}  '",
    "single quotes over lines": "'{0}\n    {1}\n\n    {2}'",
    "double quotes": '"{0} {1} {2}"',
    "double quotes and a comment": '"{0} {1} {2}" # why',
    "double quotes over lines": '"\n   {0}\n      {1}\n   {2}\n   "',
    "literal": "|\n    {0}\n    {1}\n    {2}",
    "literal, stripped": "|-\n    {0}\n    {1}\n    {2}",
    "literal, kept": "|+\n    {0}\n    {1}\n    {2}\n\n\n",
    "literal with an indicator": "|2\n      {0}\n    {1}\n     {2}",
    "literal with both": "|2-\n      {0}\n    {1}\n     {2}",
    "literal with a comment": "|  # the heap\n    {0}\n    {1}\n    {2}",
    "literal before a comment": "|\n    {0}\n    {1} {2}\n  # further left, not part of it\n",
    "literal with blank lines": "|\n\n\n    {0}\n\n    {1} {2}\n",
    "folded": ">\n    {0}\n    {1}\n    {2}",
    "folded, stripped": ">-\n    {0}\n    {1}\n    {2}\n\n",
    "folded, kept": ">+\n    {0}\n    {1}\n    {2}\n\n",
    "folded with an indicator": ">1\n    {0}\n   {1}\n     {2}",
    "folded with both": ">-2\n      {0}\n    {1}\n     {2}",
    "folded with deeper lines": ">\n    {0}\n        {1}\n    {2}",
    "tagged plain": "!!str {0} {1} {2}",
    "tagged on its own line": "!!str\n    {0} {1}\n    {2}",
    "tagged quotes": "!!str '{0} {1} {2}'",
    "tagged literal": "!!str |\n    {0}\n    {1}\n    {2}",
    "tagged folded": "! >-\n    {0}\n    {1}\n    {2}",
}

PLACED = read_titled(HERE / "placed.txt")
LINE_ENDS = {"LF": "\n", "CR LF": "\r\n", "CR": "\r"}
BEFORE = {"": "", "a byte-order mark": "\ufeff", "cards further up": "# 🂡 🂡\u00a0é\n"}


def marked(text: str) -> tuple[str, int, int, int]:
    """The text without its marks; line, column and width of what they enclosed."""
    before, _, rest = text.partition("«")
    inside, _, after = rest.partition("»")
    lines = re.split("\r\n|\r|\n", before.removeprefix("\ufeff"))
    return before + inside + after, len(lines), len(lines[-1]) + 1, len(inside)


def errors(text: str) -> list[Diagnostic]:
    report = Report()
    source = decode("case.yaml", text.encode(), report)
    assert source is not None
    return load(source, find=find, report=report).report.sorted()


def check(text: str, code: str) -> None:
    """`text` has one error, `code`, exactly where the marks stand."""
    plain, line, column, width = marked(text)
    found = [d for d in errors(plain) if d.is_error]
    assert [d.code.name for d in found] == [code]
    span = found[0].span
    assert (span.line, span.column, span.end - span.start) == (line, column, width)


@pytest.mark.parametrize("ends", LINE_ENDS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("code", MISTAKES)
def test_an_expression_in_every_style(code: str, style: str, ends: str) -> None:
    text = changed(f"define:\n  fits(card c): {STYLES[style].format(*MISTAKES[code])}\n")
    check(text.replace("\n", LINE_ENDS[ends]), code)


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("ends", LINE_ENDS)
@pytest.mark.parametrize("where", PLACED)
def test_keys_collections_and_braces(where: str, ends: str, before: str) -> None:
    words, fragment = PLACED[where]
    code = "E416" if "crad" in fragment else "E303" if "«»" in fragment else "E401"
    text = changed(fragment, frozenset(words.get("without", "").split()))
    text = text.rstrip("\n") if "last" in words else text
    check((BEFORE[before] + text).replace("\n", LINE_ENDS[ends]), code)


def test_escapes_have_no_place_and_are_refused() -> None:
    for value in ('"heap is \\x65mpty"', "'c.suit == ''red'''", '"heap is \\\n    empty"'):
        found = [d for d in errors(changed(f"define:\n  fits(card c): {value}\n")) if d.is_error]
        assert [d.code.name for d in found] == ["E306"]
        assert found[0].span.text == value
