"""Rules cut into parts that are proved apart, so that a change of one part leaves the proofs of the others.

Each part is a game by itself: the declarations, and of the rest only what its questions can depend on. Two
games that have a part in common have its answers in common.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count

from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.ops import Op
from interpreter.ir.types import SEATS
from interpreter.ir.walk import rebuild
from interpreter.passes.fold import fold
from verify.encoded import encoded
from verify.plan import Kind
from verify.settings import Settings


class About(Enum):
    """What the questions of a part are about."""

    ANY = "any state"
    START = "the set-up"
    STEPS = "the steps of a move"
    ALIKE = "two states and a move"
    SEEN = "two states that look alike"
    GUARDS = "what can be done"


ASKED = {
    Kind.POSITION: (About.START, About.STEPS),
    Kind.STEP: (About.STEPS,),
    Kind.AFTER: (About.STEPS,),
    Kind.DEFINED: (About.STEPS,),
    Kind.START: (About.START,),
    Kind.PROGRESS: (About.GUARDS,),
    Kind.INDEPENDENCE: (About.ALIKE,),
    Kind.PEEKING: (About.SEEN,),
}
"""Where each kind of question has to hold; a claim on positions that holds in any state needs none of it.

Questions of other kinds are about what can happen, or about a whole match, and are not asked part by part.
"""


@dataclass(frozen=True)
class Part:
    """`game` has no checks; `move` names the move of a part that is about one."""

    about: About
    move: str
    game: ir.Game


def parts_of(game: ir.Game) -> tuple[Part, ...]:
    """All parts of a game that `prepared` has made."""
    bare = replace(game, checks=())
    blind, still = unseen(bare), replace(bare, setup=(), endings=())
    nothing = replace(unseen(still), moves=tuple(map(_stub, game.moves)))
    dealt = tuple(e for e in game.endings if deals_again(game))
    begun = replace(blind, endings=dealt, moves=tuple(_only(m, m.phase == ir.SETUP) for m in game.moves))
    once = replace(blind, endings=tuple(replace(e, again=None) for e in game.endings))
    guards = tuple(replace(m, effects=()) for m in game.moves)
    found = [
        Part(About.ANY, "", nothing),
        Part(About.START, "", begun),
        Part(About.GUARDS, "", replace(unseen(still), moves=guards)),
    ]
    for move in game.moves:
        if move.phase != ir.SETUP:
            alone = tuple(_only(m, m is move) for m in game.moves)
            found.append(Part(About.STEPS, move.name, replace(once, setup=(), moves=alone)))
            found.append(Part(About.ALIKE, move.name, replace(unseen(still), moves=alone)))
            looking = tuple(replace(m, effects=()) for m in alone)
            found.append(Part(About.SEEN, move.name, replace(still, moves=looking)))
    return tuple(found)


def deals_again(game: ir.Game) -> bool:
    """Whether a further deal may follow an ending: then the set-up depends on the endings, too."""
    return any(e.again is not None for e in game.endings)


def _only(move: ir.Move, wanted: bool) -> ir.Move:
    return move if wanted else _stub(move)


def _stub(move: ir.Move) -> ir.Move:
    """A move that is only there to be counted; steps are taken outside the set-up."""
    return ir.Move(move.name, ir.SETUP, False, (), (), ())


def unseen(game: ir.Game) -> ir.Game:
    """The game in which nobody sees anything: where who sees what does not matter."""
    nobody = ir.Apply(Op.SET, (), SEATS)
    zones = tuple(replace(z, seen=nobody, counted=nobody) for z in game.zones)
    return replace(game, zones=zones, variables=tuple(replace(v, seen=nobody) for v in game.variables))


# the same for the same ------------------------------------------------------------------------------------


def prepared(game: ir.Game, settings: Settings) -> ir.Game:
    """The game as the encoder takes it, without texts, folded, with the same names for the same things."""
    return _numbered(fold(encoded(mute(game), settings)))


def mute(game: ir.Game) -> ir.Game:
    """The game without all that is only said or shown to people."""
    return replace(
        game,
        about="",
        options=tuple(replace(o, text=None) for o in game.options),
        zones=tuple(replace(z, text=None) for z in game.zones),
        variables=tuple(replace(v, text=None) for v in game.variables),
        phases=tuple(replace(p, text=None) for p in game.phases),
        moves=tuple(map(_mute, game.moves)),
        endings=tuple(replace(e, said=None) for e in game.endings),
        table=ir.Table((), None, None),
        printed=(),
        requirements=tuple(replace(r, refusal=None) for r in game.requirements),
    )


def _mute(m: ir.Move) -> ir.Move:
    conditions = tuple(replace(c, refusal=None) for c in m.conditions)
    picks = tuple(replace(p, refusal=None) for p in m.picks)
    return replace(m, conditions=conditions, picks=picks, advice=None, title=None, said=None)


def _numbered(game: ir.Game) -> ir.Game:
    """Names that passes have made, numbered in each expression by itself, whatever was made elsewhere."""
    return rewrite.game(game, lambda e: _renamed(e, {}, count(1).__next__))


def _renamed(e: ir.Expr, names: dict[str, str], number: Callable[[], int]) -> ir.Expr:
    match e:
        case ir.Local():
            return replace(e, name=names.get(e.name, e.name))
        case ir.Bind():
            domain = _renamed(e.domain, names, number)
            var = _new_name(e.var, number)
            return replace(e, var=var, domain=domain, body=_renamed(e.body, {**names, e.var: var}, number))
        case ir.Let():
            value = _renamed(e.value, names, number)
            name = _new_name(e.name, number)
            return replace(e, name=name, value=value, body=_renamed(e.body, {**names, e.name: name}, number))
    return rebuild(e, lambda child: _renamed(child, names, number))


def _new_name(name: str, number: Callable[[], int]) -> str:
    plain, made, _ = name.partition("#")
    return f"{plain}#{number()}" if made else name
