"""The solvers that a process has in hand: one for each step, kept as long as the same claims are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from interpreter.ir import nodes as ir
from interpreter.ir.types import Value
from interpreter.passes.bind import bind
from interpreter.passes.expand import expand
from interpreter.passes.inline import inline
from verify import obligations as ob
from verify.encode import Place
from verify.plan import Question
from verify.prove import Asker, Stepper, anywhere, at_start, at_start_again, stepper
from verify.settings import Settings

Known = tuple[str, ...]
"""Names of claims on positions that may be used."""

Tell = Callable[[str], None]
"""Is told of each obligation, in words, before it is asked."""


def encoded(game: ir.Game, options: Mapping[str, Value]) -> ir.Game:
    """The game as the encoder takes it, for these values of these options and for all of the others."""
    return inline(expand(bind(game, options)))


class Desk:
    """`game` has no calls any more; its checks have the names that they have in the file."""

    def __init__(self, game: ir.Game, settings: Settings, tell: Tell) -> None:
        self.game = encoded(game, {name: settings.options[name] for name in settings.fixed})
        self.settings = settings
        self.tell = tell
        self._checks = {c.name: c for c in self.game.checks}
        self._moves = ob.moves_of(self.game)
        self._known: Known = ()
        self._steppers: dict[tuple[str, int], Stepper] = {}

    def check(self, question: Question) -> ir.Check:
        """The file's check of the question, its definitions put in place."""
        return self._checks[question.name]

    def checks(self, known: Known) -> tuple[ir.Check, ...]:
        return tuple(self._checks[name] for name in known)

    def anywhere(self, known: Known = ()) -> tuple[Place, Asker]:
        return anywhere(self.game, self.checks(known), self.settings.budget)

    def at_start(self) -> tuple[Place, Asker]:
        return at_start(self.game, self.settings.budget)

    def at_start_again(self, known: Known) -> tuple[Place, Asker] | None:
        return at_start_again(self.game, self.checks(known), self.settings.budget)

    def steppers(self, known: Known) -> Iterator[Stepper]:
        """Every move with every seat, one after another; of the settings' moves only, if it names some."""
        if self._known != known:
            self._known, self._steppers = known, {}
        for move, seat in self._moves:
            if self.settings.moves is None or move.name in self.settings.moves:
                key = move.name, seat
                if key not in self._steppers:
                    checks, budget = self.checks(known), self.settings.budget
                    self._steppers[key] = stepper(self.game, move, seat, checks, budget)
                yield self._steppers[key]
