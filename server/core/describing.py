"""Games as the protocol has them: all that a client, which has no rule file, has to know of one."""

from __future__ import annotations

from typing import Any

from interpreter.ir.nodes import Family, Owner, Per, Template
from server.core.rules import Rules
from server.core.spelling import sentence, type_data


def _of(per: Owner) -> Any:
    match per:
        case Per.PLAYER:
            return "player"
        case Per.TABLE:
            return "table"
        case Family(of):
            return type_data(of)


def game_data(rules: Rules) -> dict[str, Any]:
    """All that a client has to know of a game."""
    game, spelling = rules.game, rules.notation.spelling
    return {
        "name": rules.name,
        "title": game.name,
        "about": game.about,
        "sha256": rules.sha256,
        "seats": game.seats,
        "players": list(game.players),
        "deck": {
            "suits": [{"name": s.name, "symbol": s.symbol} for s in game.deck.suits],
            "ranks": [{"name": r.name, "symbol": r.symbol} for r in game.deck.ranks],
        },
        "cards": list(rules.notation.deck),
        "zones": [
            {"name": z.name, "text": _text(z.text), "of": _of(z.per), "ordered": z.ordered}
            for z in game.zones
        ],
        "variables": [
            {"name": v.name, "text": _text(v.text), "of": _of(v.per), "type": type_data(v.type)}
            for v in game.variables
        ],
        "moves": [
            {
                "name": m.name,
                "phase": m.phase,
                "picks": [{"name": name, "type": type_data(of)} for name, of in rules.picks[m.name].items()],
            }
            for m in game.moves
            if not m.by_chance
        ],
        "phases": [{"name": p.name, "text": _text(p.text)} for p in game.phases],
        "table": {
            "shown": [{"zone": s.zone, "place": s.place, "by_suit": s.by_suit} for s in game.table.shown],
            "mark_text": _text(game.table.mark_text),
        },
        "options": _options(rules),
        "rules": [sentence(paragraph, spelling) for paragraph in rules.engine.printed()],
    }


def _options(rules: Rules) -> list[dict[str, Any]]:
    write, given = rules.notation.spelling.write, rules.engine.options
    return [
        {
            "name": o.name,
            "text": _text(o.text),
            "type": type_data(o.type),
            "values": [write(v, o.type) for v in o.values],
            "default": write(o.default, o.type),
            "value": write(given[o.name], o.type),
        }
        for o in rules.game.options
    ]


def _text(text: Template | None) -> str | None:
    """What the file calls a thing, where it says so in plain words."""
    plain = text is not None and all(isinstance(p, str) for p in text.parts)
    return "".join(str(p) for p in text.parts) if text is not None and plain else None
