"""From the YAML tree to declarations: which keys a rule file may have, and which it must."""

from __future__ import annotations

from interpreter.front import declared as d
from interpreter.front.fields import Fields, as_mapping, as_scalar, as_scalars
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
PLACES = ("mine", "centre", "side")
PLACE = ("before", "after")
"""Where an item that a variant adds comes among the others."""


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
        routines=tuple(_routine(e, report) for e in top.entries("routines")),
        phases=tuple(_phase(e, report) for e in top.entries("phases")),
        setup=_steps(top.mapping.get("setup"), report),
        setup_at=top.place("setup"),
        moves=tuple(_move(e, report) for e in top.entries("moves")),
        endings=tuple(_ending(e, report) for e in top.entries("endings")),
        checks=tuple(_check(e, report) for e in top.entries("checks")),
        table=_table(top.mapping.get("table"), report),
        printed=tuple(p for e in top.entries("rules") for p in _paragraphs(e, report)),
        require=tuple(c for e in top.entries("require") if (c := _requirement(e, report))),
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


def _fields(entry: Entry, what: str, keys: tuple[str, ...], report: Report) -> Fields:
    name = f"{what} `{entry.key.value}`"
    found = as_mapping(entry.value, name, report, keys[0])
    mapping = found or Mapping((), entry.key.span)
    return Fields(mapping, name, entry.key.span, report, whole=found is not None).allow(keys)


def _option(e: Entry, report: Report) -> d.DOption:
    f = _fields(e, "the option", ("type", "from", "range", "default", "text"), report).need("default")
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
    f = _fields(e, "the zone", keys, report).need("of", "kind", "seen by")
    return d.DZone(
        e.key, f.scalar("of"), f.scalar("kind"), f.scalar("seen by"), f.scalar("counted by"), f.scalar("text")
    )


def _variable(e: Entry, report: Report) -> d.DVariable:
    keys = ("of", "type", "from", "starts", "seen by", "lasts", "text")
    f = _fields(e, "the variable", keys, report).need("of", "seen by")
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


def _routine(e: Entry, report: Report) -> d.DRoutine:
    items = e.value.items if isinstance(e.value, Sequence) else (e.value,)
    found = (as_scalar(node, f"the routine `{e.key.value}`", report) for node in items)
    return d.DRoutine(e.key, tuple(text for text in found if text is not None))


def _phase(e: Entry, report: Report) -> d.DPhase:
    if isinstance(e.value, Scalar):
        return d.DPhase(e.key, None, e.value if e.value.value else None)
    f = _fields(e, "the phase", ("actors", "text"), report)
    return d.DPhase(e.key, f.scalar("actors"), f.scalar("text"))


def _steps(node: Node | None, report: Report) -> tuple[Scalar, ...]:
    """A list of steps, or steps under names, one or several each."""
    if not isinstance(node, Mapping):
        return as_scalars(node, "`setup`", report)
    return tuple(step for e in node.entries for step in _named_steps(e, report))


def _named_steps(e: Entry, report: Report) -> tuple[Scalar, ...]:
    name = f"`{e.key.value}`"
    if not isinstance(e.value, Mapping):
        return as_scalars(e.value, name, report)
    f = Fields(e.value, f"the step {name}", e.key.span, report).allow(("do", *PLACE)).need("do")
    return f.scalars("do")


def _move(e: Entry, report: Report) -> d.DMove:
    keys = ("phase", "by", "when", "pick", "do", "advice", "text", "said", *PLACE)
    f = _fields(e, "the move", keys, report).need("phase", "do")
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


def _requirement(e: Entry, report: Report) -> d.DCondition | None:
    return _condition(e.value, report, f"`{e.key.value}`")


def _pick(node: Node, report: Report) -> d.DPick | None:
    if isinstance(node, Mapping):
        f = Fields(node, "a pick", node.span, report).allow(("choose", "else")).need("choose")
        choose = f.scalar("choose")
        return d.DPick(choose, f.scalar("else")) if choose else None
    text = as_scalar(node, "`pick`", report)
    return d.DPick(text, None) if text else None


def _ending(e: Entry, report: Report) -> d.DEnding:
    keys = ("when", "winners", "losers", "said", "do", "again", *PLACE)
    f = _fields(e, "the ending", keys, report).need("when")
    return d.DEnding(
        name=e.key,
        when=f.scalar("when"),
        winners=f.scalar("winners"),
        losers=f.scalar("losers"),
        said=f.scalar("said"),
        do=f.scalars("do"),
        again=f.scalar("again"),
    )


def _check(e: Entry, report: Report) -> d.DCheck:
    if isinstance(e.value, Scalar):
        always = as_scalar(e.value, f"the check `{e.key.value}`", report)
        return d.DCheck(e.key, always is not None, always, None, None, None, None, None, None, None)
    keys = ("always", "after", "holds", "can happen", "independent", "text", "expect", "because")
    f = _fields(e, "the check", keys, report)
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


def _table(node: Node | None, report: Report) -> d.DTable | None:
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


def _paragraphs(e: Entry, report: Report) -> list[d.DParagraph]:
    """A text, a text with a condition, or a list of those."""
    items = e.value.items if isinstance(e.value, Sequence) else (e.value,)
    return [p for node in items if (p := _paragraph(e.key.value, node, report)) is not None]


def _paragraph(name: str, node: Node, report: Report) -> d.DParagraph | None:
    if isinstance(node, Mapping):
        f = Fields(node, "a paragraph", node.span, report).allow(("if", "say", *PLACE)).need("say")
        say = f.scalar("say")
        return d.DParagraph(name, f.scalar("if"), say) if say else None
    say = as_scalar(node, f"`{name}`", report)
    return d.DParagraph(name, None, say) if say else None
