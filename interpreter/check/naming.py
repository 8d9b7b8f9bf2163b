"""Which names may be declared: words that nothing else uses, neither the language nor the file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.check.scope import RESERVED, Symbols, first_span
from interpreter.front.tree import Scalar
from interpreter.front.words import KEYWORDS
from interpreter.text.codes import Code

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}$")


class Naming:
    """Checks names against what `symbols` hold so far; a name that is refused counts as broken there."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._report = symbols.report

    def new_name(self, name: Scalar, also: Iterable[str] = ()) -> bool:
        """Whether `name` may be declared: a word that has no meaning yet."""
        if not self.is_name(name):
            return False
        kind = self._in_deck(name.value)
        before = first_span(self._symbols, name.value)
        if kind is not None:
            message = f"`{name.value}` is a {kind} of the deck already"
            self._report.add(Code.E402, name.span, message, "choose another name")
        elif before is not None or name.value in also:
            where = f"it is declared on line {before.line} already" if before is not None else None
            self._report.add(Code.E402, name.span, f"`{name.value}` is declared twice", where)
        else:
            return True
        self._symbols.broken.add(name.value)
        return False

    def _in_deck(self, name: str) -> str | None:
        return "suit" if name in self._symbols.suits else "rank" if name in self._symbols.ranks else None

    def is_name(self, name: Scalar) -> bool:
        """Whether `name` is a word and not one of the language."""
        if not _NAME.match(name.value):
            words = re.sub(r"[^A-Za-z0-9_]+", "_", name.value).strip("_")
            help = f"write `{words}`" if _NAME.match(words) else "use letters, digits and `_`, a letter first"
            self._report.add(Code.E210, name.span, f"`{name.value}` is not a name", help)
        elif name.value in RESERVED:
            message = f"`{name.value}` is a word of the language"
            self._report.add(Code.E211, name.span, message, "choose another name")
        else:
            return True
        self._symbols.broken.add(name.value)
        return False

    def section(self, names: Iterable[Scalar]) -> None:
        """Check the names of a section that has a naming of its own (moves, endings, phases)."""
        for name in names:
            self.is_name(name)

    def member(self, name: Scalar, what: str) -> bool:
        """Whether a suit, a rank or a choice of an option may be called so."""
        if name.value in KEYWORDS:
            message = f"`{name.value}` is a word of the language"
            self._report.add(Code.E211, name.span, message, "choose another name")
        elif not re.fullmatch("[A-Za-z0-9_]{1,20}", name.value):
            help = "write out every one" if ".." in name.value else "use letters, digits and `_`, at most 20"
            self._report.add(Code.E210, name.span, f"`{name.value}` is not {what}", help)
        else:
            return True
        return False
