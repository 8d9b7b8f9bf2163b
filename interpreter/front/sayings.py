"""From the YAML tree to declarations: what is said about a game. Checks, the table, the printed rules."""

from __future__ import annotations

from interpreter.front import declared as d
from interpreter.front.acts import placed
from interpreter.front.fields import Fields, as_mapping, as_scalar, item_fields
from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence
from interpreter.text.diagnostic import Report

PLACES = ("mine", "centre", "side")


def check(e: Entry, report: Report) -> d.DCheck:
    if isinstance(e.value, Scalar):
        always = as_scalar(e.value, f"the check `{e.key.value}`", report)
        return d.DCheck(e.key, always is not None, always, None, None, None, None, None, None, None)
    keys = ("always", "after", "holds", "can happen", "independent", "text", "expect", "because")
    f = item_fields(e, "the check", keys, report)
    f.either("always", "holds", "can happen", "independent")
    after = f.scalars("after") if f.mapping.get("after") is not None else None
    independent = f.mapping.get("independent")
    return d.DCheck(
        e.key,
        f.whole and (independent is None or isinstance(independent, Mapping)),
        f.scalar("always"),
        after,
        f.scalar("holds"),
        f.scalar("can happen"),
        _independence(independent, report),
        f.scalar("text"),
        f.scalar("expect"),
        f.scalar("because"),
    )


def _independence(node: Node | None, report: Report) -> d.DIndependence | None:
    found = as_mapping(node, "`independent`", report, "what")
    if found is None:
        return None
    f = Fields(found, "`independent`", found.span, report).allow(("what", "of")).need("what", "of")
    return d.DIndependence(f.scalars("what"), f.scalar("of"), found.span)


def table(node: Node | None, report: Report) -> d.DTable | None:
    found = as_mapping(node, "`table`", report, PLACES[0])
    if found is None:
        return None
    f = Fields(found, "`table`", found.span, report).allow((*PLACES, "mark", "mark text"))
    shown = [s for e in f.mapping.entries if e.key.value in PLACES for s in _shown(e, report)]
    return d.DTable(tuple(shown), f.scalar("mark"), f.scalar("mark text"))


def _shown(e: Entry, report: Report) -> list[d.DShown]:
    items = e.value.items if isinstance(e.value, Sequence) else (e.value,)
    found: list[d.DShown] = []
    for node in items:
        if isinstance(node, Mapping):
            f = Fields(node, "a zone on the table", node.span, report).allow(("zone", "sort")).need("zone")
            zone, sort = f.scalar("zone"), f.scalar("sort")
        else:
            zone, sort = as_scalar(node, f"`{e.key.value}`", report), None
        if zone is not None:
            found.append(d.DShown(e.key, zone, sort))
    return found


def paragraphs(e: Entry, report: Report) -> list[d.DParagraph]:
    """A text, a text with a condition, or a list of those."""
    items = e.value.items if isinstance(e.value, Sequence) else (e.value,)
    return [p for node in items if (p := _paragraph(e.key.value, node, report)) is not None]


def _paragraph(name: str, node: Node, report: Report) -> d.DParagraph | None:
    if isinstance(node, Mapping):
        f = Fields(node, "a paragraph", node.span, report).allow(("if", "say"), placed).need("say")
        say = f.scalar("say")
        return d.DParagraph(name, f.scalar("if"), say) if say else None
    say = as_scalar(node, f"`{name}`", report)
    return d.DParagraph(name, None, say) if say else None
