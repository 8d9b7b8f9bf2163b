"""What holds of every well-formed `Game`, whatever made it: the checks of a rule file or a pass.

- Names of a kind are declared once, and what a node names is declared. The zone `deck` is the first.
- Values fit their types; options have values, and their default is one of them.
- Every node's type follows from its parts (`signatures.py`). A zone or variable is asked for with an index
  exactly if there are several of it, of the kind that tells them apart.
- A definition stands after those that it calls. No move's legality and no order of turns depends on itself.
- A local name is bound once in a scope. `me`, positions, counters, results, history and `old` stand only
  where there are such things (`places.py`).
- Effects move cards between zones, only stacks have ends; the set-up is never entered, and ends in a phase
  (`changes.py`).
- A phase has moves, of players or one of chance; picks of a move have different names.
- Checks speak of moves and variables that there are.

Numbers are not followed through their ranges: whether one fits is for the evaluator to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.changes import Changes
from interpreter.ir.ops import Op
from interpreter.ir.places import (
    ACTING,
    CHECK,
    ENDING,
    RULE,
    STEP,
    STILL,
    Expressions,
    Place,
    members,
)
from interpreter.ir.signatures import NUMBER
from interpreter.ir.types import BOOL, CARD, SEAT, SEATS, SequenceType, SetType, same_family
from interpreter.ir.walk import inside, legality


def violations(game: ir.Game) -> list[str]:
    """What is not well-formed, one sentence each; none of a game that is."""
    return list(_Judge(game).all())


def _at(where: str, problems: Iterable[str]) -> Iterator[str]:
    return (f"{where}: {problem}" for problem in problems)


class _Judge:
    def __init__(self, game: ir.Game) -> None:
        self._game = game
        self._x = Expressions(game)
        self._changes = Changes(game, self._x)

    def all(self) -> Iterator[str]:
        yield from self._names()
        yield from self._circles()
        for definition in self._game.definitions:
            yield from _at(f"definition `{definition.name}`", self._definition(definition))
        yield from self._declarations()
        last = self._game.setup[-1] if self._game.setup else None
        if not isinstance(last, ir.Do) or not isinstance(last.effect, ir.GoTo):
            yield "the set-up does not end in a phase"
        for number, step in enumerate(self._game.setup):
            yield from _at(f"set-up step {number}", self._changes.step(step))
        for move in self._game.moves:
            yield from _at(f"move `{move.name}`", self._move(move))
        for ending in self._game.endings:
            yield from _at(f"ending `{ending.name}`", self._ending(ending))
        for check in self._game.checks:
            yield from _at(f"check `{check.name}`", self._check(check))
        yield from _at("table", self._table(self._game.table))

    # names and order

    def _names(self) -> Iterator[str]:
        g = self._game
        shared = (g.options, g.zones, g.variables, g.definitions)
        for named in (g.deck.suits, g.deck.ranks):
            yield from _twice("name", (item.name for items in (*shared, named) for item in items))
        for items in (g.moves, g.phases, g.endings):
            yield from _twice("name", (item.name for item in items))
        yield from _twice("name", (*(c.name for c in g.checks), *(e.name for e in g.expected)))
        for named in (g.deck.suits, g.deck.ranks):
            yield from _twice("symbol", (n.symbol.upper() for n in named))
        first = g.zones[0] if g.zones else None
        if first is None or first.name != "deck" or first.ordered or first.per is not ir.Per.TABLE:
            yield "the first zone is not the deck"
        if not g.players[0] <= g.seats <= g.players[1]:
            yield f"the game is for {g.seats} players"

    def _circles(self) -> Iterator[str]:
        """Moves and turns whose own question they ask, by way of definitions and other moves."""
        bodies: dict[str, tuple[ir.Expr, ...]] = {
            f"define {d.name}": (d.body,) for d in self._game.definitions
        }
        bodies |= {f"move {name}": asked for name, asked in legality(self._game).items()}
        bodies["turn"] = () if self._game.turn.among is None else (self._game.turn.among,)
        for start in bodies:
            todo, seen = [start], set[str]()
            while todo:
                asked = {n for e in bodies.get(todo.pop(), ()) for i in inside(e) if (n := _asks(i))}
                todo += asked - seen
                seen |= asked
            if start in seen:
                yield f"{start} depends on itself"

    # declarations

    def _definition(self, definition: ir.Definition) -> Iterator[str]:
        place = ACTING
        yield from _twice("parameter", (p.name for p in definition.params))
        for param in definition.params:
            place = place.bind(param.name, param.type)
        yield from self._x.wanted(definition.body, definition.type, place)
        self._x.define(definition)

    def _declarations(self) -> Iterator[str]:
        g = self._game
        for option in g.options:
            yield from _at(f"option `{option.name}`", self._option(option))
        yield from _at("deck", self._x.maybe(g.deck.where, BOOL, STILL.bind("card", CARD)))
        yield from _at("turn", self._x.maybe(g.turn.among, BOOL, RULE.bind("seat", SEAT)))
        for zone in g.zones:
            for e in (zone.seen, zone.counted):
                yield from _at(f"zone `{zone.name}`", self._x.wanted(e, SEATS, _owned(zone.per)))
        for v in g.variables:
            yield from _at(f"variable `{v.name}`", self._x.wanted(v.seen, SEATS, _owned(v.per)))
            yield from _at(f"variable `{v.name}`", self._x.maybe(v.starts, v.type, STILL))
        for phase in g.phases:
            yield from _at(f"phase `{phase.name}`", self._phase(phase))
        for condition in g.requirements:
            yield from _at("requirement", self._x.wanted(condition.that, BOOL, STILL))
            yield from _at("requirement", self._text(condition.refusal, STILL))
        for paragraph in g.printed:
            yield from _at("rules", self._x.maybe(paragraph.condition, BOOL, STILL))
            yield from _at("rules", self._text(paragraph.text, STILL))

    def _option(self, option: ir.Option) -> Iterator[str]:
        if option.default not in option.values:
            yield "the default is none of the values"
        if len(set(option.values)) < len(option.values):
            yield "a value is listed twice"
        if not all(self._x.fits(v, option.type) for v in option.values):
            yield "a value is not of its type"

    def _phase(self, phase: ir.Phase) -> Iterator[str]:
        yield from self._x.maybe(phase.actors, SEATS, RULE)
        moves = [m for m in self._game.moves if m.phase == phase.name]
        chance = sum(m.by_chance for m in moves)
        if not moves or phase.name == ir.SETUP or (chance and len(moves) > 1):
            yield "it has no moves, or chance and others, or is the set-up"

    def _text(self, text: ir.Template | None, place: Place) -> Iterator[str]:
        for part in text.parts if text is not None else ():
            if not isinstance(part, str):
                yield from self._x.problems(part, place)

    # what happens

    def _move(self, move: ir.Move) -> Iterator[str]:
        if move.phase not in {ir.SETUP, *(p.name for p in self._game.phases)}:
            yield f"there is no phase `{move.phase}`"
        if move.by_chance and not move.picks:
            yield "chance has no choice"
        for condition in move.conditions:
            yield from self._x.wanted(condition.that, BOOL, ACTING)
            yield from self._text(condition.refusal, ACTING)
        place = ACTING
        for pick in move.picks:
            yield from self._pick(pick, place)
            place = place.bind(pick.name, members(pick.domain.type))
            yield from self._x.maybe(pick.where, BOOL, place)
            yield from self._text(pick.refusal, place)
        yield from self._changes.effects(move.effects, place)
        yield from self._x.maybe(move.advice, NUMBER, place)
        for text in (move.title, move.said):
            yield from self._text(text, place)

    def _pick(self, pick: ir.Pick, place: Place) -> Iterator[str]:
        if pick.name in place.names:
            yield f"two picks are called `{pick.name}`"
        if not isinstance(pick.domain.type, SetType | SequenceType):
            yield f"`{pick.name}` is picked from no set"
        yield from self._x.problems(pick.domain, place)

    def _ending(self, ending: ir.Ending) -> Iterator[str]:
        yield from self._x.wanted(ending.when, BOOL, ENDING)
        for seats in (ending.winners, ending.losers):
            yield from self._x.wanted(seats, SEATS, ENDING)
        yield from self._changes.effects(ending.effects, ENDING)
        yield from self._x.maybe(ending.again, BOOL, ENDING)
        yield from self._text(ending.said, ENDING)

    # checks and the table

    def _check(self, check: ir.Check) -> Iterator[str]:
        yield from self._text(check.text, STILL)
        match check.claim:
            case ir.Invariant(body):
                yield from self._x.wanted(body, BOOL, CHECK)
            case ir.StepCheck(after, body) | ir.Witness(after, body):
                yield from self._x.wanted(body, BOOL, self._after(after))
                known = {m.name for m in self._game.moves}
                yield from (f"there is no move `{name}`" for name in after if name not in known)
            case ir.Independence(what, name):
                if not what or not any(
                    v.name == name and v.per is ir.Per.PLAYER for v in self._game.variables
                ):
                    yield f"nothing is compared, or `{name}` is no variable of the players"
            case _:
                assert_never(check.claim)

    def _after(self, names: tuple[str, ...]) -> Place:
        """Where a check on steps stands: with the picks that its moves have in common."""
        moves = [m for m in self._game.moves if m.name in names]
        picks = [{p.name: members(p.domain.type) for p in m.picks} for m in moves]
        place = STEP if names else CHECK
        for name, kind in picks[0].items() if picks else ():
            if all(name in p and same_family(p[name], kind) for p in picks):
                place = place.bind(name, kind)
        return place

    def _table(self, table: ir.Table) -> Iterator[str]:
        zones = {z.name: z for z in self._game.zones}
        for shown in table.shown:
            known = shown.zone in zones and shown.place in ir.PLACES
            if not known or (shown.place == "mine" and zones[shown.zone].per is not ir.Per.PLAYER):
                yield f"the zone `{shown.zone}` cannot be shown as `{shown.place}`"
        yield from self._x.maybe(table.mark, BOOL, ACTING.bind("card", CARD))
        yield from self._text(table.mark_text, STILL)


def _owned(owner: ir.Owner) -> Place:
    return RULE.bind("owner", SEAT) if owner is ir.Per.PLAYER else RULE


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    return (f"the {what} `{name}` is declared twice" for name, n in Counter(names).items() if n > 1)


def _asks(e: ir.Expr) -> str | None:
    """The definition, move or order of turns that an expression asks directly."""
    if isinstance(e, ir.Call):
        return f"define {e.name}"
    if isinstance(e, ir.Can):
        return f"move {e.move}"
    return "turn" if isinstance(e, ir.Apply) and e.op is Op.NEXT else None
