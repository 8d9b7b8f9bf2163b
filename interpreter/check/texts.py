"""Checking sentences: texts of the rule file with expressions in braces."""

from __future__ import annotations

from interpreter.check.expressions import Expressions
from interpreter.check.scope import Scope
from interpreter.front.parser import parse_sentence
from interpreter.front.tree import Scalar
from interpreter.ir import nodes as ir


def template(x: Expressions, text: Scalar | None, scope: Scope) -> ir.Template | None:
    """The sentence, or None where there is none or the report says what is wrong with it."""
    sentence = parse_sentence(text, x.report) if text is not None else None
    if sentence is None:
        return None
    parts = [p if isinstance(p, str) else x.check(p, scope) for p in sentence.parts]
    known = tuple(p for p in parts if p is not None)
    return ir.Template(known, sentence.span) if len(known) == len(parts) else None
