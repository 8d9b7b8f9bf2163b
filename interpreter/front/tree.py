"""Floor 1, first half: a YAML document as a tree whose every node knows its place in the file.

The tree is built from parser events, without recursion and with a budget, so that no document can cost more
than its size. Values stay text: what `no` or `12:30` means is decided by whoever asks. Anchors,
aliases, merge keys,
custom tags and repeated keys are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml

from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span

MAX_BYTES = 128 * 1024
MAX_NODES = 12_000
MAX_DEPTH = 12

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PROPERTIES = re.compile(r"(?:[!&][^\s,\[\]{}]*\s+)+")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|$)")
_CORE = re.compile(r"tag:yaml\.org,2002:(str|int|bool|map|seq)$|^!$")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text. `raw` is the span of its characters without quotes or block header.

    `exact` says whether those characters, white space aside, are the value: then a parser can read
    them in place.
    """

    value: str
    span: Span
    raw: Span
    exact: bool


@dataclass(frozen=True, slots=True)
class Entry:
    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    entries: tuple[Entry, ...]
    span: Span

    def get(self, key: str) -> Node | None:
        return next((e.value for e in self.entries if e.key.value == key), None)


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = "Scalar | Mapping | Sequence"


class Unreadable(Exception):
    """The document has no tree; why is in the report."""


@dataclass
class _Open:
    """A collection whose end has not come yet."""

    start: int
    mapping: bool
    key: Scalar | None = None
    entries: list[Entry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    keys: dict[str, Scalar] = field(default_factory=dict)


def parse_tree(source: Source, report: Report) -> Node | None:
    """The tree of a document, or None when the report says why there is none."""
    try:
        return _Builder(source, report).build()
    except Unreadable:
        return None
    except yaml.MarkedYAMLError as error:
        _yaml_error(source, report, error)
    except yaml.reader.ReaderError as error:
        at = max(0, error.position)
        report.add(Code.E105, Span(source, at, at + 1), "this character may not stand in a rule file")
    return None


def _yaml_error(source: Source, report: Report, error: yaml.MarkedYAMLError) -> None:
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, len(source.text)) if mark else 0
    span = Span(source, at, min(at + 1, len(source.text)))
    problem = str(error.problem or error.context or "it cannot be read").lower()
    line = source.line(source.position(at)[0])
    if "\t" in line[: len(line) - len(line.lstrip())]:
        report.add(Code.E113, span, "a tab may not indent a line", "use spaces")
    elif "mapping values are not allowed" in problem:
        help = "a text that holds `: ` has to be quoted; an expression never needs it"
        report.add(Code.E104, span, "a second `: ` stands in this line", help)
    else:
        report.add(Code.E104, span, f"this is not valid YAML: {problem}")


@dataclass
class _Builder:
    source: Source
    report: Report
    stack: list[_Open] = field(default_factory=list)
    root: Node | None = None
    nodes: int = 0

    def build(self) -> Node | None:
        documents = 0
        for event in self._events():
            match event:
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        self._refuse(Code.E106, event, "a rule file is one document", "remove `---`")
                case yaml.AliasEvent():
                    self._refuse(
                        Code.E108, event, f"the alias `*{event.anchor}` is not allowed", "write it out"
                    )
                case yaml.NodeEvent():
                    self._start(event)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._end(event)
        if self.root is None:
            self.report.add(Code.E112, Span(self.source, 0, 0), "the file is empty")
        return self.root

    def _events(self) -> Iterator[Any]:
        return iter(yaml.parse(self.source.text, Loader=_LOADER))

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def _refuse(self, code: Code, event: Any, message: str, help: str | None = None) -> None:
        self.report.add(code, self._span(event), message, help)
        raise Unreadable

    def _start(self, event: Any) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES or len(self.stack) > MAX_DEPTH:
            what = "holds too many things" if self.nodes > MAX_NODES else "is nested too deeply"
            self._refuse(Code.E111, event, f"the file {what}")
        if event.anchor is not None:
            self._refuse(Code.E108, event, f"the anchor `&{event.anchor}` is not allowed", "write it out")
        if event.tag is not None and not _CORE.match(event.tag):
            self._refuse(Code.E110, event, f"the tag `{event.tag}` is not allowed", "remove it")
        if isinstance(event, yaml.ScalarEvent):
            self._place(self._scalar(event))
        else:
            self.stack.append(_Open(event.start_mark.index, isinstance(event, yaml.MappingStartEvent)))

    def _end(self, event: Any) -> None:
        done = self.stack.pop()
        span = Span(self.source, done.start, event.end_mark.index)
        node = Mapping(tuple(done.entries), span) if done.mapping else Sequence(tuple(done.items), span)
        self._place(node)

    def _place(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif parent.key is None:
            self._place_key(parent, node)
        else:
            parent.entries.append(Entry(parent.key, node))
            parent.key = None

    def _place_key(self, parent: _Open, node: Node) -> None:
        if not isinstance(node, Scalar):
            self.report.add(
                Code.E114, node.span, "a key must be a word", "quote texts that begin with a bracket"
            )
            raise Unreadable
        if node.value == "<<":
            self.report.add(Code.E109, node.span, "merge keys are not allowed", "write the entries out")
        elif node.value in parent.keys:
            first = parent.keys[node.value].span
            self.report.add(
                Code.E107,
                node.span,
                f"`{node.value}` stands here twice",
                f"the first is on line {first.line}",
            )
        parent.keys.setdefault(node.value, node)
        parent.key = node

    def _scalar(self, event: Any) -> Scalar:
        span = self._span(event)
        start, end = span.start, span.end
        text = self.source.text
        properties = _PROPERTIES.match(text, start, end) if event.tag is not None else None
        start = properties.end() if properties else start
        if event.style in ("'", '"'):
            start, end = start + 1, end - 1
        elif event.style in ("|", ">"):
            header = _BLOCK_HEADER.match(text, start)
            start = header.end() if header else start
            end = start + len(text[start:end].rstrip())
        raw = Span(self.source, start, max(start, end))
        exact = event.style in (None, "") or "".join(raw.text.split()) == "".join(event.value.split())
        return Scalar(event.value, span, raw, exact)
