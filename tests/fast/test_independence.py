"""What is out of reach by construction, what has to be tried out, and that both find the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.fast.engine import Compiled
from interpreter.fast.flow import Reach, reach
from interpreter.fast.kernel import Kernel
from interpreter.ir.nodes import Game, Independence
from tests.fast.following import follow
from tests.fast.test_checks import changed
from tests.fast.test_kernel import ALL, plan_of, slowly

NAME = "only one's own trumps matter"


def reached(game: Game) -> Reach:
    maker = Compiled(game).made.maker
    (claim,) = (c.claim for c in game.checks if isinstance(c.claim, Independence))
    return reach(claim, maker.game, maker.settled)


def test_the_base_keeps_it_out_of_reach(tmp_path: Path) -> None:
    assert reached(changed(tmp_path, "")).nowhere


LEGAL = """\
change:
  define:
    own_trump(card c): some s in seats where c.suit == trump[s]
"""
EFFECTS = """\
change:
  define:
    taken: "min((if top(pile).suit == trump[next(me)] then 1 else 0) + due(top(pile)), size(pile))"
"""
ENDINGS = """\
change:
  endings:
    draw:
      when: trump[0] == clubs and top(pile).rank == ace and last_left
"""


@pytest.mark.parametrize(("more", "part"), [(LEGAL, "legal"), (EFFECTS, "effects")])
def test_what_reaches_others_is_found_and_violated(tmp_path: Path, more: str, part: str) -> None:
    game = changed(tmp_path, more)
    assert getattr(reached(game), part)
    violated = [v.check for index in range(3) for v in follow(game, index=index)[1]]
    assert NAME in violated

    sees_the_same(game)


def sees_the_same(game: Game) -> None:
    """In place as well, the matches being doubtful that are violated or met a fault."""
    plan = plan_of(game, 3, 60)
    found = Kernel(game, None, ALL).run(plan.seed, plan.first, 3, 60)
    _, rows = slowly(plan)
    assert list(found.doubtful) == [row.index for row in rows if row.violations or row.fault]


def test_faults_of_endings_count(tmp_path: Path) -> None:
    """Whether the second part is looked at depends on what another has, and it can fault."""
    found = reached(changed(tmp_path, ENDINGS))
    assert found.endings
    assert not found.legal and not found.effects
    sees_the_same(changed(tmp_path, ENDINGS))
