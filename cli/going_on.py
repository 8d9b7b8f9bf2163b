"""Matches out of record files: reading them, finding their rules, replaying them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.exits import Exit, Stop, faulty_command, faulty_file
from cli.loading import Loaded, load
from cli.seats import HUMAN

if TYPE_CHECKING:
    from interpreter.run.match import Step
    from interpreter.run.reading import BadRecord
    from interpreter.run.record import Record
    from interpreter.run.replay import Replay


def read_all(path: Path) -> list[tuple[int, Record | BadRecord]]:
    """The records of a file with their lines, damaged ones as errors; raises `Stop` if it cannot be read."""
    from interpreter.run.reading import read_records

    try:
        with path.open("rb") as stream:
            found = list(read_records(stream))
    except (OSError, ValueError) as error:
        reason = (error.strerror or "") if isinstance(error, OSError) else str(error)
        raise faulty_command(f"`{path}` cannot be read: {reason.lower()}") from None
    if not found:
        raise faulty_file(f"`{path}` holds no match record")
    return found


def faulty_record(path: Path, line: int, error: BadRecord) -> Stop:
    """`file:line: error R903: message`, with what would help."""
    text = f"{path}:{line}: error {error.code.name}: {error.message}"
    helped = {"R905": "name the rules with `--rules`"}.get(error.code.name)
    return Stop(Exit.FAULTY_FILE, f"{text}\n      = help: {helped}" if helped else text)


def rules_of(record: Record, path: Path, named: str | None = None) -> Loaded:
    """The rules of a record with its options and its deck: those that are named, else those it names.

    Several files may have the name; the one with the record's rules is meant, else the first. Raises `Stop`
    if the first cannot be read and no other is right.
    """
    if named is not None:
        return _redealt(record, path, named, always=True)
    first: Loaded | Stop | None = None
    for name in _meant(record.rules_file, path.parent):
        try:
            found: Loaded | Stop = _redealt(record, path, name)
        except Stop as stop:
            found = stop
        if isinstance(found, Loaded) and found.sha256 == record.rules_sha256:
            return found
        first = first or found
    if isinstance(first, Loaded):
        return first
    raise first or faulty_command("a record names no rule file")


def _meant(name: str, beside: Path) -> list[str]:
    """The files that a record may mean: in this folder, beside the record, among the shipped ones."""
    from interpreter.check.shelf import is_file, shelf

    found = [str(folder / name) for folder in (Path(), beside, shelf()) if is_file(folder / name)]
    return list(dict.fromkeys(found)) or [name]


def _redealt(record: Record, path: Path, name: str, always: bool = False) -> Loaded:
    """A rule file with a record's options; with its deck where that makes it the record's, or `always`."""
    settings = [f"{option}={_text(value)}" for option, value in record.options.items() if value is not None]
    seats = len(record.players)
    loaded = _load(name, settings, None, path.parent, seats)
    deck = as_deck(record.deck)
    if loaded.sha256 != record.rules_sha256 and deck is not None:
        try:
            redealt = load(name, settings, deck, path.parent, seats)
        except Stop:
            return loaded
        return redealt if redealt.sha256 == record.rules_sha256 or always else loaded
    return loaded


def _load(name: str, settings: list[str], deck: str | None, beside: Path, seats: int) -> Loaded:
    """Options that these rules do not have are left for the replay to report."""
    try:
        return load(name, settings, deck, beside, seats)
    except Stop as stop:
        if stop.status is not Exit.FAULTY_COMMAND or not settings:
            raise
        return load(name, None, deck, beside, seats)


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def as_deck(cards: tuple[str, ...]) -> str | None:
    """The `--deck` that has these cards, written rank then suit; None if no such deck has them."""
    suits = list(dict.fromkeys(card[-1:] for card in cards))
    ranks = list(dict.fromkeys(card[:-1] for card in cards))
    if list(cards) != [rank + suit for suit in suits for rank in ranks]:
        return None
    return f"suits={','.join(suits)} ranks={','.join(ranks)}"


@dataclass
class Library:
    """The records of one file against their rules, read once; `named` replaces the rules they name."""

    path: Path
    named: str | None = None
    _last: tuple[object, Loaded, Any] | None = None

    def rules(self, record: Record) -> tuple[Loaded, Any]:
        """The rules of a record and an engine for them."""
        key = (record.rules_file, record.rules_sha256, dict(record.options), record.deck)
        if self._last is None or self._last[0] != key:
            loaded = rules_of(record, self.path, self.named)
            self._last = (key, loaded, loaded.engine())
        return self._last[1:]

    def replay(self, line: int, record: Record | BadRecord) -> Replay[Any]:
        """The record against its rules, set up; raises `Stop`."""
        from interpreter.run.reading import BadRecord
        from interpreter.run.replay import Replay

        if isinstance(record, BadRecord):
            raise faulty_record(self.path, line, record)
        loaded, engine = self.rules(record)
        try:
            return Replay(engine, record, loaded.sha256)
        except BadRecord as error:
            raise faulty_record(self.path, line, error) from None

    def checked(self, line: int, replayed: Replay[Any]) -> Iterator[Step[Any]]:
        """The moves after the set-up; raises `Stop` at the first that breaks the rules."""
        from interpreter.run.reading import BadRecord

        try:
            yield from replayed.steps()
        except BadRecord as error:
            raise faulty_record(self.path, line, error) from None


def seats_of(record: Record, kinds: Mapping[str, object]) -> str:
    """Who played, as `--seats` has it: names that are no computer player's are people's."""
    known = {HUMAN, *kinds}
    return ",".join(n if n in known else f"{HUMAN}={n.replace(',', ' ')}" for n in record.players)
