"""The way from a rule file to a game: read, extend, shape, lower, lint. Whatever the file holds, this
returns.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from interpreter.check.blame import blame
from interpreter.check.decks import replace_deck
from interpreter.check.lint import lint
from interpreter.check.lower import lower
from interpreter.check.shelf import find_base, is_file, locate, read_source, shipped
from interpreter.front.extend import Finder, read_whole
from interpreter.front.merge import MERGED, item_name
from interpreter.front.shape import read_game
from interpreter.front.tree import Mapping
from interpreter.ir.nodes import Game
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report, TooMany
from interpreter.text.source import Source, Span
from interpreter.text.spelling import suggest


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of a rule file: the game if there is no error, all findings, the files read (the asked
    one first).

    `silent` names options of the file that a replaced deck leaves without effect.
    """

    game: Game | None
    report: Report
    sources: tuple[Source, ...]
    silent: tuple[str, ...] = ()


def load_file(name: str | Path, deck: str | None = None, seats: int | None = None) -> Loaded:
    """Load a rule file by path or shipped name; a `Path` is never a name.

    `deck` replaces its suits and ranks ("suits=C,H ranks=K,A"); `seats` is the number of players, where the
    file is for several numbers, by default the lowest.
    """
    report = Report()
    path = name if isinstance(name, Path) and is_file(name) else locate(str(name))
    if path is None:
        help = suggest(str(name), shipped()) or "shipped games: " + ", ".join(shipped())
        place = Span(Source(str(name), ""), 0, 0)
        report.add(Code.E102, place, f"there is no rule file `{name}`", help)
        return Loaded(None, report, ())
    source = read_source(path, report)
    return Loaded(None, report, ()) if source is None else load(source, deck, report=report, seats=seats)


def names_in(path: Path) -> dict[str, tuple[str, ...]]:
    """The items of a rule file, bases worked in, that a variant can speak of: by section, in order."""
    report = Report()
    source = read_source(path, report)
    whole = None if source is None else read_whole(source, find_base, report)
    sections = whole.root.entries if whole is not None else ()
    return {
        e.key.value: tuple(item_name(item.key.value) for item in e.value.entries)
        for e in sections
        if e.key.value in (*MERGED, "setup") and isinstance(e.value, Mapping)
    }


def load(
    source: Source,
    deck: str | None = None,
    find: Finder = find_base,
    report: Report | None = None,
    seats: int | None = None,
) -> Loaded:
    """Load a rule file from its text; `find` looks up the bases that it extends."""
    report = report or Report()
    sources = [source]
    silent: tuple[str, ...] = ()
    game: Game | None = None
    try:
        whole = read_whole(source, find, report)
        if whole is not None:
            sources = whole.sources
            declared = read_game(whole.root, report)
            lacking: dict[str, str] = {}
            if deck is not None:
                redealt = replace_deck(declared, deck, report)
                declared, lacking, silent = redealt.game, redealt.lacking, redealt.silent
            game = lower(declared, lacking, whole.removed, report, seats)
            if not report.failed:
                lint(game, report, whole.replaced)
            blame(report, sources, whole.replaced)
    except TooMany:
        game = None
    return Loaded(None if report.failed else game, report, tuple(sources), silent)
