"""Parsing scalars where they stand: every position in a syntax tree is a position in the rule file."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any, cast

from lark import Lark, TextSlice
from lark.exceptions import UnexpectedInput

from interpreter.front import syntax as s
from interpreter.front.build import Build, Reductions
from interpreter.front.explain import explain
from interpreter.front.tree import Scalar
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span

STARTS = ("expression", "effect", "step", "pick", "signature", "type")
MAX_LENGTH = 2_000
"""Characters of one expression; longer ones belong into definitions."""


def _cache_file() -> str | bool:
    """Where the grammar's tables are kept between runs; False when there is no place for them."""
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path("~/.cache").expanduser()) / "yourtrumps"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return False
    return str(folder / "grammar.cache") if os.access(folder, os.W_OK) else False


class _Parser:
    def __init__(self) -> None:
        self.build = Build()
        grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
        options: dict[str, Any] = {
            "parser": "lalr",
            "start": list(STARTS),
            "keep_all_tokens": True,
            "maybe_placeholders": True,
            "transformer": Reductions(self.build),
        }
        try:
            self.lark = Lark(grammar, cache=_cache_file(), **options)
        except (OSError, EOFError, ValueError):
            self.lark = Lark(grammar, **options)

    def parse(self, span: Span, start: str) -> Any:
        self.build.source = span.source
        return self.lark.parse(TextSlice(span.source.text, span.start, span.end), start=start)


@cache
def _parser() -> _Parser:
    return _Parser()


def parse_span(span: Span, start: str, report: Report) -> Any:
    """The syntax tree of the characters in `span`, or None when the report says what is wrong."""
    if not span.text.strip():
        report.add(Code.E303, span, "an expression should stand here")
        return None
    if span.end - span.start > MAX_LENGTH:
        report.add(
            Code.E307, span, f"this is longer than {MAX_LENGTH} characters", "split it with definitions"
        )
        return None
    try:
        return _parser().parse(span, start)
    except UnexpectedInput as error:
        explain(error, span, start, report)
        return None


def _of(scalar: Scalar, start: str, report: Report) -> Any:
    if not scalar.exact:
        message = "an expression may not use escapes or doubled quotes"
        report.add(Code.E306, scalar.span, message, "write it without quotes")
        return None
    return parse_span(scalar.raw, start, report)


def parse_expression(scalar: Scalar, report: Report) -> s.Expr | None:
    return cast("s.Expr | None", _of(scalar, "expression", report))


def parse_effect(scalar: Scalar, report: Report) -> s.Effect | None:
    return cast("s.Effect | None", _of(scalar, "effect", report))


def parse_step(scalar: Scalar, report: Report) -> s.Step | None:
    return cast("s.Step | None", _of(scalar, "step", report))


def parse_pick(scalar: Scalar, report: Report) -> s.PickFrom | None:
    return cast("s.PickFrom | None", _of(scalar, "pick", report))


def parse_signature(scalar: Scalar, report: Report) -> s.Signature | None:
    return cast("s.Signature | None", _of(scalar, "signature", report))


def parse_type(scalar: Scalar, report: Report) -> s.TypeName | None:
    return cast("s.TypeName | None", _of(scalar, "type", report))


_BRACE = re.compile(r"[{}]")


def parse_sentence(scalar: Scalar, report: Report) -> s.Sentence | None:
    """A text with expressions in braces; a text without any may use every YAML escape."""
    if not _BRACE.search(scalar.value):
        return s.Sentence((" ".join(scalar.value.split()),), scalar.span)
    if not scalar.exact:
        message = "a text with `{…}` may not use escapes or doubled quotes"
        report.add(Code.E306, scalar.span, message)
        return None
    return _Sentences(scalar.raw, report).read(scalar.span)


class _Sentences:
    """Takes a text with braces apart."""

    def __init__(self, raw: Span, report: Report) -> None:
        self._source = raw.source
        self._at = raw.end - len(raw.text.lstrip())  # a block of text begins with its indentation
        self._end = self._at + len(raw.text.strip())
        self._report = report
        self._parts: list[str | s.Expr] = []
        self._faulty = False

    def read(self, span: Span) -> s.Sentence | None:
        while self._at < self._end:
            opened = _BRACE.search(self._source.text, self._at, self._end)
            self._parts.append(self._source.text[self._at : opened.start() if opened else self._end])
            self._at = self._end if opened is None else self._braces(opened)
        return None if self._faulty else s.Sentence(tuple(_spaced(p) for p in self._parts if p != ""), span)

    def _braces(self, opened: re.Match[str]) -> int:
        """Read one expression; returns where the text goes on."""
        close = _BRACE.search(self._source.text, opened.end(), self._end)
        if opened.group() == "}" or close is None or close.group() == "{":
            double = close is not None and close.start() == opened.end()
            help = "one brace is enough" if double else "an expression stands between `{` and `}`"
            span = Span(self._source, opened.start(), opened.end())
            self._report.add(Code.E308, span, f"this `{opened.group()}` has no partner", help)
            self._faulty = True
            return self._end
        expr = parse_span(Span(self._source, opened.end(), close.start()), "expression", self._report)
        self._faulty |= expr is None
        self._parts += [] if expr is None else [expr]
        return close.end()


def _spaced(part: str | s.Expr) -> str | s.Expr:
    return re.sub(r"\s+", " ", part) if isinstance(part, str) else part
