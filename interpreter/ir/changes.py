"""Whether effects and the steps of the set-up are well-formed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from interpreter.ir import nodes as ir
from interpreter.ir.ops import End
from interpreter.ir.places import RULE, Expressions, Place, members
from interpreter.ir.signatures import NUMBER
from interpreter.ir.types import BOOL, CARD, CARDS, SEAT, SEATS, SequenceType, SetType, Type, same_family


class Changes:
    """Looks at what changes the positions of one game."""

    def __init__(self, game: ir.Game, expressions: Expressions) -> None:
        self._game = game
        self._x = expressions

    def effects(self, effects: tuple[ir.Effect, ...], place: Place) -> Iterator[str]:
        """What is wrong with effects that stand at `place`."""
        for effect in effects:
            yield from self.effect(effect, place)

    def effect(self, effect: ir.Effect, place: Place) -> Iterator[str]:
        match effect:
            case ir.MoveCard():
                yield from self._x.wanted(effect.card, CARD, place)
                yield from self._between(effect, place)
            case ir.MoveMany():
                yield from self._x.maybe(effect.count, NUMBER, place)
                yield from self._between(effect, place)
                if effect.count is not None and not isinstance(effect.source.type, SequenceType):
                    yield "a number of cards is moved from the end of a set"
            case ir.Assign():
                yield from self._x.problems(effect.variable, place)
                yield from self._x.maybe(effect.value, effect.variable.type, place)
            case ir.SetMover():
                yield from self._x.wanted(effect.seat, SEAT, place)
            case ir.GoTo():
                if not any(p.name == effect.phase for p in self._game.phases):
                    yield f"there is no phase `{effect.phase}` to enter"
            case ir.Branch():
                yield from self._x.wanted(effect.condition, BOOL, place)
                yield from self.effects((*effect.then, *effect.otherwise), place)
            case ir.ForEach():
                yield from self._for_each(effect, place)
            case _:
                assert_never(effect)

    def _between(self, effect: ir.MoveCard | ir.MoveMany, place: Place) -> Iterator[str]:
        for zone in (effect.source, effect.target):
            yield from self._x.problems(zone, place)
        if effect.onto is End.BOTTOM and not isinstance(effect.target.type, SequenceType):
            yield "a set has no bottom"

    def _for_each(self, effect: ir.ForEach, place: Place) -> Iterator[str]:
        yield from self._x.problems(effect.domain, place)
        if not isinstance(effect.domain.type, SetType | SequenceType) or effect.var in place.names:
            yield f"`{effect.var}` runs through no set, or hides another name"
        if effect.start is not None:
            yield from self._x.wanted(effect.start, SEAT, place)
            if effect.domain.type != SEATS:
                yield "only seats have a turn order"
        yield from self.effects(effect.body, place.bind(effect.var, members(effect.domain.type)))

    # the set-up

    def step(self, step: ir.Step) -> Iterator[str]:
        """What is wrong with a step of the set-up."""
        match step:
            case ir.Lot():
                yield from self._lot(step)
            case ir.Deal():
                yield from self._x.maybe(step.count, NUMBER, RULE)
                yield from self._x.wanted(step.start, SEAT, RULE)
                yield from self._from_a_set(step.source)
                if not any(z.name == step.target and z.per is ir.Per.PLAYER for z in self._game.zones):
                    yield f"no player has a zone `{step.target}`"
            case ir.Draw():
                yield from self._x.wanted(step.count, NUMBER, RULE)
                yield from self._from_a_set(step.source)
                yield from self._x.problems(step.target, RULE)
            case ir.EachSeat():
                yield from self._x.wanted(step.start, SEAT, RULE)
                asked = [m for m in self._game.moves if m.name == step.move and m.phase == ir.SETUP]
                if not asked or asked[0].by_chance:
                    yield f"there is no move `{step.move}` of the set-up"
            case ir.Do():
                yield from self.effect(step.effect, RULE)
            case _:
                assert_never(step)

    def _lot(self, step: ir.Lot) -> Iterator[str]:
        kind: Type = SEAT if step.variable is None else step.variable.type
        yield from self._x.maybe(step.variable, kind, RULE)
        yield from self._x.problems(step.domain, RULE)
        if not same_family(members(step.domain.type), kind):
            yield "the lot gives something else than is wanted"

    def _from_a_set(self, source: ir.ZoneRef) -> Iterator[str]:
        yield from self._x.wanted(source, CARDS, RULE)
