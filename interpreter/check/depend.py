"""What depends on what: definitions on definitions, and on moves whose legality they ask.

Nothing here calls itself, so that a long chain costs memory only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.walk import inside, legality

T = TypeVar("T", bound=Hashable)


def in_order(
    items: Iterable[T], needs: Callable[[T], Iterable[T]], back: Callable[[list[T]], None]
) -> list[T]:
    """`items` so that each comes after all it needs. `back` is told of every circle, and it is ignored."""
    done: dict[T, bool] = {}
    found: list[T] = []
    for item in items:
        stack: list[tuple[T, Iterator[T]]] = []
        _open(item, needs, done, stack)
        while stack:
            current, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                done[current] = True
                found.append(current)
                stack.pop()
            elif done.get(following) is False:
                names = [name for name, _ in stack]
                back(names[names.index(following) :])
            else:
                _open(following, needs, done, stack)
    return found


def _open(
    item: T, needs: Callable[[T], Iterable[T]], done: dict[T, bool], stack: list[tuple[T, Iterator[T]]]
) -> None:
    if item not in done:
        done[item] = False
        stack.append((item, iter(tuple(needs(item)))))


Part: TypeAlias = tuple[str, str]
"""`define` or `move`, and a name; or `TURN`."""
TURN: Part = ("turn", "")


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The parts of a game, each after all it needs, and the questions by which something needs itself."""

    order: tuple[Part, ...]
    circles: tuple[ir.Can | ir.Apply, ...]


def dependencies(game: ir.Game) -> Dependencies:
    roots: dict[Part, tuple[ir.Expr, ...]] = {("define", d.name): (d.body,) for d in game.definitions}
    roots |= {("move", name): asked for name, asked in legality(game).items()}
    roots[TURN] = () if game.turn.among is None else (game.turn.among,)
    edges = {part: _asked(found) for part, found in roots.items()}
    circles: dict[int, ir.Can | ir.Apply] = {}

    def back(circle: list[Part]) -> None:
        for part, following in zip(circle, (*circle[1:], circle[0]), strict=True):
            question = edges[part][following]
            if isinstance(question, ir.Can | ir.Apply):
                circles[id(question)] = question

    order = in_order(edges, lambda part: edges[part], back)
    return Dependencies(tuple(order), tuple(circles.values()))


def _asked(roots: Iterable[ir.Expr]) -> Mapping[Part, ir.Expr]:
    """The parts that `roots` ask, with the first place that does."""
    found: dict[Part, ir.Expr] = {}
    for e in (e for root in roots for e in inside(root)):
        if isinstance(e, ir.Call):
            found.setdefault(("define", e.name), e)
        elif isinstance(e, ir.Can):
            found.setdefault(("move", e.move), e)
        elif isinstance(e, ir.Apply) and e.op is Op.NEXT:
            found.setdefault(TURN, e)
    return found
