"""A recorded match, step by step, forwards and backwards, with all cards open."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from cli.spell import Speller, is_dealt, styled
from cli.table import Scene, draw
from cli.terminal import Terminal
from interpreter.ir.types import Seat
from interpreter.run.match import Step
from interpreter.run.protocol import Engine
from interpreter.run.replay import Replay

SAID_AT_MOST = 6
PROMPT = "  Enter: next, b: back, number: that move, e: end, q: leave > "


def first_state(replayed: Replay[Any]) -> Any:
    """Where the moves begin; as far as the set-up came if that was not done."""
    if replayed.start is not None:
        return replayed.start
    return replayed.setup[-1].after if replayed.setup else replayed.engine.initial()


@dataclass
class Stepping:
    """`steps` is read as far as it is looked at; it may raise. `aside` says which match this is.

    Cards dealt in the set-up of a later deal are no steps of their own.
    """

    engine: Engine[Any]
    names: tuple[str, ...]
    terminal: Terminal
    start: Any
    steps: Iterator[Step[Any]]
    aside: str = ""
    known: list[Step[Any]] = field(default_factory=list)

    @property
    def speller(self) -> Speller:
        return Speller(self.engine.game, self.names, self.terminal.look)

    def reach(self, place: int) -> int:
        """The nearest place to `place` that the match has; 0 is the start."""
        while len(self.known) < place:
            step = next(self.steps, None)
            if step is None:
                return len(self.known)
            if not is_dealt(self.engine, step):
                self.known.append(step)
        return max(0, place)

    def state(self, place: int) -> Any:
        return self.known[place - 1].after if place else self.start

    def told(self, step: Step[Any]) -> Text:
        return self.speller.sentence(self.engine.narrate(step.before, step.action))

    def show(self, place: int) -> None:
        """The table after `place` moves."""
        state = self.state(place)
        lines = [self.told(step) for step in self.known[max(0, place - SAID_AT_MOST) : place]]
        said = [Text("  ").append_text(line) for line in lines]
        if self.engine.outcome(state) is not None:
            said.append(Text("  ").append_text(self.ending(state)))
        opened = tuple(self.engine.view(state, Seat(s)) for s in range(self.engine.game.seats))
        view = self.engine.view(state, None)
        scene = Scene(view, said=tuple(said), opened=opened, aside=f"{self.aside}move {place}")
        self.terminal.redraw(draw(scene, self.speller))

    def ending(self, state: Any) -> Text:
        text = self.speller.sentence(self.engine.epilogue(state))
        text.stylize("bold")
        return text

    # three ways through

    def at_will(self) -> None:
        """As whoever sits there likes."""
        self.terminal.begin()
        place = 0
        while True:
            self.show(place)
            try:
                line = self.terminal.ask(PROMPT).strip().casefold()
            except EOFError:
                return
            if line in ("q", "quit"):
                return
            place = self.reach(self.wanted(line, place))

    def wanted(self, line: str, place: int) -> int:
        if line in ("b", "back", "p"):
            return place - 1
        if line in ("e", "end"):
            return 1 << 40
        return int(line) if line.isascii() and line.isdecimal() and len(line) < 9 else place + 1

    def by_itself(self, pace: float) -> None:
        """A move every `pace` seconds."""
        self.terminal.begin()
        place = 0
        while self.reach(place) == place:
            self.show(place)
            time.sleep(pace)
            place += 1

    def in_list(self) -> None:
        """A line for each move."""
        state = self.start
        for number, step in enumerate(self.steps, 1):
            if not is_dealt(self.engine, step):
                self.terminal.show(styled(f"{number:>5}  ", "dim").append_text(self.told(step)))
            state = step.after
        if self.engine.outcome(state) is not None:
            self.terminal.show(Text("       ").append_text(self.ending(state)))
