"""A place at a table of a server, before one terminal: the same table and typed moves as in `play`."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rich.text import Text

from cli.ask import Asked, Chosen, Command, Ordered, Refused, Unclear
from cli.menu import NOTHING, Menu, make_menu
from cli.online.reading import Reader, read_game
from cli.online.telling import lines_of, names_of
from cli.online.wire import Gone, Line, Lost, Wire
from cli.places import numbered_cards
from cli.spell import Speller, printable
from cli.table import Scene, draw
from cli.talk import help_lines, which, why_not
from cli.terminal import Terminal
from cli.words import Vocabulary
from interpreter.ir.types import Seat
from interpreter.run.protocol import Action, Sentence, View

PROMPT = "  > "
SAID_AT_MOST = 6
WORDS = {
    "say N": "say a phrase; `say` alone lists them",
    "yes, no": "the answer to who wants to take a move back",
    "again": "another match, after the end",
    "resign": "give the match up",
    "claim": "win against who has been away for long; `claim computer`: the computer plays on",
}
ENDS = {
    "unknown": "there is no such table, or no place for you there",
    "closed": "the table is closed",
    "elsewhere": "this seat is open in other windows",
}


@dataclass
class Online:
    """`phrases` are what can be said; `state` and `view` what the server has told last."""

    wire: Wire
    terminal: Terminal
    phrases: list[str]
    reader: Reader | None = None
    state: Mapping[str, Any] = field(default_factory=dict)
    view: View | None = None
    titles: tuple[Sentence, ...] = ()
    place: int | None = None
    rules: list[Any] = field(default_factory=list)
    said: list[Text] = field(default_factory=list)
    presence: Mapping[str, Any] = field(default_factory=dict)
    _ask: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    _asking: bool = False
    _waiting: bool = False
    _shown: int = 0

    def run(self) -> None:
        """Until somebody leaves or the table closes; where nobody sits before it, until the match is over."""
        self.terminal.begin()
        self.wire.start()
        threading.Thread(target=self._keys, daemon=True).start()
        try:
            while self._next():
                pass
        finally:
            self.wire.stop()

    def _keys(self) -> None:
        """Lines are read beside everything else, each when it is wanted."""
        while True:
            self._ask.acquire()
            try:
                self.wire.inbox.put(Line(self.terminal.ask(PROMPT)))
            except EOFError:
                self.wire.inbox.put(Line(None))
                return

    def _want_line(self) -> None:
        """Let a line be read, unless a move is under way."""
        turn = self.view is not None and bool(self.view.legal)
        if not self._asking and not self._waiting and (self.terminal.people or turn or self._questioned):
            self._asking = True
            self._ask.release()

    @property
    def _questioned(self) -> bool:
        asker = self.state.get("asked", {}).get("takeback")
        return asker is not None and self.place not in (None, asker)

    def _next(self) -> bool:
        """One thing that happens; False at the end."""
        match self.wire.inbox.get():
            case Line(None):
                return False
            case Line(text):
                self._asking = False
                if not self.obey((text or "").strip()):
                    return False
                self._want_line()
            case Lost():
                self.tell(Text("the connection is lost, trying again", "yellow"))
            case Gone(code):
                self.terminal.show(Text(f"  {ENDS.get(code, f'the server ends the connection: {code}')}"))
                return False
            case frame:
                self.hear(frame)
        return self.terminal.people or not self._finished

    @property
    def _finished(self) -> bool:
        """Whether the last position of a match has been told."""
        return self.view is not None and self.state.get("phase") in ("over", "closed")

    # what the server says

    def hear(self, frame: Mapping[str, Any]) -> None:
        if frame["type"] in ("events", "refused"):
            self._waiting = False
        match frame["type"]:
            case "welcome":
                self.reader = Reader(read_game(frame["game"]))
                self.place, self.rules, self.state = frame["place"], frame["game"]["rules"], frame["table"]
            case "events":
                self._events(frame)
            case "presence":
                self._present(frame)
            case "refused":
                said = frame.get("said")
                told = self.speller.sentence(self._reader.sentence(said)) if said else Text(frame["text"])
                self.tell(told)
                self._want_line()

    def _events(self, frame: Mapping[str, Any]) -> None:
        self.state, data = frame["table"], frame["view"]
        self.view = None if data is None else self._reader.view(data)
        self.titles = () if data is None else tuple(self._reader.sentence(e["title"]) for e in data["legal"])
        speller = self.speller
        for event in frame["events"]:
            self.said += lines_of(event, self.state, self._reader, speller, self.phrases)
        del self.said[: max(0, len(self.said) - 200)]
        if self.terminal.screen or (self.view is not None and (self.view.legal or self._finished)):
            self.show()
        elif not self.terminal.screen:
            self._print_said()
        self._want_line()

    def _print_said(self) -> None:
        for line in self.said[self._shown :]:
            self.terminal.show(Text("  ").append_text(line))
        self._shown = len(self.said)

    def _present(self, frame: Mapping[str, Any]) -> None:
        before = self.presence.get("places")
        self.presence = frame
        for n, there in enumerate(frame["places"]):
            if before is not None and n != self.place and before[n] != there:
                name = printable(self.state["places"][n]["name"] or "a seat")
                self.tell(Text(f"{name} is {'there' if there else 'away'}", "dim"))

    # what is shown

    @property
    def _reader(self) -> Reader:
        assert self.reader is not None, "the welcome comes first"
        return self.reader

    @property
    def speller(self) -> Speller:
        game = self._reader.game
        return Speller(game, names_of(self.state, game.seats), self.terminal.look)

    def menu(self) -> Menu:
        if self.view is None or not self.view.legal:
            return NOTHING
        title = dict(zip(self.view.legal, self.titles, strict=True))
        game = self._reader.game
        return make_menu(game, self.view.legal, title.__getitem__, numbered_cards(game, self.view))

    def show(self) -> None:
        """The table, or who is still waited for."""
        said = tuple(Text("  ").append_text(line) for line in self.said[-SAID_AT_MOST:])
        if self.view is None:
            free = sum(p["name"] is None for p in self.state["places"])
            waits = Text(f"  waiting for {free} more; the code of the table is {self.state['code']}")
            self.terminal.redraw([*said, Text(), waits])
        else:
            scene = Scene(self.view, self.menu(), said, (), self._aside())
            self.terminal.redraw(draw(scene, self.speller))
        self._shown = len(self.said)
        if self._asking and self.terminal.screen:
            self.terminal.out.file.write(PROMPT)
            self.terminal.out.file.flush()

    def _aside(self) -> str:
        score = self.state["score"]
        return "score " + ":".join(map(str, score)) if any(score) else self.state["code"]

    def tell(self, line: Text) -> None:
        """A line that answers, or is about the connection."""
        if self.terminal.screen and self.reader is not None and self.state:
            self.said.append(line)
            self.show()
        else:
            self.terminal.show(Text("  ").append_text(line))

    # what is typed

    def obey(self, line: str) -> bool:
        """Carry out a line; False if somebody leaves."""
        word, _, rest = line.partition(" ")
        match word.casefold():
            case "quit" | "exit" | "bye":
                return False
            case "say":
                self._say(rest.strip())
            case "yes" | "no" if self._questioned:
                self.wire.send("answer", yes=word.casefold() == "yes")
            case "again" if self._finished:
                self.wire.send("rematch")
            case "resign":
                self.wire.send("resign")
            case "claim":
                self._claim(rest.strip() or "win")
            case "" if not self.menu().actions:
                self.show()
            case _:
                self._move(line)
        return True

    def _say(self, text: str) -> None:
        if text.isdecimal() and 1 <= int(text) <= len(self.phrases):
            self.wire.send("say", phrase=int(text) - 1)
            return
        for number, phrase in enumerate(self.phrases, 1):
            self.terminal.show(Text(f"  say {number:<3} {printable(phrase)}"))

    def _claim(self, how: str) -> None:
        there = self.presence.get("places", [])
        away = [n for n, here in enumerate(there) if not here and n != self.place]
        if not away or how not in ("win", "computer"):
            self.tell(Text("nobody is away"))
            return
        self.wire.send("claim", place=away[0], how=how)

    def _move(self, line: str) -> None:
        menu, speller = self.menu(), self.speller
        letters = replace(speller, look=replace(self.terminal.look, ascii=True))
        titles = tuple(letters.sentence(t).plain for t in menu.titles)
        seat = Seat(0) if self.view is None or self.view.viewer is None else self.view.viewer
        match Asked(Vocabulary(self._reader.game, speller.names), seat, menu, titles).understand(line):
            case Chosen(action):
                self._waiting = True
                self.wire.send("move", version=self.wire.version, action=self._reader.written(action))
            case Ordered(command, _):
                self._ordered(command)
            case Refused() as refused if self.view is not None:
                self.tell(why_not(refused, self.view, self._why, speller))
            case Unclear() as unclear if menu.actions:
                self.tell(which(unclear, line, menu, speller))
            case _:
                self.tell(Text("it is not your turn; `help` says what can be done"))

    def _why(self, action: Action) -> Sentence | None:
        """The rule's sentence, from the server."""
        written = self._reader.written(action)
        answer = self.wire.ask("why", action=written) if written is not None else None
        said = None if answer is None else answer.get("said")
        return None if said is None else self._reader.sentence(said)

    def _ordered(self, command: Command) -> None:
        match command:
            case Command.HINT:
                self._hint()
            case Command.UNDO:
                self.wire.send("takeback")
            case Command.RULES:
                self.terminal.read(self.speller.sentence(self._reader.sentence(p)) for p in self.rules)
            case Command.SAVE:
                self.tell(Text("the server keeps the match; its record can be had after the end"))
            case Command.HELP | Command.QUIT:
                more = [Text(f"{word:<8} {what}") for word, what in WORDS.items()]
                self.terminal.read([*help_lines(), *more], apart=False)

    def _hint(self) -> None:
        answer = self.wire.ask("hint")
        data = None if answer is None else answer.get("action")
        menu = self.menu()
        if data is None or not menu.actions:
            self.tell(Text("there are hints only where all others are computers"))
            return
        action = self._reader.action(data, None if self.view is None else self.view.viewer)
        title = self.speller.sentence(menu.titles[menu.number(action) - 1])
        self.tell(Text("hint: ").append_text(title))
