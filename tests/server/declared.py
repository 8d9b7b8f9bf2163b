"""Who may see what, read from the words of the rule files: nothing of the program's own filter is used.

The words that follow `seen by` in the shipped files are few, and each is spelled out here once more. Whoever
writes new ones has to say here, too, what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from interpreter.ir.types import Seat
from interpreter.run.protocol import Position
from server.core.rules import Rules
from tests.house.tree import ROOT


@dataclass(frozen=True)
class Moment:
    """A position with what the words may ask for."""

    rules: Rules
    position: Position

    @property
    def everyone(self) -> set[int]:
        return set(range(self.rules.game.seats))

    def all_set(self, variable: str) -> bool:
        held = self.position.variables[variable]
        return isinstance(held, tuple) and all(value is not None for value in held)


def _everyone(moment: Moment, _owner: int) -> set[int]:
    return moment.everyone


def _owner(_moment: Moment, owner: int) -> set[int]:
    return {owner}


def _nobody(_moment: Moment, _owner: int) -> set[int]:
    return set()


def _by_option(moment: Moment, owner: int) -> set[int]:
    return moment.everyone if moment.rules.engine.options["open_hands"] else {owner}


def _once_all_are_set(moment: Moment, owner: int) -> set[int]:
    return moment.everyone if moment.all_set("trump") else {owner}


WHO: Mapping[str, Callable[[Moment, int], set[int]]] = {
    "everyone": _everyone,
    "owner": _owner,
    "nobody": _nobody,
    "count only": _nobody,
    "if open_hands then everyone else owner": _by_option,
    "if every s in seats satisfies trump[s] is set then everyone else owner": _once_all_are_set,
}


@cache
def _file(name: str) -> dict[str, Any]:
    text = (ROOT / "rules" / f"{name}.yaml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text))


@cache
def declarations(name: str, kind: str) -> dict[str, dict[str, Any]]:
    """The `zones` or `variables` of a shipped file, those of its base worked in."""
    text = _file(name)
    found = dict(declarations(text["extends"], kind)) if "extends" in text else {}
    for part in (text, text.get("add", {}), text.get("change", {})):
        found.update(part.get(kind, {}))
    return found


def _rows(of: object, held: Any) -> list[Any]:
    """What there is by owner, or of the table alone."""
    return [held] if of == "table" else list(held)


def _seen(moment: Moment, about: Mapping[str, Any], owner: int, viewer: Seat | None) -> bool:
    """A spectator sees what every seat sees."""
    seats = WHO[about["seen by"]](moment, owner)
    return moment.everyone <= seats if viewer is None else viewer in seats


def visible(rules: Rules, name: str, position: Position, viewer: Seat | None) -> set[str]:
    """The cards that a viewer may see in a position, by their symbols; the deck is seen by nobody."""
    moment, card = Moment(rules, position), rules.notation.spelling.card
    zones, variables = declarations(name, "zones"), declarations(name, "variables")
    found = set[str]()
    for zone, about in zones.items():
        for owner, cards in enumerate(_rows(about["of"], position.zones[zone])):
            if _seen(moment, about, owner, viewer):
                found.update(card(c) for c in cards)
    for variable, about in variables.items():
        if about["type"] == "card":
            for owner, held in enumerate(_rows(about["of"], position.variables[variable])):
                if held is not None and _seen(moment, about, owner, viewer):
                    found.add(card(held))
    return found


def secret_values(
    rules: Rules, name: str, position: Position, viewer: Seat | None
) -> Iterator[tuple[str, int]]:
    """The variables that the viewer may not see: name and place."""
    moment = Moment(rules, position)
    for variable, about in declarations(name, "variables").items():
        for owner, _ in enumerate(_rows(about["of"], position.variables[variable])):
            if not _seen(moment, about, owner, viewer):
                yield variable, owner
