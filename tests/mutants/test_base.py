"""No mutant of the shipped game survives without an explanation."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cli.verify.arguments import Argument, read_arguments, stale
from interpreter.run.fault import Fault
from tests.mutants.beyond import deviations
from tests.mutants.files import ARGUED, BASE, game_of, settings_of
from verify.mutants.examine import Known, Wanted, examine, learn
from verify.mutants.mutant import Mutant, mutants
from verify.mutants.outcome import Fate, Outcome

ALIKE = {"set-up-a784e7", "move-name_trump-d67dd0"}
"""Those of which nothing at all can be noticed."""
SAMPLE = (
    "definition-beats-11e950",
    "move-follow-bd53e4",
    "move-take-8802fc",
    "ending-out-9707d7",
    "variable-trump-704985",
    "set-up-a784e7",
)
SHARES = 10
"""Into so many tests the whole is cut."""
LEFT = {Fate.SURVIVES, Fate.UNTAKEN, Fate.UNKNOWN}


@pytest.fixture(scope="module")
def every() -> dict[str, Mutant]:
    return {m.id: m for m in mutants(game_of(BASE))}


@pytest.fixture(scope="module")
def arguments() -> Mapping[str, Argument]:
    return read_arguments(ARGUED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def known(arguments: Mapping[str, Argument]) -> Known:
    game, argued = game_of(BASE), {name: a.because for name, a in arguments.items()}
    return learn(game, settings_of(game), Wanted(argued, first=True))


def _examined(known: Known, chosen: list[Mutant]) -> list[tuple[Mutant, Outcome]]:
    return list(zip(chosen, examine(known, chosen), strict=True))


def test_all_arguments_are_about_mutants(every: dict[str, Mutant], arguments: Mapping[str, Argument]) -> None:
    assert list(stale(arguments, every.values())) == []


def test_the_game_is_as_printed() -> None:
    assert list(deviations(game_of(BASE))) == []


def test_a_play_notices_what_only_an_argument_explains(
    every: dict[str, Mutant], arguments: Mapping[str, Argument]
) -> None:
    unnoticed = {name for name in arguments if not _noticed(every[name])}
    assert unnoticed == ALIKE


def _noticed(mutant: Mutant) -> bool:
    try:
        return any(True for _ in deviations(mutant.game))
    except Fault:
        return True


def test_a_sample_has_the_fates_it_should_have(every: dict[str, Mutant], known: Known) -> None:
    found = _examined(known, [every[name] for name in SAMPLE])
    fates = [o.fate for _, o in found]
    assert fates == [Fate.KILLED, Fate.SAME, Fate.KILLED, Fate.KILLED, Fate.SEEN, Fate.ARGUED]


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
def test_no_mutant_survives(every: dict[str, Mutant], known: Known, share: int) -> None:
    chosen = list(every.values())[share::SHARES]
    found = _examined(known, chosen)
    assert {m.id: m.sentence for m, o in found if o.fate in LEFT} == {}
    argued = {m.id for m, o in found if o.fate is Fate.ARGUED}
    assert argued == {m.id for m in chosen if m.id in known.wanted.argued}
    assert [m.sentence for m, o in found if o.fate is Fate.SEEN and not _noticed(m)] == []
