"""Terms that should have folded, as values of the evaluator."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import nodes as ir
from interpreter.run.state import State as Position
from tests.agreement.disagreement import Disagreement, agree
from tests.agreement.literal import Known, known_value
from verify import terms as t
from verify.encode import Meant, Place
from verify.symbolic import SetTerm, StackTerm, State, Zone, copies

BY = "encoder"
FAULT = "a fault"
"""What stands for a value where an operation is applied outside its domain."""


class Folded:
    """Reads what the encoder makes; a term that is no literal is a disagreement."""

    def __init__(self, terms: Known) -> None:
        self._terms = terms

    def value(self, place: Place, e: ir.Expr) -> object:
        """What the encoder makes of an expression; `FAULT` where it needs what does not hold."""
        self._terms.needs.clear()
        meant = place.read(e)
        return FAULT if self.fault() else self._value(meant)

    def fault(self) -> bool:
        """Whether something was needed that does not hold."""
        needs = self._terms.needs
        return any(not self._truth(t.implies(need.path, need.holds), need.what) for need in needs)

    def _truth(self, term: t.Term, where: str) -> bool:
        found = t.known_truth(term)
        if found is None:
            raise Disagreement(BY, where, f"{term!r:.300} does not fold")
        return found

    def _value(self, meant: Meant) -> object:
        if isinstance(meant, SetTerm):
            return tuple(sorted(self._members(meant)))
        if isinstance(meant, StackTerm):
            return tuple(self._cards(meant))
        return self._known(meant)

    def _known(self, term: t.Term) -> bool | int:
        found = known_value(term)
        if found is None:
            raise Disagreement(BY, "a value", f"{term!r:.300} does not fold")
        return found

    def _members(self, s: SetTerm) -> set[int]:
        listed = s.candidates if s.candidates is not None else self._terms.members(s.of)
        assert listed is not None, "the members of the set cannot be listed"
        return {int(self._known(x)) for x in listed if self._truth(s.has(x), "a set")}

    def _cards(self, stack: StackTerm) -> Iterator[int]:
        """From bottom to top, if all that the stack says of itself fits together."""
        size = self._known(stack.size)
        for i in range(int(size)):
            card = stack.slot(t.number(i))
            agree(BY, "where a card lies", self._known(stack.place(card)), i)
            yield int(self._known(card))

    # states -------------------------------------------------------------------------------------------------

    def same(self, where: str, state: State, position: Position, game: ir.Game) -> None:
        """Raises `Disagreement` unless the state is the position."""
        for zone, row in zip(game.zones, position.zones, strict=True):
            for i, cards in zip(copies(zone.per, game), row, strict=True):
                agree(BY, f"{zone.name} after {where}", cards, self._content(state.zones[zone.name, i]))
        for variable, held in zip(game.variables, position.variables, strict=True):
            for i, value in zip(copies(variable.per, game), held, strict=True):
                term = state.variables[variable.name, i]
                known = self._known(term.value) if self._truth(term.is_set, variable.name) else None
                agree(BY, f"{variable.name} after {where}", value, known)
        phases = (ir.SETUP, *(p.name for p in game.phases))
        agree(BY, f"the phase after {where}", position.phase, phases[int(self._known(state.phase))])
        agree(BY, f"the mover after {where}", position.mover, self._known(state.mover))
        self._same_result(where, state, position, game)

    def _content(self, zone: Zone) -> tuple[int, ...]:
        """The cards of a zone, whose size and members say the same."""
        has = tuple(int(self._known(c)) for c in self._terms.cards if self._truth(zone.has(c), "a zone"))
        assert zone.size is not None
        agree(BY, "the size of a zone", len(has), self._known(zone.size))
        if isinstance(zone, SetTerm):
            return has
        cards = tuple(self._cards(zone))
        agree(BY, "what a stack has", has, tuple(sorted(cards)))
        return cards

    def _same_result(self, where: str, state: State, position: Position, game: ir.Game) -> None:
        outcome = position.outcome
        agree(BY, f"the end after {where}", outcome is not None, self._truth(state.over, "over"))
        if outcome is None:
            return
        name = game.endings[int(self._known(state.ending))].name
        agree(BY, f"the ending after {where}", outcome.ending, name)
        for side, flags in (("winners", state.winners), ("losers", state.losers)):
            seats = tuple(s for s, flag in enumerate(flags) if self._truth(flag, side))
            agree(BY, f"the {side} after {where}", getattr(outcome, side), seats)
