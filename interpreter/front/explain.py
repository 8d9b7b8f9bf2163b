"""What is wrong with an expression that the grammar does not know: the word, and what was probably meant.

The parser names the first word that fits nowhere. What would be right depends on its neighbours, so a list of
rules looks at them in turn; the first that recognises the mistake gives the help.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.front.words import INSTEAD, KEYWORDS, QUOTES, SIGNS, TERMINALS, VERBS
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span, spell
from interpreter.text.spelling import nearest

_NOUNS = {"signature": "definition", "type": "type", "pick": "pick", "effect": "effect", "step": "step"}
_WORD = re.compile(r"[A-Za-z0-9_]+|[<>=!]=|\.\.|\S")
_EFFECTS = ("move", "pass", "phase", "forget", "if", "for")
_STEPS = (*_EFFECTS, "lot", "deal", "each")
_EVERYWHERE = frozenset(
    ("SIGN", "TIMES", "COMPARE", "DOT", "LSQB", "AND", "OR", "IMPLIES", "FOR", "IS", "NOT")
)
"""Terminals by which any expression may go on: that they would fit says nothing."""
_OPENERS = ("", "then", "else", "do", "(", ";")


@dataclass(frozen=True, slots=True)
class Misfit:
    """A word that does not fit: the words before it, nearest first, and the terminals that would have fitted.

    `word` is empty and `kind` is `$END` where the text ends too early.
    """

    start: str
    word: str
    kind: str
    before: tuple[str, ...]
    span: Span
    accepted: frozenset[str]

    def behind(self, back: int = 1) -> str:
        """The word `back` words before; empty before the first."""
        return self.before[back - 1] if back <= len(self.before) else ""

    @property
    def after_value(self) -> bool:
        """Whether a value seems to have ended just before."""
        last = self.behind()
        return bool(re.fullmatch(r"\w+|[)\]]", last)) and last not in KEYWORDS


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
        report.add(Code.E303, misfit.span, f"the {noun} ends too early", _help(misfit))
    elif start == "signature" and misfit.word in KEYWORDS:
        message = f"`{misfit.word}` is a word of the language"
        report.add(Code.E211, misfit.span, message, "choose another name")
    else:
        report.add(Code.E301, misfit.span, f"`{misfit.word}` does not fit here", _help(misfit))


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
    if "BECOMES" not in m.accepted or m.behind(2) not in _OPENERS or not re.fullmatch("[A-Za-z_]+", first):
        return None
    if m.kind in ("COMPARE", "SIGN", "IS") or nearest(m.word, ["becomes"]):
        return None
    guess = nearest(first, _STEPS if m.start == "step" else _EFFECTS)
    help = VERBS.get(first.lower()) or (f"did you mean `{guess}`?" if guess else None)
    if help is None and m.kind == "$END":
        return None
    help = help or _wanted_effect(m.start)
    at = m.span.source.text.rindex(first, 0, m.span.start)
    return Span(m.span.source, at, at + len(first)), f"`{first}` does not fit here", help


def _wanted_effect(start: str) -> str:
    steps = "`lot for …`, `deal …`, `each seat does …`, " if start == "step" else ""
    return f"write {steps}`move …`, `pass`, `phase …`, `if …`, `for each …`, or `name becomes value`"


# help


Rule: TypeAlias = Callable[[Misfit], "str | None"]


def _help(m: Misfit) -> str | None:
    found = (rule(m) for rule in _RULES)
    return next((h for h in found if h), _wanted(m))


def _too_much(m: Misfit) -> str | None:
    if m.word.isalpha() and m.behind().lower() in ("the", "a", "an"):
        return f"leave out `{m.behind()}`"
    if m.behind() in _EFFECTS and m.behind(2) == "do" and m.behind(3) in _OPENERS:
        return "leave out `do`, which goes with the name of a routine"
    if m.start in ("effect", "step") and m.word in ("card", "cards") and m.after_value:
        return f"leave out `{m.word}`"
    return None


def _instead(m: Misfit) -> str | None:
    word = m.word.lower()
    if m.kind == "NAME" or word == "becomes":
        return INSTEAD.get(word)
    return None


def _misspelt(m: Misfit) -> str | None:
    words = [t.lower() for t in sorted(m.accepted) if t not in TERMINALS and t.isalpha()]
    guess = nearest(m.word, words) if m.kind == "NAME" else None
    return f"did you mean `{guess}`?" if guess else None


def _state(m: Misfit) -> str | None:
    if m.behind() == "is" and m.word:
        return "`is` goes with `empty`, `set` and `unset`; write `==` to compare"
    if m.behind() == "not" and m.behind(2) == "is" and m.word:
        return "`is not` goes with `empty`, `set` and `unset`; write `!=` to compare"
    if m.word in ("empty", "set", "unset") and m.after_value:
        return f"write `is {m.word}`"
    return None


def _comparison(m: Misfit) -> str | None:
    if m.kind == "COMPARE" and m.behind() in ("<", ">", "<=", ">=", "==", "!="):
        return "write `!=`" if m.behind() + m.word == "<>" else "write one comparison"
    if "BECOMES" in m.accepted and m.kind in ("COMPARE", "SIGN", "IS"):
        return "write `name becomes value` to change a variable"
    if m.kind == "COMPARE" and m.after_value:
        return "only two things are compared at a time; join comparisons with `and`"
    return None


def _whole_numbers(m: Misfit) -> str | None:
    decimals = m.kind in ("NUMBER", "SIGNED") and m.behind() == "." and m.behind(2).isdigit()
    if decimals or (m.kind == "DOT" and m.behind().isdigit()):
        return "numbers are whole"
    return None


def _loop_words(m: Misfit) -> str | None:
    if m.word == "satisfies" and "WHERE" in m.accepted:
        return "`some` goes with `where`, `every` with `satisfies`"
    if m.word == "where" and "SATISFIES" in m.accepted:
        return "`every` goes with `satisfies`, `some` with `where`"
    if m.behind() == "seat" and m.behind(2) == "each" and "IN" in m.accepted:
        return "write `for each name in seats do …`"
    if "IN" in m.accepted and m.behind(2) == "(" and m.behind(3) in ("count", "those"):
        return f"write `{m.behind(3)}(name in set where …)`, or `size(…)` for all of a set"
    if m.word == "if" and "WHERE" in m.accepted:
        return "write `where`"
    return None


def _sets(m: Misfit) -> str | None:
    several = m.word == "[" and not m.after_value
    if several or (m.word == "," and "RPAR" in m.accepted and "COMMA" not in m.accepted):
        return "several values are written `only(one, two)`"
    return None


def _effects(m: Misfit) -> str | None:
    if m.start not in ("effect", "step"):
        return None
    if m.word in (",", ";", "and"):
        return "several effects in one are written `(one; two)`"
    if m.behind() == "pass":
        return "`pass` gives the turn to the next player; for another one write `mover becomes …`"
    if m.word == "of" and m.behind() == "top":
        return "cards come to the top of a stack by themselves, leave out `top of`"
    if m.word.isdigit() and m.behind() in ("top", "bottom"):
        return f"write `move {m.word} from {m.behind()} of … to …`"
    if m.word == "[" and m.behind(2) == "to":
        return "cards are dealt to every player, leave out the brackets"
    return None


def _closing(m: Misfit) -> str | None:
    partner = {")": "(", "]": "["}.get(m.word)
    text = " ".join(m.before)
    if partner and text.count(partner) <= text.count(m.word):
        return f"there is no `{partner}` that it closes"
    return None


def _if_without_else(m: Misfit) -> str | None:
    if "ELSE" in m.accepted and "THEN" not in m.accepted and m.start == "expression" and not m.word:
        return "an `if` that gives a value needs an `else`"
    return None


def _small_starts(m: Misfit) -> str | None:
    if m.start == "pick" and ("FROM" in m.accepted or not m.before):
        return "a pick is written `name from set`, as in `card from deck where …`"
    if m.start == "signature" and m.before:
        return "what a definition is given stands in brackets, with its kind: `name(card c, suit s)`"
    if m.start == "type" and "__ANON_0" in m.accepted:
        return "a range of numbers is written `1..9`"
    if not m.word and m.behind() == ".":
        return "leave out the full stop"
    return None


def _two_values(m: Misfit) -> str | None:
    if m.after_value and m.kind in ("NAME", "NUMBER", "LPAR") and not m.accepted & {"NAME", "NUMBER"}:
        if len(m.accepted) > 4:
            return "a word or a sign is missing before it, as in `a and b`, `a == b`, `size(a)`"
    return None


_RULES: tuple[Rule, ...] = (
    _too_much,
    _misspelt,
    _instead,
    _state,
    _comparison,
    _whole_numbers,
    _loop_words,
    _sets,
    _closing,
    _effects,
    _if_without_else,
    _small_starts,
    _two_values,
)


def _wanted(m: Misfit) -> str | None:
    accepted = m.accepted - {"$END"}
    if "PASS" in accepted:
        return _wanted_effect(m.start)
    if {"NAME", "NUMBER"} <= accepted:
        return "a value is expected here"
    telling = accepted - _EVERYWHERE or accepted
    words = sorted({TERMINALS.get(t, f"`{t.lower()}`") for t in telling})
    if not words or len(words) > 7:
        return None
    return "expected " + " or ".join(words)
