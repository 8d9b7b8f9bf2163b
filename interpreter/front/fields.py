"""Reading keys and values with good manners: unknown, missing, empty and misplaced things are
reported, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span
from interpreter.text.spelling import nearest


def as_mapping(node: Node | None, what: str, report: Report, example: str = "key") -> Mapping | None:
    """`node` as keys and values; None, reported, if it is something else. `example` is a key it may have."""
    if node is None or isinstance(node, Mapping):
        return node
    if isinstance(node, Scalar) and not node.value:
        report.add(Code.E206, node.span, f"nothing stands behind {what}")
    else:
        help = f"write `{example}: …` and so on, one a line, further right"
        report.add(Code.E203, node.span, f"{what} needs keys and values", help)
    return None


def as_scalar(node: Node | None, what: str, report: Report) -> Scalar | None:
    """`node` as a text that is not empty, without the blanks around it; None, reported, otherwise."""
    if node is None:
        return None
    if not isinstance(node, Scalar):
        report.add(Code.E205, node.span, f"{what} needs a single text", _as_text(node))
        return None
    if not node.value.strip():
        report.add(Code.E206, node.span, f"nothing stands behind {what}")
        return None
    value = node.value.strip()
    return node if value == node.value else replace(node, value=value)


def _as_text(node: Mapping | Sequence) -> str:
    """How to make a text of what YAML took for something else."""
    if node.span.text.startswith("["):
        return "write one text here, not a list; quote a text that begins with a bracket"
    if node.span.text.startswith("{"):
        return "quote a text that begins with a brace"
    if isinstance(node, Mapping):
        return "`: ` makes a key of what stands before it; leave the colon out, or quote the text"
    return "write one text here, not a list"


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


def as_list(node: Node | None, what: str, report: Report) -> tuple[Scalar, ...] | None:
    """`node` as a list of texts; None, reported, for anything else: a single text is not taken for a list."""
    if node is None or isinstance(node, Sequence):
        return as_scalars(node, what, report)
    help = "write `[one, two]`, or `- one` on lines of their own"
    report.add(Code.E204, node.span, f"{what} needs a list", help)
    return None


@dataclass
class Fields:
    """The keys of one mapping. `what` names it in messages; `at` is where a missing key is reported.

    `whole` is false where there was no mapping, or keys that nobody knows: then nothing is missed in it.
    """

    mapping: Mapping
    what: str
    at: Span
    report: Report
    whole: bool = True

    def allow(self, keys: Iterable[str], help: Callable[[str], str | None] = lambda _: None) -> Fields:
        """Report every key that is not one of `keys`; one that is only misspelt counts as the one meant.

        `help` may know of a key that belongs elsewhere.
        """
        known = tuple(keys)
        present = {e.key.value for e in self.mapping.entries}
        entries: list[Entry] = []
        for entry in self.mapping.entries:
            meant = entry.key.value if entry.key.value in known else self._meant(entry.key, known, help)
            if meant is not None and (meant == entry.key.value or meant not in present):
                present.add(meant)
                entries.append(Entry(replace(entry.key, value=meant), entry.value))
        strange = len(entries) < len(self.mapping.entries)
        mapping = Mapping(tuple(entries), self.mapping.span)
        return replace(self, mapping=mapping, whole=self.whole and not strange)

    def _meant(self, key: Scalar, known: tuple[str, ...], help: Callable[[str], str | None]) -> str | None:
        word = key.value
        longer = (k for k in known if k.startswith(f"{word} "))
        guess = nearest(word, known) or next(longer, None)
        choice = f"did you mean `{guess}`?" if guess else "it may have " + ", ".join(f"`{k}`" for k in known)
        self.report.add(Code.E201, key.span, f"{self.what} has no key `{word}`", help(word) or choice)
        return guess

    def need(self, *keys: str) -> Fields:
        """Report the keys that are missing, all at once."""
        missing = [f"`{key}`" for key in keys if self.whole and self.mapping.get(key) is None]
        if missing:
            *most, last = missing
            names = f"keys {', '.join(most)} and {last}" if most else f"key {last}"
            self.report.add(Code.E202, self.at, f"{self.what} needs the {names}")
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
        found = as_mapping(self.mapping.get(key), f"`{key}`", self.report, "name")
        return found.entries if found else ()

    def place(self, key: str) -> Span:
        """Where `key` stands; where the mapping does, if it is missing."""
        return next((e.key.span for e in self.mapping.entries if e.key.value == key), self.at)


def item_fields(
    entry: Entry,
    what: str,
    keys: tuple[str, ...],
    report: Report,
    help: Callable[[str], str | None] = lambda _: None,
) -> Fields:
    """The keys of a named item of a section; the first of `keys` stands for them in messages."""
    name = f"{what} `{entry.key.value}`"
    found = as_mapping(entry.value, name, report, keys[0])
    mapping = found or Mapping((), entry.key.span)
    return Fields(mapping, name, entry.key.span, report, whole=found is not None).allow(keys, help)
