"""What a line of input means: a command, a move, a move that the rules refuse, or nothing yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import islice, product
from typing import TypeAlias

from cli.menu import Menu, card_picked, pick_types
from cli.words import Vocabulary, joined, plain, tokens
from interpreter.ir.nodes import Move
from interpreter.ir.types import CARD, Seat
from interpreter.run.protocol import Action
from interpreter.text.spelling import nearest


class Command(Enum):
    """What can be asked for instead of a move; the value is what it does."""

    HINT = "the move that the rules' advice likes best"
    UNDO = "back to before your last move"
    RULES = "the rules in force"
    SAVE = "write the match to a file, and play on: save [FILE]"
    QUIT = "leave the match"
    HELP = "this list; `?` does the same"


MOST_COMPLETED = 100
"""How many ways are tried in which a card alone may be meant."""
ALIASES = {"?": Command.HELP, "exit": Command.QUIT, "bye": Command.QUIT}


@dataclass(frozen=True, slots=True)
class Ordered:
    command: Command
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    action: Action


@dataclass(frozen=True, slots=True)
class Refused:
    """It is clear what is meant, but it is not legal; one of these actions was meant."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several actions may be meant, or commands; none if the line means nothing."""

    actions: tuple[Action, ...] = ()
    commands: tuple[Command, ...] = ()
    nearest: str | None = None


def command_in(text: str) -> Ordered | None:
    """The command that a line spells in full; only `save` takes more words."""
    word, _, argument = text.strip().partition(" ")
    command = ALIASES.get(word.casefold()) or Command.__members__.get(word.upper())
    if command is None or (argument and command is not Command.SAVE):
        return None
    return Ordered(command, argument.strip())


Answer: TypeAlias = "Ordered | Chosen | Refused | Unclear"


@dataclass(frozen=True, slots=True)
class Asked:
    """The question that a line answers: a seat's menu, with the titles as people would type them."""

    vocabulary: Vocabulary
    seat: Seat
    menu: Menu
    titles: tuple[str, ...]

    def understand(self, line: str) -> Answer:
        """Exact readings come first, then those that leave something out, then what is not legal."""
        text = line.strip()
        command = command_in(text)
        if command is not None:
            return command
        if not tokens(text):
            return self._only() if not text else Unclear()
        readings: tuple[Callable[[str], list[Action]], ...] = (self._numbered, self._exact)
        for reading in readings:
            if found := reading(text):
                return Chosen(found[0]) if len(found) == 1 else Unclear(tuple(found))
        return self._shortened(text) or self._illegal(text) or Unclear(nearest=self._nearest(text))

    def _only(self) -> Answer:
        """Nothing but Enter makes the move when there is only one."""
        return Chosen(self.menu.actions[0]) if len(self.menu.actions) == 1 else Unclear()

    def _numbered(self, text: str) -> list[Action]:
        """The action of that number, with others that have cards of that rank; `#6` is no rank."""
        digits = text.removeprefix("#")
        number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 6 else 0
        if not 1 <= number <= len(self.menu.actions):
            return []
        action = self.menu.actions[number - 1]
        ranked = self._legal(self._partly_meant(text)) if digits == text else []
        return [action] if action in ranked else [action, *ranked]

    def _exact(self, text: str) -> list[Action]:
        by_title = [a for a, t in zip(self.menu.actions, self.titles, strict=True) if plain(t) == plain(text)]
        return by_title or self._legal(self._meant(text, self._legal_moves()))

    def _shortened(self, text: str) -> Answer | None:
        """A rank or a suit alone, the beginning of a title or of a command."""
        found = self._legal(self._partly_meant(text))
        begun = [a for a, t in zip(self.menu.actions, self.titles, strict=True) if self._begins(t, text)]
        found += [a for a in begun if a not in found]
        commands = [c for c in Command if c.name.startswith(text.upper())]
        if len(found) + len(commands) == 1:
            return Chosen(found[0]) if found else Ordered(commands[0])
        return Unclear(tuple(found), tuple(commands)) if found or commands else None

    def _begins(self, title: str, text: str) -> bool:
        return plain(title).startswith(plain(text))

    def _illegal(self, text: str) -> Refused | None:
        """Moves of the whole game that the text names, with their picks, with half of them or without."""
        moves = self.vocabulary.game.moves
        meant = self._meant(text, moves)
        bare = [Action(self.seat, m.name) for m in moves if plain(m.name) == plain(text)]
        found = [*self._completed(text), *meant, *bare] or self._half_named(text)
        return Refused(tuple(dict.fromkeys(found))) if found else None

    def _half_named(self, text: str) -> list[Action]:
        """The actions of the whole game that pick a card of the rank or suit that the text is."""
        found = []
        for move, words in self._addressed(text, self.vocabulary.game.moves):
            if pick_types(self.vocabulary.game, move.name) == (CARD,):
                cards = sorted(self.vocabulary.read_part(words, (CARD,)))
                found += [Action(self.seat, move.name, ((move.picks[0].name, card),)) for card in cards]
        return found

    def _legal(self, meant: Iterable[Action]) -> list[Action]:
        wanted = set(meant)
        return [a for a in self.menu.actions if a in wanted]

    def _legal_moves(self) -> list[Move]:
        names = {a.move for a in self.menu.actions}
        return [m for m in self.vocabulary.game.moves if m.name in names]

    def _meant(self, text: str, moves: Iterable[Move]) -> list[Action]:
        """The actions that the words spell in full: the values of all picks, or the move's name and them."""
        found = []
        for move, words in self._addressed(text, moves):
            types = pick_types(self.vocabulary.game, move.name)
            for values in self.vocabulary.read_all(words, types) if words or not types else ():
                names = [p.name for p in move.picks]
                found.append(Action(self.seat, move.name, tuple(zip(names, values, strict=True))))
        return found

    def _partly_meant(self, text: str) -> list[Action]:
        """The actions of which the words spell the move's name or half a card."""
        found = []
        for move, words in self._addressed(text, self._legal_moves()):
            cards = self.vocabulary.read_part(words, pick_types(self.vocabulary.game, move.name))
            for action in self.menu.actions:
                picked = card_picked(self.vocabulary.game, action)
                if action.move == move.name and (not words or picked in cards):
                    found.append(action)
        return found

    def _completed(self, text: str) -> list[Action]:
        """Actions that pick the card which the text names and more, whatever the rest may be."""
        found = []
        for move in self.vocabulary.game.moves:
            types = pick_types(self.vocabulary.game, move.name)
            if types.count(CARD) != 1 or len(types) == 1:
                continue
            cards = self.vocabulary.read(joined(tokens(text)), CARD)
            domains = [sorted(cards) if kind == CARD else self.vocabulary.values(kind) for kind in types]
            for values in islice(product(*domains), MOST_COMPLETED):
                picks = tuple((pick.name, value) for pick, value in zip(move.picks, values, strict=True))
                found.append(Action(self.seat, move.name, picks))
        return found

    def _addressed(self, text: str, moves: Iterable[Move]) -> list[tuple[Move, list[str]]]:
        """The moves that the text may speak of, each with the words that are left for its picks."""
        words = tokens(text)
        found = []
        for move in moves:
            name = tokens(move.name)
            if name and words[: len(name)] == name:
                found.append((move, words[len(name) :]))
        unnamed = [(m, words) for m in moves if pick_types(self.vocabulary.game, m.name)]
        return found or unnamed

    def _nearest(self, text: str) -> str | None:
        """A command or move that is spelt nearly so, or a command with words that it does not take."""
        known = [c.name.lower() for c in Command]
        moves = [m.name.replace("_", " ") for m in self._legal_moves()]
        return nearest(text, known + moves) or nearest(text.split(maxsplit=1)[0], known)
