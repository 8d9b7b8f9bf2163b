"""Rule files for tables: the shipped ones and, where the server allows it, those that people have sent."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from interpreter.check.load import Loaded, load, load_file
from interpreter.check.settings import settle
from interpreter.check.shelf import SUFFIX, find_base, read_source, shelf, shipped
from interpreter.front.extend import read_whole
from interpreter.front.tree import MAX_BYTES, Scalar
from interpreter.ir.nodes import Game
from interpreter.ir.printing import digest
from interpreter.run.engine import Evaluator
from interpreter.run.fitness import unfit
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.text.render import render
from interpreter.text.source import Source
from server.core.rules import Rules

SENT = "sent/"
"""How the names of sent rules begin; what follows is the SHA-256 of the text."""
MAX_SENT = MAX_BYTES + 1024
"""Bytes of a request that sends one."""
MOST_KEPT = 64
"""Rules that are kept ready; each needs some megabytes at most."""


class BadRules(ValueError):
    """These rules cannot be played; the message has the diagnostics as `rules check` prints them."""


@dataclass
class Shelf:
    """`sent` are the texts of sent rule files by name. May be used by several threads."""

    sent: dict[str, str] = field(default_factory=dict)
    _kept: OrderedDict[tuple[str, tuple[tuple[str, str], ...], int | None], Rules] = field(
        default_factory=OrderedDict
    )
    _heads: dict[str, dict[str, Any]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def names(self) -> list[str]:
        """The shipped rule files that can be read."""
        return shipped()

    def listed(self) -> list[dict[str, Any]]:
        """What a lobby shows of all rules."""
        with self._lock:
            for name in [*self.names(), *self.sent]:
                if name not in self._heads:
                    self._heads[name] = self._head(name)
            return [{"name": name, **head} for name, head in self._heads.items()]

    def _head(self, name: str) -> dict[str, Any]:
        """What a file says first, bases worked in, without the work of checking all of it."""
        report = Report()
        if name in self.sent:
            whole = read_whole(Source(_file(name), self.sent[name]), _shipped_base, report)
        else:
            source = read_source(shelf() / f"{name}{SUFFIX}", report)
            whole = read_whole(source, find_base, report) if source is not None else None
        entries = () if whole is None else whole.root.entries
        said = {e.key.value: e.value.value for e in entries if isinstance(e.value, Scalar)}
        fewest, _, most = said.get("players", "2").partition("..")
        players = [int(n) if n.isdecimal() else 0 for n in (fewest, most or fewest)]
        return {"title": said.get("game", name), "about": said.get("about", ""), "players": players}

    def rules(self, name: str, options: Iterable[tuple[str, str]] = (), seats: int | None = None) -> Rules:
        """These rules with these options for so many seats, by default the fewest; raises `BadRules`."""
        key = (name, tuple(sorted(options)), seats)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = self._make(*key)
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]

    def _make(self, name: str, options: tuple[tuple[str, str], ...], seats: int | None) -> Rules:
        loaded = self._loaded(name, None)
        game = _sound(loaded)
        if seats is not None and seats != game.seats:
            fewest, most = game.players
            if not fewest <= seats <= most:
                raise BadRules(f"these rules are for {fewest} to {most} players, not for {seats}")
            loaded = self._loaded(name, seats)
            game = _sound(loaded)
        values, problems = settle(game, dict(options), loaded.silent)
        _refuse([d for d in problems if d.is_error])
        engine = Evaluator(game, values)
        found = unfit(engine)
        if found is not None:
            raise BadRules(render(found.diagnostic))
        return Rules.of(name, _file(name), digest(game), game, values)

    def _loaded(self, name: str, seats: int | None) -> Loaded:
        if name in self.sent:
            return load(Source(_file(name), self.sent[name]), find=_shipped_base, seats=seats)
        if name not in self.names():
            raise BadRules("there are no such rules")
        return load_file(name, seats=seats)

    def check(self, text: str) -> Rules:
        """A sent rule file, loaded and tried for as many players as it is for at least; raises `BadRules`."""
        if len(text.encode("utf-8", "replace")) > MAX_BYTES:
            raise BadRules(f"a rule file has at most {MAX_BYTES // 1024} KiB")
        return Shelf({SENT: text}).rules(SENT)


def _file(name: str) -> str:
    """What records call the file."""
    return f"{name.removeprefix(SENT) or 'sent'}{SUFFIX}"


def _shipped_base(name: Scalar, here: Source, report: Report) -> Source | None:
    """Sent rules (`here`) extend shipped ones alone: no path of theirs is looked at."""
    if name.value not in shipped():
        message = f"there is no rule file `{name.value}` for `{here.name}` to extend"
        report.add(Code.E701, name.span, message, "name a shipped game")
        return None
    return read_source(shelf() / f"{name.value}{SUFFIX}", report, name.span)


def _sound(loaded: Loaded) -> Game:
    _refuse([d for d in loaded.report if d.is_error])
    assert loaded.game is not None, "a file without errors is a game"
    return loaded.game


def _refuse(errors: list[Diagnostic]) -> None:
    if errors:
        raise BadRules("\n".join(render(d) for d in errors[:10]))
