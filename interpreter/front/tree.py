"""Floor 1, first half: a YAML document as a tree whose every node knows its place in the file.

The tree is built from parser events, without recursion and with a budget, so that no document can cost more
than its size. Values stay text: what `no` or `12:30` means is decided by whoever asks. Anchors,
aliases, merge keys, custom tags and repeated keys are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeAlias

import yaml

from interpreter.front.yaml_errors import Read, explain
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span, spell

MAX_BYTES = 48 * 1024
"""The most that a rule file and its bases may hold together, so that checking them stays under a second."""
MAX_NODES = 4_000
MAX_DEPTH = 12

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PROPERTIES = re.compile(r"(?:!<[^>\s]*>|![^\s,\[\]{}]*)(?:\s+|#[^\r\n]*)*")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|$)")
_FORBIDDEN = re.compile(
    "[^\\t\\n\\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
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
    builder = _Builder(source, report)
    try:
        if _holds_only_text(source, report):
            return builder.build()
    except Unreadable:
        pass
    except yaml.MarkedYAMLError as error:
        opened = builder.stack[-1].start if builder.stack else 0
        report.add(*explain(source, error, replace(builder.read, opened=opened)))
    except yaml.YAMLError:
        report.add(Code.E104, Span(source, 0, 0), "this is not valid YAML")
    return None


def _holds_only_text(source: Source, report: Report) -> bool:
    """Whether every character may stand in a rule file; line ends that only YAML would count may not."""
    if len(source.text) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 1024} KiB"
        report.add(Code.E103, Span(source, 0, 0), message, "leave out what no rule needs")
        return False
    bad = _FORBIDDEN.search(source.text)
    if bad is None:
        return True
    span = Span(source, bad.start(), bad.end())
    message = f"the character {spell(bad.group())} may not stand in a rule file"
    report.add(Code.E105, span, message, "remove it")
    return False


@dataclass
class _Builder:
    source: Source
    report: Report
    stack: list[_Open] = field(default_factory=list)
    root: Node | None = None
    nodes: int = 0
    read: Read = Read()
    """How far the document has been understood."""

    def build(self) -> Node | None:
        documents = 0
        for event in self._events():
            match event:
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        message = "a rule file is one document"
                        self._refuse(Code.E106, self._span(event), message, "remove `---`")
                case yaml.AliasEvent():
                    message = f"the alias `*{event.anchor}` is not allowed"
                    self._refuse(Code.E108, self._span(event), message, "write it out, or quote the text")
                case yaml.NodeEvent():
                    self._start(event)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._end(event)
        if self.root is None or (isinstance(self.root, Scalar) and not self.root.value):
            self.root = None
            self.report.add(Code.E112, Span(self.source, 0, 0), "the file is empty")
        return self.root

    def _events(self) -> Iterator[Any]:
        return iter(yaml.parse(self.source.text, Loader=_LOADER))

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def _refuse(self, code: Code, span: Span, message: str, help: str | None = None) -> NoReturn:
        self.report.add(code, span, message, help)
        raise Unreadable

    def _start(self, event: Any) -> None:
        self.nodes += 1
        self._check(event)
        if isinstance(event, yaml.ScalarEvent):
            self._place(self._scalar(event))
        else:
            self.stack.append(_Open(event.start_mark.index, isinstance(event, yaml.MappingStartEvent)))

    def _check(self, event: Any) -> None:
        """Refuse what a rule file has no use for."""
        span = self._span(event)
        if self.nodes > MAX_NODES or len(self.stack) > MAX_DEPTH:
            what = "holds too many things" if self.nodes > MAX_NODES else "is nested too deeply"
            self._refuse(Code.E111, span, f"the file {what}")
        if event.anchor is not None:
            message = f"the anchor `&{event.anchor}` is not allowed"
            self._refuse(Code.E108, span, message, "write it out, or quote the text")
        if event.tag is not None and not _CORE.match(event.tag):
            message = f"the tag `{event.tag}` is not allowed"
            help = "`!` has a meaning of its own in YAML: in an expression write `not`, else quote the text"
            self._refuse(Code.E110, span, message, help)

    def _end(self, event: Any) -> None:
        done = self.stack.pop()
        span = Span(self.source, done.start, event.end_mark.index)
        node = Mapping(tuple(done.entries), span) if done.mapping else Sequence(tuple(done.items), span)
        self.read = Read(span.start, span.end)
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
            first = parent.keys.setdefault(parent.key.value, parent.key) is parent.key
            if first and parent.key.value:
                parent.entries.append(Entry(parent.key, node))
            parent.key = None

    def _place_key(self, parent: _Open, node: Node) -> None:
        if not isinstance(node, Scalar):
            help = "quote a text that begins with a bracket"
            self._refuse(Code.E114, node.span, "a key must be a word", help)
        if node.value == "<<":
            self._refuse(Code.E109, node.span, "merge keys are not allowed", "write the entries out")
        node = replace(node, value=node.value.strip(" \t\r\n"))
        if not node.value:
            self.report.add(Code.E114, node.span, "a key must be a word, here it is empty")
        elif node.value in parent.keys:
            line = parent.keys[node.value].span.line
            help = f"the first is on line {line}"
            self.report.add(Code.E107, node.span, f"`{node.value}` stands here twice", help)
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
        self.read = Read(span.start, span.end, event.style or None)
        if event.style == '"' and (control := _CONTROL.search(event.value)):
            message = f"the character {spell(control.group())} may not stand in a text"
            self.report.add(Code.E105, span, message)
        exact = event.style in (None, "") or "".join(raw.text.split()) == "".join(event.value.split())
        return Scalar(event.value, span, raw, exact)
