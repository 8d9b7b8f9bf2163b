"""Whether an option makes a difference, where that shows only in what else has been seen."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.text.source import Source
from verify.differ import CAP, difference
from verify.live import Live
from verify.plan import Kind, plan
from verify.settings import Settings
from verify.trace import played
from verify.verdict import Verdict

LATE = (Path(__file__).parent / "late.yaml").read_text(encoding="utf-8")


def test_a_match_that_shows_something_rare_is_tried_with_other_values() -> None:
    """The option is asked for so late that short matches do not come to it; the ending has been seen."""
    game = load(Source("late.yaml", LATE)).game
    assert game is not None
    settings = Settings(defaults(game))
    (option,) = game.options
    assert difference(game, settings, option) is None
    questions = [q for q in plan(game) if q.kind in (Kind.ENDING, Kind.OPTION)]
    results = {r.check: r for r in Live(game, settings, lambda _: None).results(questions, ())}
    found = results["`laps` makes a difference"]
    assert found.verdict is Verdict.PROVED and found.trace is not None
    assert "where `lap` leads" in found.how and len(found.trace.actions) > CAP
    match = played(game, found.trace)
    assert not match.over, "it is the position in which the values part"
