"""What a client's frames mean; `docs/server.md` describes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.run.values import BadValue
from server.core import commands as c
from server.core.config import Damaged, number, read_seed
from server.core.rules import Rules
from server.core.state import Table

LONGEST_ID = 64
MOST_VERSIONS = 2**53


@dataclass(frozen=True, slots=True)
class Hello:
    table: str
    token: str | None
    last_version: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: `kind` is `why`, `hint`, `look` or `ping`, `about` the whole message."""

    kind: str
    ref: int | str | None
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that is to be carried out once."""

    id: str
    command: c.Command


Message: TypeAlias = "Asked | Sent"
QUESTIONS = frozenset({"why", "hint", "look", "ping"})


async def received(socket: WebSocket) -> str:
    """The text of the next frame, nothing of one that is no text; raises `WebSocketDisconnect`."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or ""


def parse(text: str) -> dict[str, Any]:
    """The object that a frame holds; raises `Damaged`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Damaged("a message is one JSON object") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise Damaged("a message is an object with a `type`")
    return data


def read_hello(data: Mapping[str, Any]) -> Hello:
    """Raises `Damaged`."""
    table, token = data.get("table"), data.get("token")
    if data["type"] != "hello" or not isinstance(table, str) or not isinstance(token, str | None):
        raise Damaged("the first message is `hello`, with `table`, `token` and `last_version`")
    return Hello(table, token, number(data.get("last_version", 0), "last_version", 0, MOST_VERSIONS))


def read_message(data: Mapping[str, Any], place: int, rules: Rules, table: Table, away: Any) -> Message:
    """A message of somebody at the table; raises `Damaged`. `away` tells since when a place is empty."""
    kind = data["type"]
    if kind in QUESTIONS:
        return read_question(data)
    name = data.get("id")
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_ID or not name.isprintable():
        raise Damaged(f"`id` is a text of at most {LONGEST_ID} characters")
    return Sent(name, _command(kind, data, place, rules, table, away))


def read_question(data: Mapping[str, Any]) -> Asked:
    """Raises `Damaged`."""
    if not is_name(data.get("ref")):
        raise Damaged("`ref` is a number or a short text")
    return Asked(data["type"], data.get("ref"), data)


def is_name(value: object) -> bool:
    """Whether this may be sent back as the `id` or `ref` of a message: none, a number or a short text."""
    if isinstance(value, str):
        return len(value) <= LONGEST_ID and value.isprintable()
    short = isinstance(value, int) and not isinstance(value, bool) and abs(value) < MOST_VERSIONS
    return value is None or short


def _command(
    kind: str, data: Mapping[str, Any], place: int, rules: Rules, table: Table, away: Any
) -> c.Command:
    match kind:
        case "move":
            version = number(data.get("version"), "version", 0, MOST_VERSIONS)
            return c.Move(place, version, read_action(data.get("action"), place, rules, table))
        case "say":
            return c.Say(place, number(data.get("phrase"), "phrase", 0, len(c.PHRASES) - 1))
        case "takeback":
            return c.Takeback(place)
        case "answer":
            if not isinstance(data.get("yes"), bool):
                raise Damaged("`yes` is true or false")
            return c.Answer(place, data["yes"])
        case "rematch":
            return c.Rematch(place, read_seed(data.get("seed")))
        case "resign":
            return c.Resign(place)
        case "claim":
            return _claim(data, place, table, away)
        case "leave":
            return c.Leave(place)
        case _:
            raise Damaged(f"there is no message `{kind[:40]}`")


def _claim(data: Mapping[str, Any], place: int, table: Table, away: Any) -> c.Claim:
    against = number(data.get("place"), "place", 0, len(table.places) - 1)
    try:
        return c.Claim(place, against, c.How(data.get("how")), away.get(against))
    except ValueError:
        raise Damaged("`how` is `win` or `computer`") from None


def read_action(data: object, place: int, rules: Rules, table: Table) -> Any:
    """An action of a place in the present match; raises `Damaged`."""
    if table.contest is None:
        raise Damaged("no match has begun")
    try:
        return rules.read(data, table.contest.seat_of(place))
    except BadValue as error:
        raise Damaged(str(error)) from None
