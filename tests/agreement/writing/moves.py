"""Random moves, with what they are picked from; every phase of players has one that is always possible."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.ir.nodes import SETUP
from interpreter.ir.types import BOOL, CARD, CARDS, RANK, SEAT, SEATS, SUIT, IntType, SetType, Type
from tests.agreement.writing.declare import sentence
from tests.agreement.writing.doings import effects
from tests.agreement.writing.forms_truth import member_test
from tests.agreement.writing.trees import EFFECT, PICK, Doc, Tree, boxed, tree
from tests.agreement.writing.world import Made, Scope, Setting, World
from tests.agreement.writing.writer import Writer

MOST_PICKS = 2
EARLY = 30
"""One move of the set-up in so many may enter a phase, and so one effect of it."""


@dataclass(frozen=True, slots=True)
class Picked:
    """Picks as the file has them, and the scope behind them."""

    picks: tuple[Setting, ...]
    docs: list[Doc]
    scope: Scope


def moves(w: Writer, of: World, asked: int, by_chance: frozenset[str]) -> tuple[World, dict[str, Doc]]:
    """The moves of the set-up, so many, and of every phase; and the world with them."""
    doc: dict[str, Doc] = {}
    for n in range(asked):
        of = _add(w, of, doc, f"ask{n}", SETUP, "guarded" if w.dice.chance(8) else "plain")
    for phase in of.phases:
        if phase in by_chance:
            of = _add(w, of, doc, f"{phase}_luck", phase, "chance")
            continue
        for n in range(1 + w.dice.below(3)):
            of = _add(w, of, doc, f"{phase}_do{n}", phase, "guarded")
        if not w.dice.chance(12):
            of = _add(w, of, doc, f"{phase}_rest", phase, "rest")
    return of, doc


def _add(w: Writer, of: World, doc: dict[str, Doc], name: str, phase: str, how: str) -> World:
    early = phase != SETUP or w.dice.chance(EARLY)
    scope = Scope(of, me=True, guard=True, phases=early, moves=of.moves)
    move: dict[str, Doc] = {"phase": phase}
    if how == "chance":
        move["by"] = "chance"
    if how == "guarded":
        conditions = [_condition(w, scope) for _ in range(w.dice.below(3))]
        if conditions:
            move["when"] = conditions
    picked = Picked((), [], scope) if how == "rest" else _picks(w, scope, how)
    if picked.docs:
        move["pick"] = picked.docs
    inner = replace(picked.scope, guard=False)
    move["do"] = _body(w, inner, how)
    _said(w, move, inner)
    doc[name] = move
    return replace(of, moves=(*of.moves, Made(name, phase, how == "chance", picked.picks)))


def _condition(w: Writer, scope: Scope) -> Doc:
    that = w.say(BOOL, scope, 6)
    if w.dice.chance(2):
        that = boxed(BOOL, that, " or ", w.say(BOOL, scope, 3))
    return {"that": that, "else": sentence(w, scope)} if w.dice.chance(3) else that


def _body(w: Writer, scope: Scope, how: str) -> list[Doc]:
    found, scope = effects(w, scope, 1 + w.dice.below(3))
    body: list[Doc] = [*found]
    if w.dice.below(4) and not _enters(body):
        body.append(tree(EFFECT, "pass"))
    if scope.phases and not _enters(body) and (how == "chance" or w.dice.chance(4)):
        body.append(tree(EFFECT, f"phase {w.one(scope.world.phases)}"))
    return body


def _enters(body: list[Doc]) -> bool:
    last = body[-1]
    return isinstance(last, Tree) and str(last.parts[0]).startswith("phase")


def _said(w: Writer, move: dict[str, Doc], scope: Scope) -> None:
    if w.dice.chance(3):
        move["text"] = sentence(w, scope)
    if w.dice.chance(3):
        move["said"] = sentence(w, scope)
    if w.dice.chance(12):
        move["advice"] = w.say(IntType(0, 0), scope, 4)


# picks ------------------------------------------------------------------------------------------------------


def _picks(w: Writer, scope: Scope, how: str) -> Picked:
    least = 1 if how == "chance" else 0
    count = max(least, (0, 1, 1, 1, 1, MOST_PICKS)[w.dice.below(6)])
    found = Picked((), [], scope)
    for _ in range(count):
        found = _pick(w, found, how)
    return found


def _pick(w: Writer, before: Picked, how: str) -> Picked:
    name = w.fresh("pick")
    domain, of = _domain(w, before.scope, how)
    scope = w.bound(domain, of, name, before.scope)
    parts: list[str | Tree] = [f"{name} from ", domain]
    if how == "guarded" and not w.dice.chance(3):
        parts += [" where ", member_test(w, scope, 6)]
    doc: Doc = Tree(PICK, tuple(parts))
    if how == "guarded" and w.dice.chance(4):
        doc = {"choose": doc, "else": sentence(w, scope)}
    return Picked((*before.picks, Setting(name, of)), [*before.docs, doc], scope)


def _domain(w: Writer, scope: Scope, how: str) -> tuple[Tree, Type]:
    """What is picked from; never empty where somebody must be able to pick."""
    if how != "guarded" and not w.dice.chance(12):
        return _full(w, scope)
    if w.dice.chance(6):
        return w.domain(scope, 4)
    if w.dice.below(4):
        return w.cards_somewhere(scope), CARD
    found = w.say(w.kind(CARDS, SEATS, SetType(SUIT), SetType(IntType(0, 0))), scope, 3)
    assert isinstance(found.kind, SetType)
    return found, found.kind.of


def _full(w: Writer, scope: Scope) -> tuple[Tree, Type]:
    low = w.dice.below(3)
    found: tuple[tuple[Tree, Type], ...] = (
        (tree(SEATS, "seats"), SEAT),
        (tree(SetType(SUIT), "suits"), SUIT),
        (tree(SetType(RANK), "ranks"), RANK),
        (tree(CARDS, "cards"), CARD),
        (tree(SetType(IntType(low, low + 2)), f"numbers({low}, {low + 2})"), IntType(low, low + 2)),
    )
    return w.one(found)
