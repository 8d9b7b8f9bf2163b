"""A match with its audience: who sees what when, what has been said, going back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from rich.text import Text

from cli.ask import Asked
from cli.exits import count
from cli.menu import NOTHING, Menu, make_menu, titled
from cli.places import numbered_cards
from cli.seats import Sitter
from cli.spell import Speller, is_dealt
from cli.table import Scene, draw
from cli.terminal import Terminal
from cli.words import Vocabulary
from interpreter.ir.types import Seat
from interpreter.run.match import Chooser, Match, Step
from interpreter.run.protocol import Action, View

SAID_AT_MOST = 6


class Person:
    """The chooser of a seat whose moves come from outside."""

    def choose(self, view: View, chance: object) -> NoReturn:
        raise AssertionError("people are asked, not computed")


@dataclass
class Sitting:
    """One match before one screen. `viewer` is whose view is shown; None shows what everybody sees.

    `given` is how many of the actions came from a record, and cannot be undone.
    """

    match: Match[Any]
    sitters: tuple[Sitter, ...]
    terminal: Terminal
    choosers: Sequence[Chooser]
    viewer: Seat | None = None
    given: int = 0
    said: list[tuple[Seat | None, Text]] = field(default_factory=list)

    @property
    def speller(self) -> Speller:
        names = tuple(s.name for s in self.sitters)
        return Speller(self.match.engine.game, names, self.terminal.look)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(Seat(n) for n, sitter in enumerate(self.sitters) if sitter.human)

    @property
    def actions(self) -> list[Step[Any]]:
        return [*self.match.setup, *self.match.steps]

    def view(self, seat: Seat | None) -> View:
        return self.match.engine.view(self.match.state, seat)

    # making moves

    def make(self, action: Action | None = None) -> None:
        """This action, or one of whoever acts if that is no person."""
        match = self.match
        step = match.advance() if action is None else match.make(action)
        if not is_dealt(match.engine, step):
            self._say(step)

    def _say(self, step: Step[Any]) -> None:
        line = self.speller.sentence(self.match.engine.narrate(step.before, step.action))
        self.said.append((step.action.player, line))

    def undo(self) -> bool:
        """Back to before the last move of a person; False if there is none.

        The moves before it are made anew, so that chance goes on as if nothing had been undone.
        """
        made = self.actions
        own = [n for n, step in enumerate(made) if step.action.player in self.people and n >= self.given]
        if not own:
            return False
        old = self.match
        origin = made[0].before
        self.match = Match(old.engine, self.choosers, old.seed, old.index, old.cap, origin)
        self.said.clear()
        for n, step in enumerate(made[: own[-1]]):
            asked = n >= self.given and step.action.player not in self.people
            self.make(None if asked else step.action)
        return True

    # showing

    def happened(self) -> tuple[Text, ...]:
        """The last things said; those before the viewer's own last move are dim."""
        own = [n for n, (seat, _) in enumerate(self.said) if seat == self.viewer and seat is not None]
        fresh = own[-1] if own else 0
        shown: list[tuple[Text, int, bool]] = []
        for n, (_, line) in enumerate(self.said):
            before = shown[-1] if shown else None
            if before is not None and before[0] == line and before[2] == (n >= fresh):
                shown[-1] = (line, before[1] + 1, before[2])
            else:
                shown.append((line, 1, n >= fresh))
        return tuple(_told(*each) for each in shown[-SAID_AT_MOST:])

    def scene(self, menu: Menu = NOTHING, opened: bool = False) -> Scene:
        aside = count(self.match.plies, "move") if self.match.plies else ""
        seats = [Seat(n) for n in range(self.match.engine.game.seats)]
        views = tuple(self.view(s) for s in seats) if opened else ()
        return Scene(self.view(self.viewer), menu, self.happened(), views, aside)

    def show(self, menu: Menu = NOTHING, opened: bool = False) -> None:
        lines = draw(self.scene(menu, opened), self.speller)
        self.terminal.redraw(lines)

    # asking

    def menu(self, seat: Seat) -> Menu:
        view, engine, state = self.view(seat), self.match.engine, self.match.state
        drawn = numbered_cards(engine.game, view)
        return make_menu(engine.game, view.legal, lambda a: titled(engine, state, a), drawn)

    def asked(self, seat: Seat, menu: Menu) -> Asked:
        names = tuple(s.name for s in self.sitters)
        letters = Speller(self.match.engine.game, names, replace(self.terminal.look, ascii=True))
        titles = tuple(letters.sentence(t).plain for t in menu.titles)
        return Asked(Vocabulary(self.match.engine.game, names), seat, menu, titles)

    def secret(self, seat: Seat) -> bool:
        """Whether `seat` sees what another person does not, or the other way round."""
        mine = _sight(self.view(seat))
        return any(_sight(self.view(s)) != mine for s in self.people if s != seat)


def _told(line: Text, times: int, fresh: bool) -> Text:
    again = f" ({times} times)" if times > 1 else ""
    told = Text("  ").append_text(line if fresh else Text(line.plain, "dim"))
    return told.append(again, "dim")


def _sight(view: View) -> object:
    """What the viewer sees; an empty zone has no secrets."""
    zones = {name: [z.cards if z.count != 0 else () for z in row] for name, row in view.zones.items()}
    return zones, view.variables
