"""From the YAML tree to declarations: which keys a rule file may have, and which it must."""

from __future__ import annotations

from interpreter.front import acts, sayings
from interpreter.front import declared as d
from interpreter.front.fields import Fields, as_mapping, as_scalar, item_fields
from interpreter.front.tree import Entry, Mapping, Node, Scalar, Sequence
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report

LANGUAGE = "1"
HEAD = ("language", "game", "about", "players", "deck", "turn", "setup", "table")
"""Sections that are one item; `change` replaces all of them but the table whole."""
NAMED = (
    "options",
    "require",
    "zones",
    "variables",
    "define",
    "routines",
    "phases",
    "moves",
    "endings",
    "checks",
    "rules",
)
"""Sections of named items."""
SECTIONS = HEAD + NAMED
NEEDED = ("language", "game", "players", "deck", "zones", "phases", "setup", "moves")


def read_game(root: Mapping, report: Report) -> d.DGame:
    """The declarations of a whole rule file, bases already worked in. Faulty items are left out and
    reported.
    """
    top = Fields(root, "a rule file", root.span, report).allow(SECTIONS, _for_variants)
    top.need(*NEEDED)
    language = top.scalar("language")
    if language is not None and language.value != LANGUAGE:
        report.add(
            Code.E207, language.span, f"language version `{language.value}` is unknown", "write `language: 1`"
        )
    nowhere = Scalar("", root.span, root.span, False)
    return d.DGame(
        name=top.scalar("game") or nowhere,
        about=top.scalar("about"),
        players=top.scalar("players"),
        deck=_deck(top.mapping.get("deck"), report),
        options=tuple(_option(e, report) for e in top.entries("options")),
        among=_turn(top.mapping.get("turn"), report),
        zones=tuple(_zone(e, report) for e in top.entries("zones")),
        variables=tuple(_variable(e, report) for e in top.entries("variables")),
        definitions=_definitions(top.entries("define"), report),
        routines=tuple(acts.routine(e, report) for e in top.entries("routines")),
        phases=tuple(acts.phase(e, report) for e in top.entries("phases")),
        setup=acts.steps(top.mapping.get("setup"), report),
        setup_at=top.place("setup"),
        moves=tuple(acts.move(e, report) for e in top.entries("moves")),
        endings=tuple(acts.ending(e, report) for e in top.entries("endings")),
        checks=tuple(sayings.check(e, report) for e in top.entries("checks")),
        table=sayings.table(top.mapping.get("table"), report),
        printed=tuple(p for e in top.entries("rules") for p in sayings.paragraphs(e, report)),
        require=tuple(c for e in top.entries("require") if (c := acts.requirement(e, report))),
        lost=_lost(top),
        span=root.span,
    )


def _lost(top: Fields) -> frozenset[str]:
    """The sections that are missed or could not be read; a game without any move is among them."""
    found = {name: top.mapping.get(name) for name in NAMED}
    lost = {
        name for name in NAMED if not isinstance(found[name], Mapping) and (found[name] or name in NEEDED)
    }
    moves = found["moves"]
    if isinstance(moves, Mapping) and not moves.entries:
        top.report.add(Code.E613, top.place("moves"), "there are no moves")
        lost.add("moves")
    return frozenset(lost)


def _for_variants(key: str) -> str | None:
    return "it belongs into a file with `extends: …`" if key in ("change", "add", "remove") else None


def _option(e: Entry, report: Report) -> d.DOption:
    f = item_fields(e, "the option", ("type", "from", "range", "default", "text"), report).need("default")
    f.either("from", "range")
    limited = any(f.mapping.get(k) is not None for k in ("from", "range"))
    return d.DOption(
        name=e.key,
        type=f.scalar("type"),
        members=f.members("from"),
        range=f.scalar("range"),
        limited=limited,
        default=f.scalar("default"),
        text=f.scalar("text"),
    )


def _deck(node: Node | None, report: Report) -> d.DDeck | None:
    found = as_mapping(node, "`deck`", report, "suits")
    if found is None:
        return None
    f = Fields(found, "`deck`", found.span, report).allow(("suits", "ranks", "where")).need("suits", "ranks")
    suits, ranks = (_members(f.mapping.get(k), f"`{k}`", report) for k in ("suits", "ranks"))
    return None if suits is None or ranks is None else d.DDeck(suits, ranks, f.scalar("where"), found.span)


def _members(node: Node | None, what: str, report: Report) -> tuple[d.DMember, ...] | None:
    """Names in a list, or names with their symbols as `{name: symbol}`; None, reported, for anything else."""
    if isinstance(node, Mapping):
        return tuple(d.DMember(e.key, as_scalar(e.value, f"`{e.key.value}`", report)) for e in node.entries)
    if isinstance(node, Scalar):
        report.add(Code.E204, node.span, f"{what} needs a list", "write `[one, two]`")
    if not isinstance(node, Sequence):
        return None
    names = [as_scalar(item, what, report) for item in node.items]
    return None if None in names else tuple(d.DMember(n, None) for n in names if n is not None)


def _turn(node: Node | None, report: Report) -> Scalar | None:
    found = as_mapping(node, "`turn`", report, "among")
    if found is None:
        return None
    return Fields(found, "`turn`", found.span, report).allow(("among",)).need("among").scalar("among")


def _zone(e: Entry, report: Report) -> d.DZone:
    keys = ("of", "kind", "seen by", "counted by", "text")
    f = item_fields(e, "the zone", keys, report).need("of", "kind", "seen by")
    return d.DZone(
        e.key, f.scalar("of"), f.scalar("kind"), f.scalar("seen by"), f.scalar("counted by"), f.scalar("text")
    )


def _variable(e: Entry, report: Report) -> d.DVariable:
    keys = ("of", "type", "from", "starts", "seen by", "lasts", "text")
    f = item_fields(e, "the variable", keys, report).need("of", "seen by")
    f.either("type", "from")
    faulty = not f.whole or any(f.mapping.get(k) is not None for k in ("type", "from"))
    return d.DVariable(
        name=e.key,
        of=f.scalar("of"),
        type=f.scalar("type"),
        members=f.members("from"),
        faulty=faulty,
        starts=f.scalar("starts"),
        seen=f.scalar("seen by"),
        text=f.scalar("text"),
        lasts=f.scalar("lasts"),
    )


def _definitions(entries: tuple[Entry, ...], report: Report) -> tuple[d.DDefinition, ...]:
    bodies = ((e.key, as_scalar(e.value, f"the definition `{e.key.value}`", report)) for e in entries)
    return tuple(d.DDefinition(key, body) for key, body in bodies if body is not None)
