"""What a server says of a game, in the terms of the drawing: table, menus and typed moves work as in `play`.

The game that comes out has no rules, only what there is to be seen and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.ir.nodes import (
    Deck,
    Family,
    Game,
    Literal,
    Move,
    Named,
    Owner,
    Per,
    Phase,
    Pick,
    Shown,
    Table,
    Template,
    Turn,
    Variable,
    Zone,
)
from interpreter.ir.types import (
    BOOL,
    CARD,
    RANK,
    SEAT,
    SEATS,
    SUIT,
    BoolType,
    Card,
    EnumType,
    IntType,
    RankType,
    Seat,
    SequenceType,
    SetType,
    SuitType,
    Type,
    Value,
)
from interpreter.run.protocol import Action, Sentence, View, ZoneView
from interpreter.run.values import Spelling

_SIMPLE: Mapping[str, Type] = {"flag": BOOL, "suit": SUIT, "rank": RANK, "card": CARD, "seat": SEAT}
_NOBODY = Literal((), SEATS)

Data = Mapping[str, Any]


def read_type(data: Data) -> Type:
    match data["kind"]:
        case "number":
            return IntType(data["low"], data["high"])
        case "name":
            return EnumType(data["name"], tuple(data["members"]))
        case "set" | "stack" as kind:
            of: Any = read_type(data["of"])
            return SetType(of) if kind == "set" else SequenceType(of)
        case kind:
            return _SIMPLE[kind]


def _owner(data: Any) -> Owner:
    if isinstance(data, str):
        return Per(data)
    of = read_type(data)
    assert isinstance(of, IntType | SuitType | RankType)
    return Family(of)


def _text(data: str | None) -> Template | None:
    return None if data is None else Template((data,))


def _pick(data: Data) -> Pick:
    of = read_type(data["type"])
    if isinstance(of, BoolType | SetType | SequenceType):
        return Pick(data["name"], Literal(False, of), None)
    return Pick(data["name"], Literal((), SetType(of)), None)


def read_game(data: Data) -> Game:
    """The game that the server describes."""
    named = {
        key: tuple(Named(n["name"], n["symbol"]) for n in data["deck"][key]) for key in ("suits", "ranks")
    }
    fewest, most = data["players"]
    shown = tuple(Shown(s["zone"], s["place"], s["by_suit"]) for s in data["table"]["shown"])
    return Game(
        name=data["title"],
        about=data["about"],
        seats=data["seats"],
        players=(fewest, most),
        deck=Deck(named["suits"], named["ranks"], None),
        options=(),
        turn=Turn(None),
        zones=tuple(
            Zone(z["name"], _owner(z["of"]), z["ordered"], _NOBODY, _NOBODY, _text(z["text"]))
            for z in data["zones"]
        ),
        variables=tuple(
            Variable(v["name"], _owner(v["of"]), read_type(v["type"]), None, _NOBODY, _text(v["text"]))
            for v in data["variables"]
        ),
        definitions=(),
        phases=tuple(Phase(p["name"], None, _text(p["text"])) for p in data["phases"]),
        setup=(),
        moves=tuple(
            Move(m["name"], m["phase"], False, (), tuple(_pick(p) for p in m["picks"]), ())
            for m in data["moves"]
        ),
        endings=(),
        checks=(),
        table=Table(shown, None, _text(data["table"]["mark_text"])),
        printed=(),
    )


@dataclass(frozen=True)
class Reader:
    """Reads what the server says of one game."""

    game: Game

    @property
    def spelling(self) -> Spelling:
        return Spelling(self.game.deck, self.game.seats)

    def value(self, data: object, of: Type) -> Value | None:
        return None if data is None else self.spelling.read(data, of)

    def card(self, data: object) -> Card:
        found = self.spelling.read(data, CARD)
        assert isinstance(found, int)
        return Card(found)

    def sentence(self, parts: list[Any]) -> Sentence:
        return tuple(part if isinstance(part, str) else self._part(part) for part in parts)

    def _part(self, part: Data) -> str | tuple[Value, Type]:
        ((kind, data),) = part.items()
        if kind == "hidden":
            return "a card" if data == "card" else f"a {data} that is hidden"
        if kind == "list":
            inner = [self._part(p) for p in data]
            cards = tuple(int(p[0]) for p in inner if isinstance(p, tuple) and not isinstance(p[0], tuple))
            of: Any = next((p[1] for p in inner if isinstance(p, tuple)), CARD)
            return cards, SequenceType(of)
        if kind in _SIMPLE:
            return self.spelling.read(data, _SIMPLE[kind]), _SIMPLE[kind]
        return str(data).replace("_", " ")

    def types(self, move: str) -> Mapping[str, Type]:
        """The picks of a move."""
        found = next(m for m in self.game.moves if m.name == move)
        return {p.name: _element(p.domain.type) for p in found.picks}

    def action(self, data: Data, seat: Seat | None) -> Action:
        types = self.types(data["move"])
        picks = [(n, self.spelling.read(data[n], of)) for n, of in types.items() if n in data]
        return Action(seat, data["move"], tuple((n, int(v)) for n, v in picks if not isinstance(v, tuple)))

    def written(self, action: Action) -> dict[str, Any] | None:
        """The action as the server reads it; None if not all picks are there."""
        types = self.types(action.move)
        if {n for n, _ in action.picks} != set(types):
            return None
        return {"move": action.move, **{n: self.spelling.write(v, types[n]) for n, v in action.picks}}

    def view(self, data: Data) -> View:
        viewer = None if data["viewer"] is None else Seat(data["viewer"])
        types = {v.name: v.type for v in self.game.variables}
        return View(
            viewer,
            data["phase"],
            Seat(data["mover"]),
            tuple(Seat(s) for s in data["actors"]),
            {name: tuple(self._zone(z) for z in row) for name, row in data["zones"].items()},
            {name: tuple(self.value(v, types[name]) for v in row) for name, row in data["variables"].items()},
            frozenset(self.card(c) for c in data["marked"]),
            tuple(self.action(each["action"], viewer) for each in data["legal"]),
            (),
        )

    def _zone(self, data: Data) -> ZoneView:
        cards = data["cards"]
        return ZoneView(None if cards is None else tuple(self.card(c) for c in cards), data["count"])


def _element(of: Type) -> Type:
    return of.of if isinstance(of, SetType | SequenceType) else of
