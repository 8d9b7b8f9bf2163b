"""Players and the deck: how many, which suits and ranks, by which symbols."""

from __future__ import annotations

import re

from interpreter.check.decks import ON_COMMAND_LINE
from interpreter.check.naming import Naming
from interpreter.check.scope import Symbols
from interpreter.check.values import default_symbol
from interpreter.front import declared as d
from interpreter.front.tree import Scalar
from interpreter.ir import nodes as ir
from interpreter.text.codes import Code

MOST_PLAYERS = 12
MOST_CARDS = 208


class Cards:
    """Reads what a game is played with."""

    def __init__(self, symbols: Symbols, naming: Naming) -> None:
        self._symbols = symbols
        self._report = symbols.report
        self._naming = naming

    def players(self, text: Scalar | None) -> tuple[int, int]:
        """The fewest and the most seats, 1 to 12; 2 when what the file says cannot be used."""
        if text is None:
            return 2, 2
        found = re.fullmatch(r"([0-9]{1,4})(?:\s*\.\.\s*([0-9]{1,4}))?", text.value)
        if found is None:
            message = f"`players` needs a number, not `{text.value}`"
            self._report.add(Code.E209, text.span, message, "write `2`, or `2..6` for two to six")
            return 2, 2
        fewest, most = int(found[1]), int(found[2] or found[1])
        if not 1 <= fewest <= most <= MOST_PLAYERS:
            message = f"a game has 1 to {MOST_PLAYERS} players, not {text.value}"
            self._report.add(Code.E811, text.span, message)
            return 2, 2
        return fewest, most

    def deck(self, declared: d.DDeck | None) -> ir.Deck:
        """The deck without its `where`, which is checked once options are known."""
        if declared is None:
            self._lose_deck()
            return ir.Deck((), (), None)
        suits, ranks = self._members(declared.suits, "suit"), self._members(declared.ranks, "rank")
        size = len(suits) * len(ranks)
        if len(suits) < len(declared.suits) or len(ranks) < len(declared.ranks):
            self._lose_deck()
        elif not 1 <= size <= MOST_CARDS:
            message = f"the deck has {size} cards, it may have 1 to {MOST_CARDS}"
            self._report.add(Code.E808, declared.span, message)
            self._lose_deck()
        return ir.Deck(suits, ranks, None, declared.span)

    def _lose_deck(self) -> None:
        """Any word may now be a suit or a rank."""
        self._symbols.lost |= {Code.E401, Code.E410}

    def _members(self, members: tuple[d.DMember, ...], what: str) -> tuple[ir.Named, ...]:
        found: list[ir.Named] = []
        for member in members:
            name = member.name
            if not self._naming.member(name, f"the name of a {what}"):
                continue
            symbol = member.symbol.value if member.symbol is not None else default_symbol(name.value)
            if not re.fullmatch("[A-Za-z0-9]{1,3}", symbol) or (what == "suit" and not symbol.isalpha()):
                place = member.symbol or name
                help = "it is one to three letters" + (" or digits" if what == "rank" else "")
                if place.span.source.name == ON_COMMAND_LINE:
                    help = f"a {what} takes its symbol from its name: begin it with a letter"
                self._report.add(Code.E807, place.span, f"`{symbol}` is not a symbol for a {what}", help)
                continue
            found.append(ir.Named(name.value, symbol))
        self._distinct(members, found, what)
        return tuple(found)

    def _distinct(self, members: tuple[d.DMember, ...], found: list[ir.Named], what: str) -> None:
        """Report a name or a symbol where it occurs for the second time."""
        names: set[str] = set()
        for member in members:
            if member.name.value in names:
                message = f"the {what} `{member.name.value}` is listed twice"
                self._report.add(Code.E813, member.name.span, message)
            names.add(member.name.value)
        symbols: dict[str, str] = {}
        for named in found:
            first = symbols.setdefault(named.symbol.upper(), named.name)
            if first != named.name:
                span = next(m.name.span for m in members if m.name.value == named.name)
                message = f"`{first}` and `{named.name}` have the same symbol `{named.symbol}`"
                help = "give each its own, as in `{jack: J, joker: X}`"
                if span.source.name == ON_COMMAND_LINE:
                    help = f"a {what} takes its symbol from its name: take one with another first letter"
                self._report.add(Code.E807, span, message, help)
