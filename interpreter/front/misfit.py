"""What was probably meant by a word that does not fit into an expression.

What would be right depends on the word's neighbours, so a list of rules looks at them in turn; the first that
recognises the mistake gives the help.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from interpreter.front.words import INSTEAD, KEYWORDS, TERMINALS
from interpreter.text.source import Span
from interpreter.text.spelling import suggest

EFFECTS = ("move", "pass", "phase", "forget", "if", "for")
"""Words by which an effect begins."""
OPENERS = ("", "then", "else", "do", "(", ";")
"""Words behind which an effect begins; empty at the beginning of a text."""
SEVERAL = "several effects stand in a list, or are written `(one; two)`"
_EVERYWHERE = frozenset(
    ("SIGN", "TIMES", "COMPARE", "DOT", "LSQB", "AND", "OR", "IMPLIES", "FOR", "IS", "NOT")
)
"""Terminals by which any expression may go on: that they would fit says nothing."""


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


def effect_forms(start: str) -> str:
    """How an effect, or a step of the set-up, may begin."""
    steps = "`lot for …`, `deal …`, `each seat does …`, " if start == "step" else ""
    return f"write {steps}`move …`, `pass`, `phase …`, `if …`, `for each …`, or `name becomes value`"


Rule: TypeAlias = Callable[[Misfit], "str | None"]


def help_for(m: Misfit) -> str | None:
    """What would probably be right; None if nothing suggests itself."""
    found = (rule(m) for rule in _RULES)
    return next((h for h in found if h), _wanted(m))


def _too_much(m: Misfit) -> str | None:
    if m.word.isalpha() and m.behind().lower() in ("the", "a", "an"):
        return f"leave out `{m.behind()}`"
    if m.behind() in EFFECTS and m.behind(2) == "do" and m.behind(3) in OPENERS:
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
    return suggest(m.word, words) if m.kind == "NAME" else None


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


def _joined(m: Misfit) -> str | None:
    """An effect that goes on with `and` and another one."""
    if m.start not in ("effect", "step") or "and" not in m.before:
        return None
    at = m.before.index("and")
    first = list(takewhile(lambda word: word not in OPENERS, m.before[at + 1 :]))
    begins_another = m.before[at - 1] in (*EFFECTS, "do") or m.word == "becomes"
    return SEVERAL if at and begins_another and {"to", "becomes", "forget"} & {*first} else None


def _effects(m: Misfit) -> str | None:
    if m.start not in ("effect", "step"):
        return None
    if m.word in (",", ";", "and") or (m.word == "then" and "if" not in m.before):
        return SEVERAL
    if m.behind() == "pass":
        return "`pass` gives the turn to the next player; for another one write `mover becomes …`"
    if m.word == "of" and m.behind() == "top":
        return "cards come to the top of a stack by themselves, leave out `top of`"
    if m.word.isdigit() and m.behind() in ("top", "bottom"):
        return f"write `move {m.word} from {m.behind()} of … to …`"
    if m.before[-1:] == ("deal",) and "EACH" in m.accepted:
        return "write `deal all from … to …`, or `deal 3 each from … to …`"
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
    _joined,
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
        return effect_forms(m.start)
    if {"NAME", "NUMBER"} <= accepted:
        return "a value is expected here"
    telling = accepted - _EVERYWHERE or accepted
    words = sorted({TERMINALS.get(t, f"`{t.lower()}`") for t in telling})
    if not words or len(words) > 7:
        return None
    return "expected " + " or ".join(words)
