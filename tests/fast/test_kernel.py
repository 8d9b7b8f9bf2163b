"""Matches played in place are those of the evaluator, with the same sums, whatever is under the source."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.check.settings import defaults
from interpreter.fast import kernel_source, primitives
from interpreter.fast.kernel import Kernel, Unfit
from interpreter.fast.kernel_source import Wanted
from interpreter.fast.totals import Row, Totals
from interpreter.fast.unfit import compares, unfit
from interpreter.ir.nodes import Game
from interpreter.run.rng import Stream, stream_key
from interpreter.text.source import Source
from study.observe import Observer, totals
from study.simulate import Plan
from tests.agreement.trial import text_of
from tests.fast.test_checks import FILES, changed

ALL = Wanted(study=True, check=True)


def plan_of(game: Game, matches: int, cap: int, check: bool = True) -> Plan:
    return Plan(game, defaults(game), ("random",) * game.seats, 6, matches, 3, cap, check=check)


def slowly(plan: Plan) -> tuple[Totals, list[Row]]:
    observer = Observer(plan)
    seen = [observer.match(index) for index in range(plan.first, plan.first + plan.matches)]
    return totals(seen), [one.row for one in seen]


def same(game: Game, matches: int = 2, cap: int = 50, doubts: bool = False) -> None:
    """What comes of the matches in place is what the observer sees; where there is doubt he sees why."""
    wanted = ALL if not compares(game, defaults(game)) else Wanted(study=True)
    plan = plan_of(game, matches, cap, wanted.check)
    sums, rows = slowly(plan)
    found = Kernel(game, None, wanted).run(plan.seed, plan.first, matches, cap, rows=True)
    assert list(found.rows) == [row for row in rows if row.index not in found.doubtful]
    troubled = {row.index for row in rows if row.fault is not None or row.violations}
    assert troubled <= set(found.doubtful)
    if not doubts:
        assert not found.doubtful
        assert found.totals == replace(sums, largest=found.totals.largest)
        assert {zone: dict(sizes) for zone, sizes in sums.largest.items()} == found.totals.largest


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_shipped_files(path: Path) -> None:
    game = load_file(path).game
    assert game is not None
    fewest, most = game.players
    same(game)
    if most > fewest:
        larger = load_file(path, None, most).game
        assert larger is not None
        same(larger, 1, 30)


@pytest.mark.parametrize("index", range(16))
def test_files_written_at_random(index: int) -> None:
    game = load(Source("rules.yaml", text_of(29, index))).game
    if game is not None:
        same(game, 3, 15, doubts=True)


def test_a_match_with_a_violation_is_doubtful(tmp_path: Path) -> None:
    game = changed(tmp_path, "add:\n  checks:\n    few cards: {always: size(pile) < 3}\n")
    plan = plan_of(game, 4, 30)
    found = Kernel(game, None, ALL).run(plan.seed, plan.first, 4, 30)
    _, rows = slowly(plan)
    assert list(found.doubtful) == [row.index for row in rows if row.violations] != []


def test_a_run_may_be_split() -> None:
    game = load_file(FILES[0]).game
    assert game is not None
    kernel = Kernel(game, None, Wanted(study=True))
    whole = kernel.run(9, 0, 9, 200).totals
    assert kernel.run(9, 0, 2, 200).totals.merge(kernel.run(9, 2, 7, 200).totals) == whole


def test_numbers_are_drawn_as_the_generator_draws_them() -> None:
    seed, match = 2**64 - 1, 2**64 - 2
    streams = primitives.seeded(seed, match - 1, 2)
    primitives.streams(streams, 1)
    for place, purpose in enumerate((1, 2, 3, 16, 17)):
        slow = Stream(stream_key(seed, match, purpose))
        for n in (2, 3, 36, 52, 3 * 2**30, 2**32 - 1) * 20:
            assert primitives.below(streams, place, n) == slow.below(n)


def test_decks_that_do_not_fit_into_a_number_are_named() -> None:
    ranks = ", ".join(map(str, range(2, 18)))
    text = (FILES[0].parents[1] / "benchmarks" / "toy.yaml").read_text(encoding="utf-8")
    text = text.replace("[7, 8, 9, 10, jack, queen, king, ace]", f"[{ranks}]")
    game = load(Source("large.yaml", text)).game
    assert game is not None
    same(game, 2, 40)
    reason = unfit(game, defaults(game), Wanted())
    assert reason == "a deck of 64 cards does not fit into a number of 64 bits"
    pytest.importorskip("numba")
    with pytest.raises(Unfit, match="a deck of 64 cards"):
        Kernel(game, numba=True)


def test_comparing_positions_that_may_have_stood_is_left_to_others(tmp_path: Path) -> None:
    more = """\
change:
  define:
    taken: "min((if top(pile).suit == trump[next(me)] then 1 else 0) + due(top(pile)), size(pile))"
  endings:
    draw: {when: repeats >= 3}
"""
    game = changed(tmp_path, more)
    with pytest.raises(Unfit, match="positions have to be compared"):
        Kernel(game, None, ALL)


def test_the_text_is_the_same_each_time() -> None:
    game = load_file(FILES[0]).game
    assert game is not None
    one, other = (Kernel(game, None, ALL).text for _ in range(2))
    assert one == other
    assert kernel_source.Wanted() != ALL
