"""What is wrong with a document that YAML cannot read, in a card player's words and where he has to look.

The YAML parser names the place where it gave up; the mistake often stands before it: an open quote, a line in
the wrong column. `Read` says how far the document was understood, which is mostly enough to find it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import yaml

from interpreter.text.codes import Code
from interpreter.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class Read:
    """The last text or collection that was read to its end: its characters, and the style of a scalar (None
    for a plain one and for collections). `opened` is where the innermost collection without an end begins.
    """

    start: int = 0
    end: int = 0
    style: str | None = None
    opened: int = 0


@dataclass(frozen=True, slots=True)
class Trouble:
    """A YAML error with everything that helps to understand it. `context` is where the parser began what it
    could not finish.
    """

    source: Source
    problem: str
    what: str
    at: int
    context: int
    read: Read

    @property
    def line(self) -> int:
        return self.source.position(self.at)[0]

    @property
    def text(self) -> str:
        return self.source.line(self.line)

    @property
    def char(self) -> str:
        return self.source.text[self.at : self.at + 1]

    def line_of(self, offset: int) -> int:
        return self.source.position(offset)[0]

    def column_of(self, offset: int) -> int:
        return self.source.position(offset)[1]

    def span(self, start: int, end: int | None = None) -> Span:
        stop = start + 1 if end is None else end
        return Span(self.source, start, min(stop, len(self.source.text)))

    def rest_of_line(self, start: int) -> Span:
        text = self.source.line(self.line_of(start))[self.column_of(start) - 1 :]
        return self.span(start, start + len(text.rstrip()))


Finding: TypeAlias = tuple[Code, Span, str, str | None]
Rule: TypeAlias = Callable[[Trouble], "Finding | None"]


def explain(source: Source, error: yaml.MarkedYAMLError, read: Read) -> Finding:
    """Code, place, message and help for an error of the YAML parser."""
    size = len(source.text)
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, size) if mark else 0
    context = min(error.context_mark.index, size) if error.context_mark else at
    problem = str(error.problem or error.context or "it cannot be read").lower()
    trouble = Trouble(source, problem, str(error.context or "").lower(), at, context, read)
    found = (rule(trouble) for rule in _RULES)
    return next((f for f in found if f), _other(trouble))


def _other(t: Trouble) -> Finding:
    return Code.E104, t.span(t.at), f"this is not valid YAML: {t.problem}", None


def _tab(t: Trouble) -> Finding | None:
    indent = t.text[: len(t.text) - len(t.text.lstrip())]
    if "\t" not in indent:
        return None
    at = t.at - t.column_of(t.at) + 1 + indent.index("\t")
    return Code.E113, t.span(at), "a tab may not indent a line", "use spaces"


def _second_colon(t: Trouble) -> Finding | None:
    if "mapping values are not allowed" not in t.problem:
        return None
    first = t.line_of(t.read.start)
    if t.read.style is None and first < t.line and t.read.end == t.at:
        return _continued(t, first)
    help = "a text that holds `: ` has to be quoted; an expression never needs it"
    return Code.E118, t.span(t.at), "a second `: ` stands in this line", help


def _continued(t: Trouble, first: int) -> Finding:
    """A key that YAML took for the rest of the text that began on line `first`."""
    above = t.source.line(first)
    column = len(t.text) - len(t.text.lstrip())
    span = t.rest_of_line(t.at - t.column_of(t.at) + 1 + column)
    glued = re.match(r"\s*(?:- )?[\w ]+:(?=\S)", above)
    if glued:
        return _no_space(t, t.source.line_starts[first - 1] + glued.end() - 1)
    if re.search(r":(?:\s|$)", above):
        help = "lines that belong together begin in the same column"
        return Code.E116, span, f"this line goes on with the text of line {first}", help
    end = t.source.line_starts[first - 1] + len(above.rstrip())
    start = t.source.line_starts[first - 1] + len(above) - len(above.lstrip())
    help = "write `key: value`, or `key:` alone"
    return Code.E119, t.span(start, end), "`:` is missing after this key", help


def _no_space(t: Trouble, colon: int) -> Finding:
    return Code.E119, t.span(colon), "a space is missing after this `:`", "write `key: value`"


def _no_colon(t: Trouble) -> Finding | None:
    if "could not find expected ':'" not in t.problem:
        return None
    line = t.rest_of_line(t.context)
    glued = re.match(r"[\w ]+:(?=\S)", line.text)
    if glued:
        return _no_space(t, line.start + glued.end() - 1)
    return Code.E119, line, "`:` is missing after this key", "write `key: value`, or `key:` alone"


def _open_quote(t: Trouble) -> Finding | None:
    if "quoted scalar" not in t.what or not re.search("end of stream|document indicator", t.problem):
        return None
    return Code.E115, t.span(t.context), "this quote has no partner", "end the text with the same quote"


def _after_quote(t: Trouble) -> Finding | None:
    """More text behind a closing quote: it was a quote within the text, or one is missing further up."""
    if t.read.style not in ("'", '"') or not _directly_behind(t):
        return None
    opened = t.line_of(t.read.start)
    if opened < t.line:
        message = f"the text that begins here ends on line {t.line} only"
        return Code.E115, t.span(t.read.start), message, "is its second quote missing?"
    quote = t.source.text[t.read.end - 1]
    help = f"put the text into {'single' if quote == chr(34) else 'double'} quotes"
    return Code.E115, t.span(t.read.end - 1), "the text ends at this quote, and more stands behind it", help


def _after_bracket(t: Trouble) -> Finding | None:
    if t.source.text[t.read.end - 1 : t.read.end] not in ("}", "]") or not _directly_behind(t):
        return None
    message = "this begins with a bracket, and more stands behind its partner"
    return Code.E117, t.span(t.read.start, t.read.end), message, "quote a text that begins with a bracket"


def _directly_behind(t: Trouble) -> bool:
    """Whether the parser gave up on the line on which it had just read something to its end."""
    return 0 < t.read.end <= t.at and t.line_of(t.read.end - 1) == t.line and "block" in t.what


def _open_bracket(t: Trouble) -> Finding | None:
    if "flow" not in t.what:
        return None
    wanted = re.search("',' or '(.)'", t.problem)
    if wanted and t.line_of(t.context) == t.line and t.at < len(t.source.text):
        return Code.E117, t.span(t.at), f"`,` or `{wanted[1]}` is expected here", None
    if wanted or t.at >= len(t.source.text.rstrip()):
        start = t.context if wanted else t.read.opened
        return Code.E117, t.span(start), "this bracket has no partner", None
    return Code.E104, t.span(t.at), f"something is missing before `{t.char}`", None


def _column(t: Trouble) -> Finding | None:
    if not re.search("expected key|expected '-'|expected <document start>", t.problem):
        return None
    glued = re.match(r"[\w ]+:(?=\S)", t.source.text[t.read.start : t.read.end])
    if glued and t.read.style is None:
        return _no_space(t, t.read.start + glued.end() - 1)
    if t.char == ":":
        return Code.E119, t.span(t.at), "there is no key before this `:`", "write `key: value`"
    here, there = t.column_of(t.at), t.column_of(t.context)
    if "document start" in t.problem:
        return _second_document(t)
    if here == there:
        dash = t.text.lstrip().startswith("- ")
        message = "a list stands among keys here" if dash else "a key stands in a list here"
        help = "what belongs under a key is indented further than the key"
        return Code.E116, t.rest_of_line(t.at), message, help
    message = f"this line begins in column {here}, those it belongs with in column {there}"
    help = "lines that belong together begin in the same column"
    return Code.E116, t.rest_of_line(t.at), message, help


def _second_document(t: Trouble) -> Finding:
    if re.search(r"^(\.\.\.|---)(\s|$)", t.source.text[: t.at], re.MULTILINE):
        return Code.E106, t.rest_of_line(t.at), "a rule file is one document", "remove `---` and `...`"
    message = "this line begins further left than the first one"
    return Code.E116, t.rest_of_line(t.at), message, "lines that belong together begin in the same column"


def _first_character(t: Trouble) -> Finding | None:
    if "tag" in t.problem + t.what:
        help = "`!` has a meaning of its own in YAML: in an expression write `not`, else quote the text"
        return Code.E110, t.rest_of_line(t.context), "custom tags are not allowed", help
    if "anchor" in t.what or "alias" in t.what:
        return Code.E108, t.span(t.context), "anchors and aliases are not allowed", "quote the text"
    if re.search("cannot start any token|node content", t.problem):
        char = "a backtick" if t.char == "`" else f"`{t.char}`"
        return Code.E104, t.span(t.at), f"a text cannot begin with {char}", "quote the whole text"
    if "directive" in t.problem + t.what or "incompatible" in t.problem:
        return Code.E104, t.rest_of_line(t.context), "a line cannot begin with `%`", "quote the whole text"
    return None


def _list_item(t: Trouble) -> Finding | None:
    if "not allowed in this context" not in t.problem:
        return None
    what = "list" if "sequence" in t.problem else "key"
    help = "begin it on a line of its own, further right"
    return Code.E104, t.span(t.at), f"a {what} cannot begin here", help


def _block_text(t: Trouble) -> Finding | None:
    if "block scalar" not in t.what:
        return None
    message = f"nothing may stand behind `{t.source.text[t.context]}` in its line"
    return Code.E104, t.span(t.at), message, "write the text on the next lines, further right"


def _escape(t: Trouble) -> Finding | None:
    if "escape" not in t.problem and "hexdecimal" not in t.problem:
        return None
    help = "write `\\\\` for a backslash, or the text without quotes"
    return Code.E104, t.span(t.at), "a backslash means something else in double quotes", help


_RULES: tuple[Rule, ...] = (
    _tab,
    _second_colon,
    _no_colon,
    _open_quote,
    _escape,
    _after_quote,
    _after_bracket,
    _open_bracket,
    _first_character,
    _list_item,
    _block_text,
    _column,
)
