"""From a game with its option values to the source that plays whole matches in place.

The text begins with tables, then come the functions that `play` needs, and last `run`, which plays the
matches of a range. It is the same for plain Python and for numba; what differs is what stands under it,
`primitives.py` or `jitted.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.fast import moves, source
from interpreter.fast.binders import bind
from interpreter.fast.checks import asks_who_laid
from interpreter.fast.comparing import comparing, tried
from interpreter.fast.maker import Maker, Tables
from interpreter.fast.offers import ask, masks
from interpreter.fast.operators import apply
from interpreter.fast.playing import CHOICES, DOUBTFUL, Asked, Playing
from interpreter.fast.prepare import lows, prepared
from interpreter.fast.slots import Places, Slots, places
from interpreter.fast.tables import deck_tables
from interpreter.fast.watching import watching
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.settled import settled
from interpreter.ir.types import Card, Value
from interpreter.ir.walk import claim_body, ending_expressions, with_definitions


@dataclass(frozen=True)
class Wanted:
    """What is recorded beside how a match ends: `study` counts what happens, `check` looks at the checks."""

    study: bool = False
    check: bool = False


@dataclass(frozen=True)
class Text:
    """The source of a kernel in three parts; `head` says what it is and imports the primitives.

    `width` is the length of the row of a match, `counters` how many numbers `run` sums up; `logs` tells
    whether positions are compared with those that have stood.
    """

    head: str
    tables: str
    functions: str
    layout: Places
    width: int
    counters: int
    logs: bool

    @property
    def whole(self) -> str:
        return f"{self.head}\n\n{self.tables}\n\n{self.functions}\n"


def kernel_text(game: ir.Game, options: Mapping[str, Value], cards: tuple[Card, ...], wanted: Wanted) -> Text:
    """`options` names every option, `cards` are those in play."""
    plain = prepared(game, options, stacks=True)
    layout = places(plain, lows(plain), len(cards))
    asked = _asked(plain, wanted)
    maker = Maker(
        plain,
        cards,
        layout=layout,
        counts=asked.plies or asked.turns or asked.repeats,
        settled=settled(plain),
        tables=Tables(apply, bind, ask, masks),
        ground=Slots(),
        studies=wanted.study,
    )
    source.turns(maker)
    for definition in plain.definitions:
        source.definition(definition, maker)
    for phase in plain.phases:
        moves.actors(phase, maker)
    compared = list[str]()
    if asked.checks:
        watching(maker)
        compared = comparing(tried(plain, maker.settled), (asked.plies, asked.turns), maker)
    playing = Playing(maker, asked, compared)
    playing.make()
    source.make_wanted(maker)
    counters = len(plain.moves) + len(plain.endings) + CHOICES if wanted.study else 1
    tables, functions = _parts(maker, _run(playing.width, counters, wanted.study), layout)
    return Text(
        _head(game, options, maker), tables, functions, layout, playing.width, counters, asked.repeats
    )


def _asked(game: ir.Game, wanted: Wanted) -> Asked:
    bodies = [e for ending in game.endings for e in ending_expressions(ending)]
    if wanted.check:
        bodies += [body for c in game.checks if (body := claim_body(c.claim)) is not None]
    ops = {e.op for e in with_definitions(game, bodies) if isinstance(e, ir.Apply)}
    laid = wanted.check and asks_who_laid(game)
    counts = (Op.PLIES in ops, Op.TURNS in ops, Op.REPEATS in ops)
    return Asked(*counts, laid, wanted.check, wanted.study)


def _run(width: int, counters: int, study: bool) -> str:
    sums = f"""
        if out[{width} * i] != {DOUBTFUL}:
            for j in range({counters}):
                sums[j] += a[j]
        for j in range({counters}):
            a[j] = 0"""
    return f"""

def run(s, p, o, t, u, r, a, g, sums, out, count, cap):
    for i in range(count):
        streams(r, i)
        play(s, p, o, t, u, r, a, g, cap, out, {width} * i){sums if study else ""}
    return 0"""


def _parts(maker: Maker, run: str, layout: Places) -> tuple[str, str]:
    blank = [0] * layout.all
    blank[layout.zones["deck"].start] = sum(1 << c for c in maker.cards)
    for row in layout.variables.values():
        blank[row.start : row.start + row.copies] = [row.unset] * row.copies
    tables = [
        *deck_tables(maker),
        f"BLANK = {tuple(blank)}",
        f"NOBODY = {(-1,) * layout.cards}",
        f"STACKS = {layout.stacks}",
    ]
    used = source.used(maker.blocks, run)
    texts = [text for name, text in used.items() if re.match(r"[A-Z]+_\d+$", name)]
    functions = [text for name, text in used.items() if not re.match(r"[A-Z]+_\d+$", name)]
    return "\n".join((*tables, *texts)), "\n\n".join((*functions, run)).lstrip("\n")


def _head(game: ir.Game, options: Mapping[str, Value], maker: Maker) -> str:
    lines = source.head(game, options, maker).split("\n")
    at = lines.index("from interpreter.fast.runtime import *")
    lines[at] = "from interpreter.fast.primitives import *"
    text = "\n".join(lines[: at + 1])
    return text.replace(
        "A state is a tuple; a set in it is a mask, a stack a tuple of cards from bottom to top. Its slots:",
        "A state is a list `s`; a set in it is a mask, a stack its height and its cards from bottom to top.\n"
        "Its slots:",
    )
