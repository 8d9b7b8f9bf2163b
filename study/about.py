"""What a study is of: all that its parts must have in common, and that is needed to tell what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from interpreter.ir.nodes import SETUP, Witness
from interpreter.ir.printing import digest
from interpreter.run.engine import Evaluator
from interpreter.run.record import Notation
from study.simulate import Plan


@dataclass(frozen=True)
class Rule:
    """A move: its name and whether the rules have it for the set-up only."""

    name: str
    in_setup: bool


@dataclass(frozen=True)
class Asked:
    """A check: its name and whether it only says that something can happen."""

    name: str
    witness: bool


@dataclass(frozen=True)
class About:
    """`options` as records have them; `endings`, `zones` and `moves` are all that the rules declare."""

    game: str
    file: str
    sha256: str
    options: Mapping[str, Any]
    deck: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    matches: int
    cap: int
    check: bool
    moves: tuple[Rule, ...]
    endings: tuple[str, ...]
    zones: tuple[str, ...]
    checks: tuple[Asked, ...]

    @property
    def seats(self) -> int:
        return len(self.players)

    def data(self) -> dict[str, Any]:
        """For JSON; `from_data` is the inverse."""
        return asdict(self)

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> About:
        """Raises `KeyError` or `TypeError` for anything that `data` does not give."""
        known = {f.name: data[f.name] for f in fields(About)}
        return About(
            **{
                **known,
                **{name: tuple(known[name]) for name in ("deck", "players", "endings", "zones")},
                "moves": tuple(Rule(**m) for m in known["moves"]),
                "checks": tuple(Asked(**c) for c in known["checks"]),
            }
        )

    def unlike(self, other: About) -> str | None:
        """The first thing in which the two differ, in words; None if they are the same."""
        for name, words in _WORDS.items():
            if getattr(self, name) != getattr(other, name):
                return words
        return None


_WORDS = {
    "game": "another game",
    "sha256": "other rules",
    "options": "other options",
    "deck": "another deck",
    "players": "other players",
    "seed": "another seed",
    "matches": "another number of matches",
    "cap": "another cap",
    "check": "checks in only one of the two",
    "moves": "other moves",
    "endings": "other endings",
    "zones": "other zones",
    "checks": "other checks",
}


def about(plan: Plan, file: str) -> About:
    """What a plan whose rules come from this file is of."""
    game = plan.game
    notation = Notation(Evaluator(game, plan.options))
    return About(
        game.name,
        file,
        digest(game),
        notation.options,
        notation.deck,
        plan.players,
        plan.seed,
        plan.matches,
        plan.cap,
        plan.check,
        tuple(Rule(m.name, m.phase == SETUP) for m in game.moves),
        tuple(e.name for e in game.endings),
        tuple(z.name for z in game.zones),
        tuple(Asked(c.name, isinstance(c.claim, Witness)) for c in game.checks) if plan.check else (),
    )
