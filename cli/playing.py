"""A match from its first move to its last: computer players at a pace, people asked at the prompt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

from rich.text import Text

from cli.ask import Chosen, Command, Ordered, Refused, Unclear, command_in
from cli.interrupts import Interrupts
from cli.menu import Menu
from cli.sitting import Sitting
from cli.talk import advised, help_lines, refusal_in, which, why_not
from interpreter.ir.types import Seat

PROMPT = "  > "


class Left(Exception):
    """Somebody left the match."""


@dataclass
class Playing:
    """`pace` is how many seconds a computer player's move stays to be seen.

    `save` writes the match to a file, or to the usual one, and says what it did or why it could not.
    """

    sitting: Sitting
    pace: float
    save: Callable[[Path | None], str]
    interrupts: Interrupts = field(default_factory=Interrupts)

    def play(self, interrupts: Interrupts) -> None:
        """To the end or the cap; `Left`, `EOFError` or `KeyboardInterrupt` when somebody has enough."""
        self.interrupts = interrupts
        self.sitting.terminal.begin()
        while not self.sitting.match.over:
            seat = self.sitting.match.seat_to_act()
            if seat is not None and self.sitting.sitters[seat].human:
                self.turn(seat)
            else:
                self.watch(seat)
        self.sitting.show(opened=True)
        self.ending()

    def ending(self) -> None:
        match = self.sitting.match
        if match.outcome is None:
            told = Text(f"  unfinished: {match.cap} moves were made, which is the most that was allowed")
        else:
            told = self.epilogue()
        told.stylize("bold")
        self.sitting.terminal.show(told)

    def epilogue(self) -> Text:
        match = self.sitting.match
        return Text("  ").append_text(self.sitting.speller.sentence(match.engine.epilogue(match.state)))

    def between_deals(self) -> None:
        """The end of a deal stays to be seen, all cards open."""
        sitting = self.sitting
        if not sitting.terminal.screen:
            return
        sitting.show(opened=True)
        sitting.terminal.show(self.epilogue())
        if sitting.people and sitting.terminal.people:
            self.until_enter("  Enter goes on. ")
        else:
            time.sleep(4 * self.pace)

    def watch(self, seat: Seat | None) -> None:
        """One action of chance or of a computer player."""
        sitting = self.sitting
        before = len(sitting.said)
        if seat is None and sitting.match.engine.position(sitting.match.state).ended is not None:
            self.between_deals()
        with self.interrupts.shield():
            sitting.make()
        nobody = not sitting.people
        if sitting.terminal.screen and seat is not None and not sitting.match.over:
            sitting.show(opened=nobody)
        elif nobody and not sitting.terminal.screen:
            sitting.terminal.show(*(line for _, line in sitting.said[before:]))
        if seat is not None:
            time.sleep(self.pace)

    # a person's turn

    def turn(self, seat: Seat) -> None:
        """Ask until a move is made or undone."""
        self.curtain(seat)
        sitting = self.sitting
        menu = sitting.menu(seat)
        asked = sitting.asked(seat, menu)
        sitting.show(menu)
        while True:
            line = sitting.terminal.ask(PROMPT)
            match asked.understand(line):
                case Chosen(action):
                    with self.interrupts.shield():
                        sitting.make(action)
                    return
                case Ordered(command, argument):
                    if self.obey(command, argument, seat, menu):
                        return
                case Refused() as refused:
                    view = sitting.view(seat)
                    reason = refusal_in(sitting.match.engine, sitting.match.state)
                    self.answer(menu, why_not(refused, view, reason, sitting.speller))
                case Unclear() as unclear:
                    self.answer(menu, which(unclear, line, menu, sitting.speller))

    def curtain(self, seat: Seat) -> None:
        """Nobody sees the cards of another who has sat before the screen."""
        sitting = self.sitting
        changes = len(sitting.people) > 1 and sitting.viewer != seat
        if changes and sitting.terminal.people and sitting.secret(seat):
            name = sitting.sitters[seat].name
            sitting.terminal.clear(history=True)
            sitting.terminal.show("", Text(f"  {name} is next."), "")
            self.until_enter(f"  Pass the screen to {name}, who then presses Enter. ")
        sitting.viewer = seat

    def until_enter(self, prompt: str) -> None:
        """Only Enter alone goes on; raises `Left` if somebody leaves instead."""
        terminal = self.sitting.terminal
        while line := terminal.ask(prompt).strip():
            ordered = command_in(line)
            if ordered == Ordered(Command.QUIT):
                raise Left
            if ordered == Ordered(Command.HELP):
                terminal.show(*(Text("  ").append_text(told) for told in help_lines()))
            else:
                terminal.show("  Enter alone goes on; `quit` leaves the match")

    def answer(self, menu: Menu, *lines: Text) -> None:
        """Under the table, which a screen shows anew."""
        if self.sitting.terminal.screen:
            self.sitting.show(menu)
        self.sitting.terminal.show(*(Text("  ").append_text(line) for line in lines))

    def obey(self, command: Command, argument: str, seat: Seat, menu: Menu) -> bool:
        """Carry out a command; True if the position is another one now."""
        sitting = self.sitting
        match command:
            case Command.HINT:
                self.answer(menu, advised(sitting.view(seat), menu, sitting.speller))
            case Command.UNDO:
                with self.interrupts.shield():
                    undone = sitting.undo()
                if undone:
                    return True
                self.answer(menu, Text("there is no move of yours to undo"))
            case Command.RULES:
                printed = sitting.match.engine.printed()
                self.read(menu, map(sitting.speller.sentence, printed))
            case Command.SAVE:
                self.answer(menu, Text(self.save(Path(argument) if argument else None)))
            case Command.QUIT:
                raise Left
            case Command.HELP:
                self.read(menu, help_lines(), apart=False)
            case _:
                assert_never(command)
        return False

    def read(self, menu: Menu, paragraphs: Iterable[Text], apart: bool = True) -> None:
        """Something longer, on a screen of its own if there is a screen."""
        terminal = self.sitting.terminal
        terminal.clear()
        terminal.read(paragraphs, apart)
        if terminal.screen:
            self.sitting.show(menu)
