"""Parsing scalars where they stand: every position in a syntax tree is a position in the rule file."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any, cast

from lark import Lark, TextSlice, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.front import syntax as s
from interpreter.front.build import Build, Reductions
from interpreter.front.tree import Scalar
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span
from interpreter.text.spelling import nearest

STARTS = ("expression", "effect", "step", "pick", "signature", "type")
MAX_LENGTH = 2_000
"""Characters of one expression; longer ones belong into definitions."""

_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "SIGNED": "a number",
    "COMPARE": "a comparison",
    "SIGN": "`+` or `-`",
    "TIMES": "`*`",
    "STATE": "`empty`, `set` or `unset`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "SEMICOLON": "`;`",
    "__ANON_0": "`..`",
    "EXTREME": "`lowest`",
    "END": "`top`",
    "AT_BOTTOM": "`bottom of`",
}
_FOREIGN = {
    "&": (Code.E305, "`&` is not part of the language", "write `and`"),
    "|": (Code.E305, "`|` is not part of the language", "write `or`"),
    "!": (Code.E305, "`!` is not part of the language", "write `not`, or `!=` between two values"),
    "=": (
        Code.E304,
        "`=` is not part of the language",
        "write `==` to compare, `becomes` to change a variable",
    ),
    '"': (Code.E310, "names and numbers are written without quotes", "remove the quotes"),
    "'": (Code.E310, "names and numbers are written without quotes", "remove the quotes"),
    "\\": (Code.E306, "a backslash may not stand in an expression", "write the expression on plain lines"),
}


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
        report.add(Code.E303, span, "something should stand here")
        return None
    if span.end - span.start > MAX_LENGTH:
        report.add(
            Code.E307, span, f"this is longer than {MAX_LENGTH} characters", "split it with definitions"
        )
        return None
    try:
        return _parser().parse(span, start)
    except UnexpectedInput as error:
        _explain(error, span, report)
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
    parts: list[str | s.Expr] = []
    at, end = scalar.raw.start, scalar.raw.end
    text = scalar.raw.source.text
    while at < end:
        opened = _BRACE.search(text, at, end)
        if opened is None:
            parts.append(text[at:end])
            break
        close = text.find("}", opened.end(), end)
        if opened.group() == "}" or close < 0:
            span = Span(scalar.raw.source, opened.start(), opened.end())
            report.add(Code.E308, span, f"this `{opened.group()}` has no partner")
            return None
        parts.append(text[at : opened.start()])
        expr = parse_span(Span(scalar.raw.source, opened.end(), close), "expression", report)
        if expr is None:
            return None
        parts.append(expr)
        at = close + 1
    return s.Sentence(tuple(_spaced(p) for p in parts if p != ""), scalar.span)


def _spaced(part: str | s.Expr) -> str | s.Expr:
    return re.sub(r"\s+", " ", part) if isinstance(part, str) else part


def _explain(error: UnexpectedInput, span: Span, report: Report) -> None:
    source = span.source
    if isinstance(error, UnexpectedCharacters):
        at = span.start if error.pos_in_stream is None else error.pos_in_stream
        char = source.text[at]
        where = Span(source, at, at + 1)
        if char in _FOREIGN:
            report.add(_FOREIGN[char][0], where, *_FOREIGN[char][1:])
        else:
            report.add(Code.E302, where, f"`{char}` is not part of the language")
        return
    assert isinstance(error, UnexpectedToken)
    token: Token = error.token
    wanted = _wanted(error)
    if token.type == "$END":
        end = span.start + len(span.text.rstrip())
        report.add(Code.E303, Span(source, end, end), "the expression ends too early", wanted)
        return
    where = Span(source, token.start_pos or span.start, token.end_pos or span.end)
    guess = nearest(str(token), _keywords(error)) if token.type == "NAME" else None
    help = f"did you mean `{guess}`?" if guess else wanted
    report.add(Code.E301, where, f"`{token}` does not fit here", help)


def _accepted(error: UnexpectedToken) -> set[str]:
    return set(error.accepts or error.expected or ())


def _keywords(error: UnexpectedToken) -> list[str]:
    return [t.lower() for t in sorted(_accepted(error)) if t not in _WORDS and t.isalpha()]


def _wanted(error: UnexpectedToken) -> str | None:
    accepted = _accepted(error) - {"$END"}
    if {"NAME", "NUMBER"} <= accepted:
        return "a value is expected here"
    words = sorted({_WORDS.get(t, f"`{t.lower()}`") for t in accepted})
    if not words or len(words) > 7:
        return None
    return "expected " + " or ".join(words)
