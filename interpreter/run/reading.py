"""Reading match records: every damaged line becomes an error that says what was expected where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from interpreter.run.fair import METHOD, Fair, is_seed
from interpreter.run.json_tree import MOST, BadData, Node, parse
from interpreter.run.record import OUTCOMES, VERSION, WIN, Entry, Place, Record, Result
from interpreter.text.codes import Code

LARGEST_SEAT = 10_000


class BadRecord(Exception):
    """A line that is no record, or a record that does not hold; `line` counts from 1, `move` too.

    `move` is the place among `moves` (or `setup`) of the move that is wrong, None if it is no move.
    """

    def __init__(self, code: Code, message: str, line: int | None = None, move: int | None = None) -> None:
        message = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in message)
        super().__init__(code, message, line, move)
        self.code = code
        self.message = message
        self.line = line
        self.move = move

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.code.name}: {self.message}"


def read_records(stream: BinaryIO) -> Iterator[tuple[int, Record | BadRecord]]:
    """The records of a file with the numbers of their lines; empty lines are passed over.

    A line that is no record gives the error in its place. Reading stops after a line that is too long.
    """
    number = 0
    while True:
        line = stream.readline(MOST + 1)
        number += 1
        if not line:
            return
        if len(line) > MOST:
            yield number, BadRecord(Code.R902, f"the line is longer than {MOST >> 20} MiB", number)
            return
        if line.strip():
            yield number, _attempt(line, number)


def _attempt(line: bytes, number: int) -> Record | BadRecord:
    try:
        return read_record(line, number)
    except BadRecord as error:
        return error


def read_record(line: bytes | str, number: int | None = None) -> Record:
    """The record of one line; raises `BadRecord`."""
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        node = parse(text)
        _check_version(node, number)
        return _record(node)
    except UnicodeDecodeError as error:
        raise BadRecord(Code.R902, f"byte {error.start + 1} is not UTF-8", number) from None
    except BadData as error:
        raise BadRecord(Code.R902, str(error), number) from None


def _check_version(node: Node, number: int | None) -> None:
    version = node.entries().get("record")
    if version is None:
        raise BadData("the record has no `record`")
    if version.text() != VERSION:
        raise BadRecord(
            Code.R901, f"version `{version.text()[:40]}` is unknown, `{VERSION}` is known", number
        )


_KEYS = (
    *("record", "game", "rules", "options", "deck", "seed", "match", "players"),
    *("start", "moves", "result"),
)


def _record(node: Node) -> Record:
    found = node.fields(_KEYS, ("setup", "deal"))
    rules = found["rules"].fields(("file", "sha256"))
    start = found["start"]
    setup = found["setup"].items() if "setup" in found else ()
    return Record(
        game=found["game"].text(),
        rules_file=rules["file"].text(),
        rules_sha256=rules["sha256"].text(),
        options={key: value.plain() for key, value in found["options"].entries().items()},
        deck=tuple(card.text() for card in found["deck"].items()),
        seed=found["seed"].number(),
        match=found["match"].number(),
        players=tuple(p.fields(("name",))["name"].text() for p in found["players"].items()),
        setup=tuple(_bare(e) for e in setup),
        start=None if start.value is None else _place(start),
        moves=tuple(_entry(e) for e in found["moves"].items()),
        result=_result(found["result"]),
        fair=_fair(found["deal"]) if "deal" in found else None,
    )


def _fair(node: Node) -> Fair:
    found = node.fields(("method", "commitment", "server", "players"), ("falls_on",))
    if found["method"].text() != METHOD:
        raise found["method"].wrong(f"`{METHOD}`")
    players = tuple(None if p.value is None else _seed(p) for p in found["players"].items())
    falls_on = found["falls_on"].number(LARGEST_SEAT) if "falls_on" in found else None
    return Fair(_seed(found["commitment"]), _seed(found["server"]), players, falls_on)


def _seed(node: Node) -> str:
    if not is_seed(node.value):
        raise node.wrong("64 hex digits in small letters")
    return node.text()


def _place(node: Node) -> Place:
    found = node.fields(("to_act", "phase", "zones", "variables"))
    return Place(
        found["to_act"].number(LARGEST_SEAT),
        found["phase"].text(),
        {key: value.plain() for key, value in found["zones"].entries().items()},
        {key: value.plain() for key, value in found["variables"].entries().items()},
    )


def _bare(node: Node) -> Entry:
    """A move about which nothing more is said."""
    entry = _entry(node)
    for key, more in (("legal", entry.legal), ("after", entry.after)):
        if more is not None:
            raise BadData(f"`{node.path}` has `{key}`, which only `moves` have")
    return entry


def _entry(node: Node) -> Entry:
    found = node.entries()
    for key in ("player", "move"):
        if key not in found:
            raise BadData(f"`{node.path}` has no `{key}`")
    player = found.pop("player")
    move = found.pop("move").text()
    legal, after = found.pop("legal", None), found.pop("after", None)
    return Entry(
        None if player.value is None else player.number(LARGEST_SEAT),
        move,
        {key: value.plain() for key, value in found.items()},
        None if legal is None else tuple(_bare(e) for e in legal.items()),
        None if after is None else _place(after),
    )


def _result(node: Node) -> Result:
    found = node.fields(("outcome", "winners", "losers", "plies"), ("places", "scores"))
    outcome = found["outcome"].text()
    if outcome not in OUTCOMES:
        raise found["outcome"].wrong("one of " + ", ".join(f"`{o}`" for o in OUTCOMES))
    winners, losers = _seats(found["winners"]), _seats(found["losers"])
    if bool(winners or losers) != (outcome == WIN):
        raise BadData(f"`{node.path}` has winners or losers exactly when the outcome is `{WIN}`")
    return Result(
        outcome,
        winners,
        losers,
        found["plies"].number(),
        _seats(found["places"]) if "places" in found else None,
        _whole_numbers(found["scores"]) if "scores" in found else None,
    )


def _seats(node: Node) -> tuple[int, ...]:
    return tuple(item.number(LARGEST_SEAT) for item in node.items())


def _whole_numbers(node: Node) -> tuple[int, ...]:
    numbers = []
    for item in node.items():
        if isinstance(item.value, bool) or not isinstance(item.value, int):
            raise item.wrong("a whole number")
        numbers.append(item.value)
    return tuple(numbers)
