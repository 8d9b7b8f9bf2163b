"""What is wrong with an expression that the grammar does not know: the word or character, and help."""

from __future__ import annotations

import re

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.front.misfit import EFFECTS, OPENERS, Misfit, effect_forms, help_for
from interpreter.front.words import KEYWORDS, QUOTES, SIGNS, VERBS
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span, spell
from interpreter.text.spelling import nearest, suggest

_NOUNS = {"signature": "definition", "type": "type", "pick": "pick", "effect": "effect", "step": "step"}
_WORD = re.compile(r"[A-Za-z0-9_]+|[<>=!]=|\.\.|\S")
_STEPS = (*EFFECTS, "lot", "deal", "each")


def explain(error: UnexpectedInput, span: Span, start: str, report: Report) -> None:
    """Report what the parser of the text in `span` could not read."""
    if isinstance(error, UnexpectedCharacters):
        _strange(Span(span.source, int(getattr(error, "pos_in_stream", span.start)), span.end), span, report)
        return
    assert isinstance(error, UnexpectedToken)
    misfit = _misfit(error, span, start)
    unknown = _verb(misfit)
    if unknown is not None:
        report.add(Code.E301, *unknown)
    elif misfit.kind == "$END":
        noun = _NOUNS.get(start, "expression")
        report.add(Code.E303, misfit.span, f"the {noun} ends too early", help_for(misfit))
    elif start == "signature" and misfit.word in KEYWORDS:
        message = f"`{misfit.word}` is a word of the language"
        report.add(Code.E211, misfit.span, message, "choose another name")
    else:
        report.add(Code.E301, misfit.span, f"`{misfit.word}` does not fit here", help_for(misfit))


def _misfit(error: UnexpectedToken, span: Span, start: str) -> Misfit:
    token: Token = error.token
    source = span.source
    accepted = frozenset(error.accepts or error.expected or ())
    if token.type == "$END":
        end = span.start + len(span.text.rstrip())
        where = Span(source, end, end)
    else:
        where = Span(source, token.start_pos or span.start, token.end_pos or span.end)
    before = _WORD.findall(source.text, span.start, where.start)
    word = "" if token.type == "$END" else str(token)
    return Misfit(start, word, token.type, tuple(reversed(before)), where, accepted)


# characters


def _strange(rest: Span, whole: Span, report: Report) -> None:
    """Report the character at the beginning of `rest`, which no word of the language contains."""
    text = rest.text
    char, span = text[0], Span(rest.source, rest.start, rest.start + 1)
    help = SIGNS.get(text[:2]) or SIGNS.get(char)
    if char in QUOTES:
        own = text[:2] == "'s" and rest.start > whole.start
        help = "write `name[me]` for what belongs to a player" if own else "remove the quotes"
        report.add(Code.E310, span, "names and numbers are written without quotes", help)
    elif char == "=":
        help = help or "write `==` to compare, `becomes` to change a variable"
        report.add(Code.E304, span, "`=` is not part of the language", help)
    elif char in "&|!":
        word = {"&": "write `and`", "|": "write `or`"}.get(char, "write `not`, or `!=` between two values")
        report.add(Code.E305, span, f"`{char}` is not part of the language", word)
    elif char == "\\":
        help = "leave it out; an expression may go on over several lines"
        report.add(Code.E306, span, "a backslash may not stand in an expression", help)
    else:
        help = help or ("names have the letters a to z, digits and `_`" if char.isalpha() else None)
        report.add(Code.E302, span, f"the character {spell(char)} is not part of the language", help)


# the first word of an effect


def _verb(m: Misfit) -> tuple[Span, str, str | None] | None:
    """The place, message and help for an effect or step that begins with no word that begins one."""
    first = m.behind()
    if "BECOMES" not in m.accepted or m.behind(2) not in OPENERS or not re.fullmatch("[A-Za-z_]+", first):
        return None
    if m.kind in ("COMPARE", "SIGN", "IS") or nearest(m.word, ["becomes"]):
        return None
    help = VERBS.get(first.lower()) or suggest(first, _STEPS if m.start == "step" else EFFECTS)
    if help is None and m.kind == "$END":
        return None
    help = help or effect_forms(m.start)
    at = m.span.source.text.rindex(first, 0, m.span.start)
    return Span(m.span.source, at, at + len(first)), f"`{first}` does not fit here", help
