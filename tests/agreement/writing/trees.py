"""Rule files as trees: what is written can be taken apart again, to make a file smaller that shows a fault.

A `Tree` is a piece of an expression or effect in the rule language with the pieces inside it; its `kind` says
what could stand in its place. A `Doc` is a rule file: mappings, lists, trees and plain texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.ir.types import BOOL, IntType, Type

EFFECT, STEP, PICK, SENTENCE = "effect", "step", "pick", "sentence"


@dataclass(frozen=True, slots=True)
class Tree:
    """The type of an expression or one of the words above; texts with trees between them."""

    kind: Type | str
    parts: tuple[str | Tree, ...]

    def text(self) -> str:
        return "".join(p if isinstance(p, str) else p.text() for p in self.parts)


Doc: TypeAlias = "dict[str, Doc] | list[Doc] | Tree | str"


class Nothing(Exception):
    """There is no expression of this kind here."""


def tree(kind: Type | str, *parts: str | Tree) -> Tree:
    return Tree(kind, parts)


def boxed(kind: Type | str, *parts: str | Tree) -> Tree:
    """In brackets, so that it may stand anywhere."""
    return Tree(kind, ("(", *parts, ")"))


def joined(kind: Type | str, before: str, items: tuple[Tree, ...], after: str) -> Tree:
    """A list of arguments."""
    parts: list[str | Tree] = [before]
    for n, item in enumerate(items):
        parts += [", ", item] if n else [item]
    return Tree(kind, (*parts, after))


def number(value: int) -> Tree:
    return tree(IntType(value, value), str(value) if value >= 0 else f"({value})")


YES, NO = tree(BOOL, "yes"), tree(BOOL, "no")


def within(t: Tree) -> Iterator[Tree]:
    """The trees inside, at any depth, outermost first."""
    for part in t.parts:
        if isinstance(part, Tree):
            yield part
            yield from within(part)


# the file ---------------------------------------------------------------------------------------------------


def written(doc: Doc) -> str:
    """The rule file as YAML."""
    return "\n".join(_lines(doc, "")) + "\n"


def _lines(doc: Doc, indent: str) -> Iterator[str]:
    assert isinstance(doc, dict)
    for key, value in doc.items():
        yield from _entry(f"{indent}{key}:", value, indent)


def _entry(head: str, value: Doc, indent: str) -> Iterator[str]:
    match value:
        case dict():
            yield head if value else f"{head} {{}}"
            yield from _lines(value, indent + "  ")
        case list():
            yield head if value else f"{head} []"
            for item in value:
                yield from _item(item, indent + "  ")
        case _:
            yield f"{head} {_scalar(value)}"


def _item(item: Doc, indent: str) -> Iterator[str]:
    if not isinstance(item, dict):
        yield f"{indent}- {_scalar(item)}"
        return
    for n, line in enumerate(_lines(item, indent + "  ")):
        yield line if n else f"{indent}- {line.lstrip()}"


def _scalar(value: Doc) -> str:
    """Sentences are quoted, since they may hold what YAML would read."""
    if isinstance(value, str):
        return value
    assert isinstance(value, Tree)
    return f'"{value.text()}"' if value.kind == SENTENCE else value.text()
