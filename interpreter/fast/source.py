"""From a game with its option values to the text of a Python module that plays it.

The text needs nothing but `runtime.py`. It begins with tables of the deck, then come the functions that the
rules became, each below the line that it is made from, and last what an engine calls:

- `initial()` gives the first state,
- `choices(s)` all that may be done in a state that is not over, in bundles,
- `ACT[move](s, seat, *picks)` the state after an action of one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interpreter.fast import moves, setup
from interpreter.fast.binders import bind
from interpreter.fast.checks import checks
from interpreter.fast.code import Scope, inner
from interpreter.fast.ground import Tuples
from interpreter.fast.layout import Layout, lay_out
from interpreter.fast.maker import Maker, Tables
from interpreter.fast.operators import apply
from interpreter.fast.prepare import lows, prepared
from interpreter.fast.tables import deck_tables
from interpreter.ir import nodes as ir
from interpreter.ir.settled import settled
from interpreter.ir.types import Card, Value


@dataclass(frozen=True)
class Made:
    """The text of a module, the layout of the states that it works on, and the maker for what is added
    later.
    """

    text: str
    layout: Layout
    maker: Maker
    there: frozenset[str]
    """The functions that the text has."""


def make(
    game: ir.Game, options: Mapping[str, Value], cards: tuple[Card, ...], counts: bool, wary: bool = False
) -> Made:
    """The module of a game; `options` names every option, `cards` are those in play.

    `counts`: an ending or check asks for counters; `wary`: positions are played on from in which a variable
    is unset that the set-up sets.
    """
    plain = prepared(game, options)
    layout = lay_out(plain, lows(plain))
    sure = frozenset[str]() if wary else settled(plain)
    tables = Tables(apply, bind, moves.ask, moves.choices)
    maker = Maker(plain, cards, layout=layout, counts=counts, settled=sure, tables=tables, ground=Tuples())
    turns(maker)
    for one in plain.definitions:
        definition(one, maker)
    for move in plain.moves:
        moves.guards(move, maker)
    for phase in plain.phases:
        moves.actors(phase, maker)
        moves.phase_choices(phase, maker)
    for move in plain.moves:
        moves.act(move, maker)
    setup.judge(maker)
    setup.steps(maker)
    setup.beginnings(maker)
    make_wanted(maker)
    foot = _foot(maker)
    needed = used(maker.blocks, foot)
    text = "\n\n".join((head(game, options, maker), *needed.values(), foot))
    return Made(text + "\n", layout, maker, frozenset(needed))


def with_checks(made: Made) -> str:
    """What is to be added to the module so that it can look at the checks of the rules; see `checks.py`."""
    return addition(made, checks(made.maker), made.there)


def addition(made: Made, foot: str, there: frozenset[str]) -> str:
    """`foot` below the functions that it needs and that are not `there` yet."""
    make_wanted(made.maker)
    needed = used(made.maker.blocks, foot)
    return "\n\n".join((*(text for name, text in needed.items() if name not in there), foot)) + "\n"


def make_wanted(maker: Maker) -> None:
    known = {name for name, _ in maker.blocks}
    while maker.wanted:
        name, make_one = maker.wanted.popitem()
        if name not in known:
            known.add(name)
            make_one()


# parts ----------------------------------------------------------------------------------------------------


def turns(maker: Maker) -> None:
    """The functions for the order of turns."""
    among, seats = maker.game.turn.among, maker.game.seats
    if among is None:
        return
    scope = Scope(me="-1").bind("seat", "seat")
    name = maker.name("among", "seat")
    lines = maker.lines(lambda: [f"return {inner(maker.code(among, scope).text)}"])
    maker.function(name, ("s", "seat"), lines, maker.game.turn.span)
    lines = [
        f"for distance in range(1, {seats + 1}):",
        f"    if {name}(s, (seat + distance) % {seats}):",
        f"        return (seat + distance) % {seats}",
        f"return {maker.ground.undefined(Scope())}",
    ]
    maker.function(maker.name("after", "seat"), ("s", "seat"), lines, maker.game.turn.span)


def definition(defined: ir.Definition, maker: Maker) -> None:
    """The function that a definition becomes where it is not put in place."""
    scope = Scope()
    params = ["s", "me"]
    for param in defined.params:
        params.append(maker.fresh(param.name))
        scope = scope.bind(param.name, params[-1])
    lines = maker.lines(lambda: [f"return {inner(maker.code(defined.body, scope).text)}"])
    maker.function(maker.name("d", defined.name), params, lines, defined.span)


def head(game: ir.Game, options: Mapping[str, Value], maker: Maker) -> str:
    title = "".join(c for c in game.name if c.isprintable())
    lines = [
        f'"""{_quoted(title)}, compiled from its rule file: {game.seats} seats, {len(maker.cards)} cards.',
        "",
        "A state is a tuple; a set in it is a mask, a stack a tuple of cards from bottom to top. Its slots:",
        *_slots(maker.layout),
        '"""',
        "",
        *(f"# option {name}: {value!r}" for name, value in options.items()),
        "from interpreter.fast.runtime import *",
        "",
        *deck_tables(maker),
    ]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return text.replace("\\", " ").replace('"', "'")


def _slots(layout: Layout) -> Iterator[str]:
    for name, row in (*layout.zones.items(), *layout.variables.items()):
        last = row.start + row.copies - 1
        place = str(row.start) if row.copies == 1 else f"{row.start} to {last}"
        yield f"  {place}: {_quoted(name)}"
    at = layout.phase
    yield f"  {at} phase, {at + 1} mover, {at + 2} step of the set-up, {at + 3} done of it, {at + 4} result"


def _foot(maker: Maker) -> str:
    game, layout, number = maker.game, maker.layout, len(maker.game.moves)
    setup_choices, answers, draws = [], [], []
    for place, step in enumerate(game.setup):
        kinds = {"asked": "None", "chance": "None", "draw": "None", "answered": "None"}
        chosen = ("asked", "answered") if isinstance(step, ir.EachSeat) else ("chance", "draw")
        if not isinstance(step, ir.Do):
            kinds |= {kind: maker.name(kind, str(place)) for kind in chosen}
        setup_choices.append(kinds["asked"] if isinstance(step, ir.EachSeat) else kinds["chance"])
        answers.append(kinds["answered"])
        draws.append(kinds["draw"])
    phases = ["None", *(maker.name("choices", p.name) for p in game.phases)]
    actors = ["None", *("None" if p.actors is None else maker.name("actors", p.name) for p in game.phases)]
    acts = [*(maker.name("act", m.name) for m in game.moves), "draw", "again"]
    return "\n".join(
        (
            f"IN_SETUP = ({_listed(setup_choices)})",
            f"ANSWERED = ({_listed(answers)})",
            f"DRAW = ({_listed(draws)})",
            f"IN_PHASE = ({_listed(phases)})",
            "",
            "",
            "def draw(s, me, value):",
            f"    return DRAW[s[{layout.step}]](s, me, value)",
            "",
            "",
            "def choices(s):",
            f"    if s[{layout.result}]:",
            f"        return (({number + 1}, s[{layout.mover}], 2),) if s[{layout.result}] - 1 & 1 else ()",
            f"    if s[{layout.step}] < {len(game.setup)}:",
            f"        return IN_SETUP[s[{layout.step}]](s)",
            f"    return IN_PHASE[s[{layout.phase}]](s)",
            "",
            "",
            f"ACTORS = ({_listed(actors)})",
            f"ACT = ({_listed(acts)})",
        )
    )


def _listed(names: Iterable[str]) -> str:
    return "".join(f"{name}, " for name in names).rstrip()


_NAME = re.compile(r"[A-Za-z_]\w*")


def used(blocks: Iterable[tuple[str, str]], foot: str) -> dict[str, str]:
    """The functions that something calls, in their order."""
    texts = dict(blocks)
    known = {name: set(_NAME.findall(text)) & texts.keys() for name, text in blocks}
    todo, needed = set(_NAME.findall(foot)) & texts.keys(), {"initial", "again", "judge"} & texts.keys()
    todo |= needed
    while todo:
        needed |= todo
        todo = set[str]().union(*(known[name] for name in todo)) - needed
    return {name: f"\n{text}" for name, text in texts.items() if name in needed}
