"""Works a variant into the tree of its base.

The two trees become one; every node keeps its place in the file it came from. Whole named items are replaced,
never merged inside, but for the default and text of an option. The places of a table count as items, all
other sections without names as one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.front.acts import PLACE
from interpreter.front.fields import Fields, as_mapping, as_scalar
from interpreter.front.shape import HEAD, NAMED, SECTIONS
from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence
from interpreter.front.words import TRUTH
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span
from interpreter.text.spelling import suggest

MERGED = (*NAMED, "table")
"""Sections of which items are changed one by one."""
WHOLE = tuple(s for s in HEAD[3:] if s not in MERGED)
"""Sections that are changed whole."""
ORDERED = {"endings": "an ending", "moves": "a move", "rules": "a paragraph", "setup": "a step"}
"""Sections in which an added item may say `before:` or `after:` which; endings and steps must."""
VARIANT = ("language", "extends", "game", "about", "change", "add", "remove")


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a variant removed or changed, as it stood in its base, and where the variant says so."""

    before: Span
    here: Span


@dataclass
class Extended:
    """A whole tree, the sources it came from (variant first) and where items were removed or replaced."""

    root: Mapping
    sources: list[Source]
    removed: dict[str, Span] = field(default_factory=dict)
    replaced: list[Replaced] = field(default_factory=list)


def merge(whole: Extended, variant: Mapping, report: Report) -> None:
    """Works one variant into the tree of its base; what does not fit is reported and left out."""
    _Merge(whole, variant, report).apply()


def item_name(key: str) -> str:
    """The name of an item: for a definition, without its parameters."""
    return key.split("(", 1)[0].strip()


class _Merge:
    """Works one variant into the tree of its base."""

    def __init__(self, whole: Extended, variant: Mapping, report: Report) -> None:
        self._whole = whole
        self._variant = variant
        self._report = report
        self._sections: dict[str, Entry] = {e.key.value: e for e in whole.root.entries}

    def apply(self) -> None:
        top = Fields(self._variant, "a variant", self._variant.span, self._report)
        for entry in self._variant.entries:
            if entry.key.value in SECTIONS and entry.key.value not in VARIANT:
                message = f"a variant has no section `{entry.key.value}`"
                help = "put it under `change:`, `add:` or `remove:`"
                self._report.add(Code.E709, entry.key.span, message, help)
        top = top.allow((*VARIANT, *SECTIONS))
        for entry in top.mapping.entries:
            if entry.key.value in ("language", "game", "about"):
                self._sections[entry.key.value] = entry
        for verb in ("remove", "change", "add"):
            self._verb(verb, top.entries(verb))
        entries = tuple(e for e in self._sections.values() if e.key.value != "extends")
        self._whole.root = Mapping(entries, self._variant.span)

    def _verb(self, verb: str, sections: tuple[Entry, ...]) -> None:
        for section in sections:
            name = section.key.value
            if name in MERGED or (name == "setup" and self._has_names(verb, section)):
                self._named(verb, section)
            elif name in WHOLE:
                self._head(verb, section)
            else:
                help = suggest(name, (*MERGED, *WHOLE))
                self._report.add(Code.E201, section.key.span, f"`{verb}` has no key `{name}`", help)

    def _has_names(self, verb: str, section: Entry) -> bool:
        """Whether the base names the steps of its set-up, and the variant speaks of them by name."""
        base = self._sections.get(section.key.value)
        named = base is not None and isinstance(base.value, Mapping)
        return named and (isinstance(section.value, Mapping) or verb == "remove")

    def _head(self, verb: str, section: Entry) -> None:
        name = section.key.value
        exists = name in self._sections
        if exists and verb != "add":
            self._replace(self._sections[name], section.key)
        if verb == "remove" and name == "turn" and exists:
            del self._sections[name]
        elif verb == "add" and exists:
            self._report.add(
                Code.E704, section.key.span, f"the base has `{name}` already", "put it under `change:`"
            )
        elif verb == "change" and not exists:
            self._report.add(Code.E703, section.key.span, f"the base has no `{name}`", "put it under `add:`")
        elif verb == "remove":
            self._report.add(Code.E705, section.key.span, f"`{name}` cannot be removed")
        else:
            self._sections[name] = section

    def _named(self, verb: str, section: Entry) -> None:
        name = section.key.value
        items = self._items(name)
        for entry in self._given(verb, section):
            if verb == "remove":
                self._remove(name, items, entry)
            elif verb == "change":
                self._change(name, items, entry)
            else:
                self._add(name, items, entry)
        node = self._sections[name].value if name in self._sections else section.value
        key = self._sections[name].key if name in self._sections else section.key
        self._sections[name] = Entry(key, Mapping(tuple(items.values()), node.span))

    def _items(self, section: str) -> dict[str, Entry]:
        entry = self._sections.get(section)
        mapping = entry.value if entry is not None and isinstance(entry.value, Mapping) else None
        return {item_name(e.key.value): e for e in mapping.entries} if mapping is not None else {}

    def _given(self, verb: str, section: Entry) -> tuple[Entry, ...]:
        node: Node = section.value
        if verb == "remove" and isinstance(node, Sequence):
            names = (as_scalar(n, "`remove`", self._report) for n in node.items)
            blank = Scalar("", section.key.span, section.key.span, False)
            return tuple(Entry(n, blank) for n in names if n is not None)
        if verb == "remove" and isinstance(node, Scalar) and node.value:
            message = f"what is removed from `{section.key.value}` is a list"
            self._report.add(Code.E204, node.span, message, f"write `[{node.value}]`")
            return ()
        found = as_mapping(node, f"`{section.key.value}`", self._report, "name")
        return found.entries if found is not None else ()

    def _missing(
        self, code: Code, section: str, items: dict[str, Entry], key: Scalar, otherwise: str | None = None
    ) -> bool:
        """Whether the base lacks an item; reported with the nearest name, or what else would be right."""
        if item_name(key.value) in items:
            return False
        help = suggest(item_name(key.value), items) or otherwise
        self._report.add(code, key.span, f"the base has no `{item_name(key.value)}` in `{section}`", help)
        return True

    def _remove(self, section: str, items: dict[str, Entry], entry: Entry) -> None:
        if self._missing(Code.E705, section, items, entry.key):
            return
        reason = entry.value
        if section == "checks" and not (isinstance(reason, Scalar) and reason.value.strip()):
            help = f"write `{entry.key.value}: why it does not hold here`"
            self._report.add(Code.E707, entry.key.span, "a removed check needs a reason", help)
        self._replace(items.pop(item_name(entry.key.value)), entry.key)
        self._whole.removed[item_name(entry.key.value)] = entry.key.span

    def _change(self, section: str, items: dict[str, Entry], entry: Entry) -> None:
        if self._missing(Code.E703, section, items, entry.key, "put it under `add:`"):
            return
        name = item_name(entry.key.value)
        if section == "options":
            key = items[name].key.span
            self._whole.replaced.append(Replaced(Span(key.source, key.start, key.start), entry.key.span))
            items[name] = self._option(items[name], entry)
            return
        reasoned = isinstance(entry.value, Mapping) and entry.value.get("because") is not None
        if section == "checks" and not reasoned:
            help = "add `because: …` to it"
            self._report.add(Code.E707, entry.key.span, "a changed check needs a reason", help)
        self._replace(items[name], entry.key)
        items[name] = entry

    def _replace(self, before: Entry, here: Scalar) -> None:
        self._whole.replaced.append(Replaced(before.value.span, here.span))

    def _option(self, base: Entry, entry: Entry) -> Entry:
        """An option with another default (a bare value), or with some of its keys replaced."""
        if not isinstance(base.value, Mapping):
            return entry
        given = {e.key.value: e for e in entry.value.entries} if isinstance(entry.value, Mapping) else {}
        if isinstance(entry.value, Scalar):
            given = {"default": Entry(Scalar("default", entry.key.span, entry.key.span, True), entry.value)}
        if _is_flag(base.value) and not given.keys() & {"type", "from", "range"}:
            given["type"] = _implied(base.key)
        kept = tuple(given.pop(e.key.value, e) for e in base.value.entries)
        return Entry(base.key, Mapping((*kept, *given.values()), entry.value.span))

    def _add(self, section: str, items: dict[str, Entry], entry: Entry) -> None:
        name = item_name(entry.key.value)
        if name in items:
            message = f"the base has `{name}` in `{section}` already"
            self._report.add(Code.E704, entry.key.span, message, "put it under `change:`")
        elif section in ORDERED:
            self._add_in_order(section, items, entry)
        else:
            items[name] = entry

    def _add_in_order(self, section: str, items: dict[str, Entry], entry: Entry) -> None:
        places, bare = _without_place(entry)
        place = places[0].value if len(places) == 1 else None
        if isinstance(place, Scalar):
            if not self._missing(Code.E703, section, items, place):
                at = list(items).index(item_name(place.value)) + (places[0].key.value == "after")
                _insert(items, at, bare)
        elif places or (items and section in ("endings", "setup")):
            message = f"it is not said where `{entry.key.value}` comes in `{section}`"
            help = f"add `before: …` or `after: …` with the name of {ORDERED[section]}"
            self._report.add(Code.E708, entry.key.span, message, help)
        else:
            items[item_name(entry.key.value)] = entry


def _is_flag(option: Mapping) -> bool:
    """Whether an option is a yes or no by nothing but its default."""
    default = option.get("default")
    limited = any(option.get(key) is not None for key in ("type", "from", "range"))
    return isinstance(default, Scalar) and default.value in TRUTH and not limited


def _implied(option: Scalar) -> Entry:
    """What the file of the option could have said: that it is a yes or no."""
    text = "type: flag"
    source = Source(option.span.source.name, text)
    key, value = Span(source, 0, 4), Span(source, 6, len(text))
    return Entry(Scalar(key.text, key, key, True), Scalar(value.text, value, value, True))


def _without_place(entry: Entry) -> tuple[tuple[Entry, ...], Entry]:
    """The keys of an item that say where it comes, and the item without them."""
    if not isinstance(entry.value, Mapping):
        return (), entry
    places = tuple(e for e in entry.value.entries if e.key.value in PLACE)
    others = tuple(e for e in entry.value.entries if e.key.value not in PLACE)
    return places, Entry(entry.key, Mapping(others, entry.value.span))


def _insert(items: dict[str, Entry], at: int, entry: Entry) -> None:
    pairs = list(items.items())
    pairs.insert(at, (item_name(entry.key.value), entry))
    items.clear()
    items.update(pairs)
