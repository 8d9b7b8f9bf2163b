"""Events of a table as lines for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from cli.online.reading import Reader
from cli.spell import Speller, printable

Data = Mapping[str, Any]

REASONS = {
    "resigned": "{losers} gave up",
    "claimed": "{losers} stayed away",
    "clock": "the time of {losers} is up",
    "cap": "unfinished, after the most moves that are allowed",
    "fault": "the rules did what cannot be done, and nobody has won",
}


def names_of(table: Data, seats: int) -> tuple[str, ...]:
    """The players' names by seat; free seats are called so."""
    names = [f"seat {n + 1}" for n in range(seats)]
    for n, place in enumerate(table["places"]):
        seat = place["seat"] if place["seat"] is not None else n
        names[seat] = printable(place["name"] or "free seat").strip()[:24]
    return tuple(names)


def lines_of(event: Data, table: Data, reader: Reader, speller: Speller, phrases: list[str]) -> list[Text]:
    """What an event says to the viewer; nothing for what he may not know."""
    said = [speller.sentence(reader.sentence(parts)) for parts in event.get("said") or ()]
    kind = event.get("kind")
    if kind == "ended" and event["reason"] != "rules":
        names = ", ".join(speller.names[s] for s in event["losers"])
        said.append(Text(REASONS[event["reason"]].format(losers=names)))
    if kind == "spoke" and event["phrase"] < len(phrases):
        said.append(Text(f"{_name(event, table)}: {printable(phrases[event['phrase']])}", "italic"))
    told = _among_people(event, table)
    return said if told is None else [*said, Text(told, "dim")]


def _name(event: Data, table: Data) -> str:
    name = event.get("name") or table["places"][event["place"]]["name"]
    return printable(name or "somebody")


def _among_people(event: Data, table: Data) -> str | None:
    match event.get("kind"):
        case "joined":
            return f"{_name(event, table)} sits down"
        case "left":
            return f"{_name(event, table)} has left"
        case "asked" if event["what"] == "takeback":
            return f"{_name(event, table)} would like to take a move back: `yes` or `no`?"
        case "asked":
            return f"{_name(event, table)} would like another match"
        case "declined":
            return f"{_name(event, table)} does not agree"
        case "undone":
            return f"{_name(event, table)} takes a move back"
        case "replaced":
            return f"the computer plays for {_name(event, table)}"
        case "returned":
            return f"{_name(event, table)} is back"
        case "closed":
            return "the table is closed"
        case _:
            return None
