"""Matches that are known of other rules are tried first: what they show here need not be looked for."""

from __future__ import annotations

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir import nodes as ir
from interpreter.ir import questions
from interpreter.text.source import Source
from tests.mutants.files import TOY, game_of
from verify.encoded import encoded
from verify.hunt import Hunt
from verify.live import Live
from verify.mutants.examine import HAPPENING
from verify.plan import plan, witness
from verify.settings import Settings
from verify.trace import Trace, longest, played

GAME = game_of(TOY)
SETTINGS = Settings(defaults(GAME))


def _traces() -> dict[str, Trace]:
    questions = [q for q in plan(GAME) if q.kind in HAPPENING]
    results = Live(GAME, SETTINGS, lambda _: None).results(questions, ())
    return {r.check: r.trace for r in results if r.trace is not None}


def _again(game: ir.Game, shown: tuple[Trace, ...]) -> dict[str, Trace]:
    known = encoded(game, SETTINGS)
    wanted = {q.name: witness(q, known) for q in plan(game) if q.kind in HAPPENING}
    hunt = Hunt(known, SETTINGS, wanted, lambda _: None, shown)
    hunt._again()
    return hunt.found


def test_they_show_what_they_showed() -> None:
    traces = _traces()
    kept = longest(traces.values())
    assert 0 < len(kept) < len(traces)
    assert _again(GAME, kept).keys() == traces.keys()


def test_they_count_up_to_where_these_rules_forbid_them() -> None:
    text = TOY.read_text(encoding="utf-8").replace("heap is empty or size(heap) > 0", "size(heap) < 2")
    barred = load(Source("barred.yaml", text.replace("not upside_down", "upside_down"))).game
    assert barred is not None
    found = _again(barred, longest(_traces().values()))
    assert questions.can_be_made(GAME.moves[0]) in found and len(found) < len(_traces())
    for trace in found.values():
        assert len(played(barred, trace).steps) == len(trace.actions) <= 2
