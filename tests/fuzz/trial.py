"""One case through everything that a rule file meets: reading, checking, printing, a few moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.check.load import Loaded, load
from interpreter.check.settings import settle, split_settings
from interpreter.check.shelf import read_source
from interpreter.ir.nodes import Game
from interpreter.ir.printing import digest, print_game
from interpreter.ir.types import Seat, Value
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.fitness import unfit
from interpreter.text.diagnostic import MOST, Report
from interpreter.text.render import as_data, render
from tests.fuzz.corpus import SMALL, VARIANT, files, find
from tests.fuzz.dice import Dice
from tests.fuzz.monsters import monster
from tests.fuzz.mutate import NUMBERS, ODD, WORDS, mutated

STEPS = 4


@dataclass(frozen=True, slots=True)
class Case:
    """A rule file, what stands behind `--deck` and `--set`, and how many players are asked for."""

    data: bytes
    deck: str | None
    settings: tuple[str, ...]
    seats: int | None = None


def case(seed: int, index: int) -> Case:
    """Case `index` of a campaign."""
    dice = Dice(seed, index)
    kind = dice.below(20)
    if kind < 3:
        data = monster(dice)
    elif kind < 4:
        data = mutated(dice.one(files()), dice)
    else:
        data = mutated(VARIANT if kind < 7 else SMALL, dice)
    deck, seats = dice.chance(8), dice.chance(8)
    return Case(data, _deck(dice) if deck else None, _settings(dice), dice.below(15) if seats else None)


def _deck(dice: Dice) -> str:
    text = dice.one(
        (
            "suits=red,blue ranks=1,2,3",
            "suits=C,H ranks=J,Q,K,A",
            "suits=red ranks=1,1",
            "ranks=2 suits=",
            "x",
        )
    )
    return mutated(text, dice).decode("utf-8", "replace") if dice.chance(2) else text


def _settings(dice: Dice) -> tuple[str, ...]:
    names, values = ("most", "strict", "plain_take", dice.one(WORDS)), ("yes", "3", *NUMBERS, *ODD)
    return tuple(
        f"{dice.one(names)}{dice.one(('=', '==', '', ' = '))}{dice.one(values)}" for _ in range(dice.below(3))
    )


def run(given: Case, dice: Dice) -> list[str]:
    """The codes of what the loader and the match reported. Raises whatever goes wrong beyond that."""
    report = Report()
    with TemporaryDirectory() as folder:
        path = Path(folder, "case.yaml")
        path.write_bytes(given.data)
        source = read_source(path, report)
    if source is None:
        return _codes(report)
    loaded = load(source, given.deck, find, report, given.seats)
    codes = _codes(loaded.report)
    if loaded.game is None:
        assert loaded.report.failed, "neither a game nor an error"
        return codes
    return codes + _play(loaded.game, _options(loaded, given.settings, codes), dice)


def _codes(report: Report) -> list[str]:
    found = list(report)
    assert len(found) <= 2 * MOST
    for diagnostic in found:
        assert render(diagnostic) and as_data(diagnostic)
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(diagnostic.span.source.text)
    return [d.code.name for d in found]


def _options(loaded: Loaded, settings: Iterable[str], codes: list[str]) -> dict[str, Value]:
    assert loaded.game is not None
    report = Report()
    values, problems = settle(loaded.game, split_settings(settings, report), loaded.silent)
    codes += [*_codes(report), *_codes(problems)]
    return values


def _play(game: Game, options: dict[str, Value], dice: Dice) -> list[str]:
    """Print the game and make a few moves; the code of the fault that stops them, if any."""
    assert print_game(game) and digest(game)
    try:
        engine = Evaluator(game, options)
        refused = unfit(engine)
        if refused is not None:
            return [refused.code.name]
        state = engine.initial()
        for _ in range(STEPS):
            if engine.outcome(state) is not None:
                break
            engine.view(state, Seat(0))
            state = engine.apply(state, dice.one(engine.legal(state)))
    except Fault as fault:
        return [fault.code.name]
    return ["played"]
