"""The solvers that a process has in hand: one for each step, kept as long as the same claims are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from interpreter.ir import nodes as ir
from verify import obligations as ob
from verify.encode import Place
from verify.plan import Question
from verify.prove import Asker, Means, Stepper, any_two, anywhere, at_start, at_start_again, stepper
from verify.settings import Settings, Tell

__all__ = ["Desk", "Known", "Tell"]

Known = tuple[str, ...]
"""Names of claims on positions that may be used."""


class Desk:
    """`game` is encoded; its checks have the names that they have in the file."""

    def __init__(self, game: ir.Game, settings: Settings, tell: Tell, draws: bool = False) -> None:
        """With `draws` it is said of what fails in which states it does."""
        self.game = game
        self.settings = settings
        self.tell = tell
        self._checks = {c.name: c for c in self.game.checks}
        self._moves = ob.moves_of(self.game)
        self.means = Means(settings.budget, draws)
        self._known: Known = ()
        self._steppers: dict[tuple[str, int], Stepper] = {}
        self._places: dict[tuple[str, Known], tuple[Place, Asker]] = {}

    def extended(self, check: ir.Check) -> Desk:
        """Another one, with one check more."""
        return Desk(replace(self.game, checks=(*self.game.checks, check)), self.settings, self.tell)

    def check(self, question: Question) -> ir.Check:
        """The file's check of the question, its definitions put in place."""
        return self._checks[question.name]

    def checks(self, known: Known) -> tuple[ir.Check, ...]:
        return tuple(self._checks[name] for name in known)

    def anywhere(self, known: Known = ()) -> tuple[Place, Asker]:
        return self._kept("anywhere", known, lambda: anywhere(self.game, self.checks(known), self.means))

    def at_start(self) -> tuple[Place, Asker]:
        return self._kept("start", (), lambda: at_start(self.game, self.means))

    def at_start_again(self, known: Known) -> tuple[Place, Asker] | None:
        return at_start_again(self.game, self.checks(known), self.means)

    def any_two(self, move: ir.Move) -> tuple[Place, Asker]:
        """Two states that need not come from each other, with values for the picks of the move."""
        return self._kept(f"two, {move.name}", (), lambda: any_two(self.game, move, self.means))

    def _kept(self, name: str, known: Known, make: Callable[[], tuple[Place, Asker]]) -> tuple[Place, Asker]:
        if (name, known) not in self._places:
            self._places[name, known] = make()
        return self._places[name, known]

    def steppers(self, known: Known) -> Iterator[Stepper]:
        """Every move with every seat, one after another; of the settings' moves only, if it names some."""
        if self._known != known:
            self._known, self._steppers = known, {}
        for move, seat in self._moves:
            if self.settings.moves is None or move.name in self.settings.moves:
                key = move.name, seat
                if key not in self._steppers:
                    self._steppers[key] = stepper(self.game, move, seat, self.checks(known), self.means)
                yield self._steppers[key]
