"""Variants: a rule file that `extends` another says only what differs, in `change`, `add` and `remove`.

Here the bases are found and read; `merge.py` works each file into the tree of its base.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.front.fields import as_mapping, as_scalar
from interpreter.front.merge import Extended, merge
from interpreter.front.shape import SECTIONS
from interpreter.front.tree import MAX_BYTES, Mapping, Node, Scalar, Sequence, parse_tree
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from interpreter.text.spelling import nearest

MOST_BASES = 8

Finder = Callable[[Scalar, Source, Report], Source | None]
"""Finds the base that an `extends` names, seen from the file it stands in; reports it if there is none."""


def read_whole(source: Source, find: Finder, report: Report) -> Extended | None:
    """The tree of a rule file with all its bases worked in, or None when the report says why there is
    none.
    """
    chain = _chain(source, find, report)
    if chain is None:
        return None
    whole = Extended(chain[-1][0], [s for _, s in chain])
    for variant, _ in reversed(chain[:-1]):
        merge(whole, variant, report)
    return whole


def _chain(source: Source, find: Finder, report: Report) -> list[tuple[Mapping, Source]] | None:
    """The trees of a file and its bases, itself first."""
    chain: list[tuple[Mapping, Source]] = []
    current: Source | None = source
    while current is not None:
        root = as_mapping(parse_tree(current, report), "a rule file", report, "game")
        if root is None:
            return None
        chain.append((root, current))
        node = _extends(root, report)
        extends = _one_base(node, report)
        if extends is None:
            return None if node is not None else chain
        current = _base(extends, current, [s for _, s in chain], find, report)
    return None


def _extends(root: Mapping, report: Report) -> Node | None:
    """What the file extends, be the key misspelt."""
    found = root.get("extends")
    near = [e for e in root.entries if e.key.value not in SECTIONS and nearest(e.key.value, ["extends"])]
    if found is not None or not near:
        return found
    message = f"a variant has no key `{near[0].key.value}`"
    report.add(Code.E201, near[0].key.span, message, "did you mean `extends`?")
    return near[0].value


def _one_base(node: Node | None, report: Report) -> Scalar | None:
    if not isinstance(node, Sequence):
        return as_scalar(node, "`extends`", report)
    help = "let one of them extend the other, and extend that one"
    report.add(Code.E205, node.span, "a file extends one base, not several", help)
    return None


def _base(name: Scalar, here: Source, seen: list[Source], find: Finder, report: Report) -> Source | None:
    base = find(name, here, report)
    if base is None:
        return None
    if any(base.name == s.name for s in seen):
        report.add(Code.E702, name.span, f"`{name.value}` extends itself, by way of its bases")
        return None
    if len(seen) >= MOST_BASES:
        report.add(Code.E702, name.span, f"more than {MOST_BASES} files extend each other")
        return None
    if sum(len(s.text) for s in (*seen, base)) > MAX_BYTES:
        message = f"the file and its bases are larger than {MAX_BYTES // 1024} KiB together"
        report.add(Code.E103, name.span, message)
        return None
    return base
