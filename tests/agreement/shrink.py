"""Makes a rule file smaller as long as it shows what it showed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic

from interpreter.ir.types import BOOL, RANK, SEAT, SUIT, IntType, SetType, Type, same_family
from tests.agreement.writing.trees import EFFECT, STEP, Doc, Tree, within

PATIENCE = 90.0
"""Seconds after which it is small enough."""
NEEDED = ("language", "game", "players", "deck", "zones", "phases", "setup", "moves", "endings")


def shrunk(doc: Doc, shows: Callable[[Doc], bool], patience: float = PATIENCE) -> Doc:
    """The smallest file that was found by leaving things out one by one."""
    end, at, last = monotonic() + patience, 0, 0
    while monotonic() < end:
        smaller = next(islice(_smaller(doc), at, None), None)
        if smaller is None:
            if last == 0:
                break
            at = last = 0
        elif shows(smaller):
            doc, last = smaller, last + 1
        else:
            at += 1
    return doc


def _smaller(doc: Doc) -> Iterator[Doc]:
    """The file with one thing less, large things first."""
    match doc:
        case dict():
            for key in reversed(doc):
                if key not in NEEDED:
                    yield {k: v for k, v in doc.items() if k != key}
            for key, value in doc.items():
                yield from ({**doc, key: v} for v in _smaller(value))
        case list():
            for n in range(len(doc)):
                yield [*doc[:n], *doc[n + 1 :]]
            for n, item in enumerate(doc):
                yield from ([*doc[:n], v, *doc[n + 1 :]] for v in _smaller(item))
        case Tree():
            yield from _simpler(doc)


def _simpler(t: Tree) -> Iterator[Tree]:
    """A part of it in its place, something plain, or the same with a simpler part."""
    yield from (part for part in within(t) if _alike(part.kind, t.kind))
    plain = _plain(t.kind)
    if plain is not None and plain != t.text():
        yield Tree(t.kind, (plain,))
    for n, part in enumerate(t.parts):
        if isinstance(part, Tree):
            yield from (Tree(t.kind, (*t.parts[:n], p, *t.parts[n + 1 :])) for p in _simpler(part))


def _alike(a: Type | str, b: Type | str) -> bool:
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return same_family(a, b)


def _plain(kind: Type | str) -> str | None:
    """The plainest thing of a kind."""
    match kind:
        case str():
            return "pass" if kind in (EFFECT, STEP) else None
        case IntType(lo, hi):
            return "0" if lo <= 0 <= hi else None
        case SetType(of) if of == SEAT:
            return "seats"
        case SetType(of) if of in (SUIT, RANK):
            return "suits" if of == SUIT else "ranks"
    return {BOOL: "yes", SEAT: "mover", SUIT: "clubs", RANK: "low"}.get(kind)
