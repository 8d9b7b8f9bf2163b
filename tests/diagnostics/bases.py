"""The game that the cases change, and how a case says its change."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
HEAPS = (HERE / "heaps.yaml").read_text(encoding="utf-8")

_SECTION = re.compile(r"[A-Za-z]\S*:")
_ITEM = re.compile(r"  ([^-^\s#][^:(]*)")


@dataclass
class Section:
    """A section as its first line and its items, each a run of lines that begins with a name."""

    head: str
    items: list[tuple[str, list[str]]] = field(default_factory=list)

    def lines(self) -> list[str]:
        return [self.head, *(line for _, lines in self.items for line in lines)]


def sections(text: str) -> dict[str, Section]:
    """The sections of a file, by the word before the colon; what stands before the first is called ``."""
    found = {"": Section("")}
    current = found[""]
    for line in text.split("\n"):
        if _SECTION.match(line):
            name = line.split(":", 1)[0]
            current = found.setdefault(name, Section(line))
            current.head = line
            continue
        item = _ITEM.match(line)
        if item or not current.items:
            current.items.append((item.group(1).strip() if item else "", []))
        current.items[-1][1].append(line)
    return found


def changed(fragment: str, without: frozenset[str] = frozenset()) -> str:
    """The base with the items of `fragment` in the place of those of the same name; others are added.

    A section that says something on its own line, or has no named items, is replaced whole. A dotted name in
    `without` is an item that is left out, another one a section.
    """
    base, new = sections(HEAPS), sections(fragment.rstrip("\n"))
    for name in without:
        section, _, item = name.partition(".")
        if item:
            base[section].items = [(n, lines) for n, lines in base[section].items if n != item]
        else:
            del base[section]
    for name, part in new.items():
        if name:
            base[name] = _merged(base.get(name), part)
    return "\n".join(line for part in base.values() for line in part.lines()).lstrip("\n")


def _merged(base: Section | None, new: Section) -> Section:
    named = [(n, lines) for n, lines in new.items if n]
    bare = re.fullmatch(r"[^:]*: *(#.*)?", new.head)
    if base is None or not named or not bare:
        return Section(new.head, [*new.items, ("", [""])])
    given = dict(named)
    kept = [(n, given.pop(n)) if n in given else (n, lines) for n, lines in base.items]
    return Section(new.head, [*kept, *given.items(), ("", [""])])
