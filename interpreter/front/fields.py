"""Reading keys and values with good manners: unknown, missing, empty and misplaced things are
reported, once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span
from interpreter.text.spelling import nearest


def as_mapping(node: Node | None, what: str, report: Report) -> Mapping | None:
    """`node` as keys and values; None, reported, if it is something else."""
    if node is None or isinstance(node, Mapping):
        return node
    if isinstance(node, Scalar) and not node.value:
        report.add(Code.E206, node.span, f"nothing stands behind {what}")
    else:
        report.add(Code.E203, node.span, f"{what} needs keys and values", "write `key: value`, one a line")
    return None


def as_scalar(node: Node | None, what: str, report: Report) -> Scalar | None:
    """`node` as a piece of text that is not empty; None, reported, otherwise."""
    if node is None:
        return None
    if not isinstance(node, Scalar):
        help = None
        if isinstance(node, Mapping) and node.span.text.startswith("{"):
            help = "quote a text that begins with a brace"
        report.add(Code.E205, node.span, f"{what} needs a single text", help)
        return None
    if not node.value.strip():
        report.add(Code.E206, node.span, f"nothing stands behind {what}")
        return None
    return node


def as_items(node: Node | None, what: str, report: Report) -> tuple[Node, ...]:
    """`node` as a list; a single thing is a list of one."""
    if node is None:
        return ()
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Scalar) and not node.value:
        report.add(Code.E206, node.span, f"nothing stands behind {what}")
        return ()
    return (node,)


def as_scalars(node: Node | None, what: str, report: Report) -> tuple[Scalar, ...]:
    found = (as_scalar(item, what, report) for item in as_items(node, what, report))
    return tuple(s for s in found if s is not None)


def as_list(node: Node | None, what: str, report: Report) -> tuple[Scalar, ...]:
    """`node` as a list of texts; a single text is not taken for one."""
    if node is not None and not isinstance(node, Sequence):
        report.add(
            Code.E204,
            node.span,
            f"{what} needs a list",
            "write `[one, two]`, or `- one` on lines of their own",
        )
        return ()
    return as_scalars(node, what, report)


@dataclass
class Fields:
    """The keys of one mapping. `what` names it in messages; `at` is where a missing key is reported."""

    mapping: Mapping
    what: str
    at: Span
    report: Report

    def allow(self, keys: Iterable[str]) -> Fields:
        """Report every key that is not one of `keys`."""
        known = tuple(keys)
        for entry in self.mapping.entries:
            if entry.key.value not in known:
                guess = nearest(entry.key.value, known)
                help = (
                    f"did you mean `{guess}`?"
                    if guess
                    else "it may have " + ", ".join(f"`{k}`" for k in known)
                )
                self.report.add(
                    Code.E201, entry.key.span, f"{self.what} has no key `{entry.key.value}`", help
                )
        return self

    def need(self, *keys: str) -> Fields:
        for key in keys:
            if self.mapping.get(key) is None:
                self.report.add(Code.E202, self.at, f"{self.what} needs the key `{key}`")
        return self

    def either(self, *keys: str) -> None:
        """Report the second of two keys that exclude each other."""
        present = [e.key for e in self.mapping.entries if e.key.value in keys]
        for extra in present[1:]:
            message = f"`{extra.value}` cannot stand beside `{present[0].value}`"
            self.report.add(Code.E212, extra.span, message)

    def scalar(self, key: str) -> Scalar | None:
        return as_scalar(self.mapping.get(key), f"`{key}`", self.report)

    def scalars(self, key: str) -> tuple[Scalar, ...]:
        return as_scalars(self.mapping.get(key), f"`{key}`", self.report)

    def members(self, key: str) -> tuple[Scalar, ...] | None:
        node = self.mapping.get(key)
        return None if node is None else as_list(node, f"`{key}`", self.report)

    def items(self, key: str) -> tuple[Node, ...]:
        return as_items(self.mapping.get(key), f"`{key}`", self.report)

    def entries(self, key: str) -> tuple[Entry, ...]:
        """The entries of the mapping behind `key`; none if it is absent or empty."""
        found = as_mapping(self.mapping.get(key), f"`{key}`", self.report)
        return found.entries if found else ()
