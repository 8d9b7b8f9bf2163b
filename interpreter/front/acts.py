"""From the YAML tree to declarations: what happens in a match, from the set-up to the endings."""

from __future__ import annotations

from interpreter.front import declared as d
from interpreter.front.fields import Fields, as_scalar, as_scalars, item_fields
from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence
from interpreter.text.diagnostic import Report

PLACE = ("before", "after")
"""Where an item that a variant adds comes among the others; merging takes these keys away."""


def placed(key: str) -> str | None:
    """What helps where such a key is left over."""
    return "only what a variant adds says where it comes" if key in PLACE else None


def routine(e: Entry, report: Report) -> d.DRoutine:
    items = e.value.items if isinstance(e.value, Sequence) else (e.value,)
    found = (as_scalar(node, f"the routine `{e.key.value}`", report) for node in items)
    return d.DRoutine(e.key, tuple(text for text in found if text is not None))


def phase(e: Entry, report: Report) -> d.DPhase:
    if isinstance(e.value, Scalar):
        return d.DPhase(e.key, None, e.value if e.value.value else None)
    f = item_fields(e, "the phase", ("actors", "text"), report)
    return d.DPhase(e.key, f.scalar("actors"), f.scalar("text"))


def steps(node: Node | None, report: Report) -> tuple[Scalar, ...]:
    """A list of steps, or steps under names, one or several each."""
    if not isinstance(node, Mapping):
        return as_scalars(node, "`setup`", report)
    return tuple(step for e in node.entries for step in _named_steps(e, report))


def _named_steps(e: Entry, report: Report) -> tuple[Scalar, ...]:
    name = f"`{e.key.value}`"
    if not isinstance(e.value, Mapping):
        return as_scalars(e.value, name, report)
    f = Fields(e.value, f"the step {name}", e.key.span, report).allow(("do",), placed).need("do")
    return f.scalars("do")


def move(e: Entry, report: Report) -> d.DMove:
    keys = ("phase", "by", "when", "pick", "do", "advice", "text", "said")
    f = item_fields(e, "the move", keys, report, placed).need("phase", "do")
    picks = [_pick(n, report) for n in f.items("pick")]
    nothing = isinstance(given := f.mapping.get("pick"), Scalar) and not given.value
    return d.DMove(
        name=e.key,
        phase=f.scalar("phase"),
        by=f.scalar("by"),
        when=tuple(c for n in f.items("when") if (c := _condition(n, report))),
        picks=tuple(p for p in picks if p is not None),
        whole=f.whole and not nothing and None not in picks,
        do=f.scalars("do"),
        idle=isinstance(do := f.mapping.get("do"), Sequence) and not do.items,
        advice=f.scalar("advice"),
        text=f.scalar("text"),
        said=f.scalar("said"),
    )


def _condition(node: Node, report: Report, what: str = "`when`") -> d.DCondition | None:
    if isinstance(node, Mapping):
        f = Fields(node, "a condition", node.span, report).allow(("that", "else")).need("that")
        that = f.scalar("that")
        return d.DCondition(that, f.scalar("else")) if that else None
    text = as_scalar(node, what, report)
    return d.DCondition(text, None) if text else None


def requirement(e: Entry, report: Report) -> d.DCondition | None:
    return _condition(e.value, report, f"`{e.key.value}`")


def _pick(node: Node, report: Report) -> d.DPick | None:
    if isinstance(node, Mapping):
        f = Fields(node, "a pick", node.span, report).allow(("choose", "else")).need("choose")
        choose = f.scalar("choose")
        return d.DPick(choose, f.scalar("else")) if choose else None
    text = as_scalar(node, "`pick`", report)
    return d.DPick(text, None) if text else None


def ending(e: Entry, report: Report) -> d.DEnding:
    keys = ("when", "winners", "losers", "said", "do", "again")
    f = item_fields(e, "the ending", keys, report, placed).need("when")
    return d.DEnding(
        name=e.key,
        when=f.scalar("when"),
        winners=f.scalar("winners"),
        losers=f.scalar("losers"),
        said=f.scalar("said"),
        do=f.scalars("do"),
        again=f.scalar("again"),
    )
