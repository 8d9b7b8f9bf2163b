"""The formatter: a rule file in the house's layout, with the same meaning and all its comments.

It works on the tree, never on the look of the text, and changes nothing but blanks, line ends and the
indentation of lines. A file that cannot be read is not touched.
"""

from __future__ import annotations

import re
from typing import Any

from interpreter.front.fields import as_mapping
from interpreter.front.formatting.kinds import PARSERS, Kind, kinds
from interpreter.front.formatting.layout import Layout
from interpreter.front.formatting.spacing import spaced, spaced_sentence
from interpreter.front.tree import MAX_BYTES, Mapping, Node, Scalar, Sequence, parse_tree
from interpreter.text.diagnostic import Report, TooMany
from interpreter.text.source import Source

_LINE_END = re.compile(r"\r\n?")
_BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def format_source(source: Source, report: Report) -> str | None:
    """The text of a rule file or variant in the house's layout; None when the report says why there is none.

    Needed are valid YAML and well-formed expressions; names and types are not looked at. A file that would
    grow beyond what may be loaded is given back as it is.
    """
    given = Source(source.name, _LINE_END.sub("\n", source.text.removeprefix(_BYTE_ORDER_MARK)))
    try:
        root = as_mapping(parse_tree(given, report), "a rule file", report)
        known = _parsed(root, report) if root is not None else {}
    except TooMany:
        return None
    if root is None or report.failed:
        return None
    text = Layout(given.text, known).whole(root)
    return text if _says_the_same(text, root) else given.text


def _parsed(root: Mapping, report: Report) -> dict[int, Kind]:
    """What each scalar holds, by its place; what cannot be parsed is reported."""
    known: dict[int, Kind] = {}
    for scalar, kind in kinds(root):
        if kind is not Kind.TEXT:
            known[scalar.span.start] = kind
            PARSERS[kind](scalar, report)
    return known


def _says_the_same(text: str, root: Mapping) -> bool:
    """Whether the formatted text may be loaded and holds the same values, blanks in expressions apart."""
    if len(text.encode()) > MAX_BYTES:
        return False
    report = Report()
    again = parse_tree(Source("", text), report)
    return again is not None and not report.failed and content(again) == content(root)


def content(root: Node) -> tuple[Any, ...]:
    """What a tree says: its form, its keys and values, without the blanks that have no meaning."""
    values = tuple(_value(scalar.value, kind) for scalar, kind in kinds(root))
    return (_form(root), *values)


def _form(node: Node) -> Any:
    match node:
        case Scalar():
            return None
        case Sequence():
            return [_form(item) for item in node.items]
        case Mapping():
            return tuple(_form(entry.value) for entry in node.entries)


def _value(value: str, kind: Kind) -> str:
    match kind:
        case Kind.TEXT:
            return value
        case Kind.SENTENCE:
            return spaced_sentence(" ".join(value.split()))
        case _:
            return spaced(" ".join(value.split()))[0].text if value.strip() else ""
