"""Another deck than the file's: `suits=C,H ranks=J,Q,K,A`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from interpreter.check.values import default_symbol
from interpreter.front import declared as d
from interpreter.front.merge import item_name
from interpreter.front.tree import Scalar
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span

ON_COMMAND_LINE = "--deck"
"""What the source is called that a replaced deck comes from."""
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_SUITS |= {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
_SUITS |= {"♧": "clubs", "♢": "diamonds", "♡": "hearts", "♤": "spades"}
_RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
"""What people write for the French deck, where a file does not know it by itself."""
_VARIANTS = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"
"""Characters that say whether a sign is drawn in colour."""
_USAGE = "write it as `suits=C,H ranks=J,Q,K,A`, ranks from low to high"
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Redealt:
    """Declarations with the deck replaced: what the old deck had and the new has not, and which
    options fell silent.
    """

    game: d.DGame
    lacking: dict[str, str]
    silent: tuple[str, ...]


def replace_deck(game: d.DGame, text: str, report: Report) -> Redealt:
    """`game` with the deck that `text` describes; its `where` is dropped."""
    source = Source(ON_COMMAND_LINE, text)
    parts = _parts(source, report)
    old = game.deck
    if parts is None or old is None:
        return Redealt(game, {}, ())
    suits = tuple(_member(s, old.suits, _SUITS) for s in parts["suits"])
    ranks = tuple(_member(r, old.ranks, _RANKS) for r in parts["ranks"])
    if not _mean_nothing_else(game, suits, ranks, report):
        return Redealt(game, {}, ())
    new = d.DDeck(suits, ranks, None, Span(source, 0, len(text)))
    lacking = {m.name.value: "suit" for m in old.suits if m.name.value not in _names(suits)}
    lacking |= {m.name.value: "rank" for m in old.ranks if m.name.value not in _names(ranks)}
    silent = _silent(game, report)
    kept = tuple(o for o in game.options if o.name.value not in silent)
    printed = tuple(p for p in game.printed if not _words(p) & set(silent))
    return Redealt(replace(game, deck=new, options=kept, printed=printed), lacking, silent)


def _mean_nothing_else(
    game: d.DGame, suits: tuple[d.DMember, ...], ranks: tuple[d.DMember, ...], report: Report
) -> bool:
    """Whether the rules mean nothing else by the names of a new deck; reports it otherwise."""
    assert game.deck is not None
    used = [o.name for o in game.options] + [z.name for z in game.zones] + [v.name for v in game.variables]
    used += [n.signature for n in game.definitions]
    meant = dict.fromkeys((item_name(name.value) for name in used), "has a meaning")
    others = (
        (suits, meant | dict.fromkeys(_names(game.deck.ranks) - _names(game.deck.suits), "is a rank")),
        (ranks, meant | dict.fromkeys(_names(game.deck.suits) - _names(game.deck.ranks), "is a suit")),
    )
    free = True
    for members, meanings in others:
        for name in (m.name for m in members if m.name.value in meanings):
            message = f"`{name.value}` {meanings[name.value]} in these rules"
            report.add(Code.E806, name.span, message, "choose another name")
            free = False
    return free


def _names(members: tuple[d.DMember, ...]) -> set[str]:
    return {m.name.value for m in members}


def _parts(source: Source, report: Report) -> dict[str, list[Scalar]] | None:
    found: dict[str, list[Scalar]] = {}
    for match in re.finditer(r"\S+", source.text):
        span = Span(source, match.start(), match.end())
        key, equals, values = match.group().partition("=")
        if key not in ("suits", "ranks") or not equals or key in found:
            report.add(Code.E806, span, f"`{match.group()}` does not describe a deck", _USAGE)
            return None
        start = match.start() + len(key) + 1
        found[key] = [
            Scalar(m.group(), s := Span(source, start + m.start(), start + m.end()), s, True)
            for m in re.finditer(r"[^,]+", values)
        ]
    if not found.get("suits") or not found.get("ranks"):
        report.add(Code.E806, Span(source, 0, len(source.text)), "a deck needs suits and ranks", _USAGE)
        return None
    return found


def _member(given: Scalar, known: tuple[d.DMember, ...], french: Mapping[str, str]) -> d.DMember:
    """The file's own member of that name or symbol; else the French deck's; else a new one."""
    wanted = given.value.lower()
    full = french.get(given.value.rstrip(_VARIANTS).upper(), wanted)
    own = {(m.symbol.value if m.symbol else default_symbol(m.name.value)).lower(): m for m in reversed(known)}
    own |= {m.name.value.lower(): m for m in reversed(known)}
    member = own.get(wanted) or own.get(full)
    if member is None:
        return d.DMember(replace(given, value=full), None)
    symbol = member.symbol.value if member.symbol is not None else default_symbol(member.name.value)
    return d.DMember(replace(given, value=member.name.value), replace(given, value=symbol))


def _silent(game: d.DGame, report: Report) -> tuple[str, ...]:
    """Options that only the deck's `where` reads."""
    where = game.deck.where if game.deck is not None else None
    if where is None:
        return ()
    elsewhere = replace(game, deck=None, options=(), printed=())
    used = _words(elsewhere)
    inside = set(_WORD.findall(where.value))
    silent = [o.name for o in game.options if o.name.value in inside - used]
    for name in silent:
        report.add(Code.W906, name.span, f"with `--deck`, the option `{name.value}` has no effect")
    return tuple(n.value for n in silent)


def _words(node: Any) -> set[str]:
    """All words of all scalars in a declaration."""
    return {w for text in _scalars(node) for w in _WORD.findall(text)}


def _scalars(node: Any) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.value
    elif isinstance(node, tuple):
        for item in node:
            yield from _scalars(item)
    elif is_dataclass(node) and not isinstance(node, Span):
        for field in fields(node):
            yield from _scalars(getattr(node, field.name))
