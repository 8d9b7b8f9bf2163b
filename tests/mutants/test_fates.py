"""What becomes of mutants, on a file of which it is known what its checks do not say."""

from __future__ import annotations

import pytest

from tests.mutants.files import TOY, game_of, settings_of
from verify.mutants.examine import Examiner, Known, Wanted, examine, learn
from verify.mutants.mutant import Mutant, mutants
from verify.mutants.outcome import Fate, Outcome, fates, ranking
from verify.mutants.same import SAME_STEPS

SURVIVORS = {
    "set-up: deal all from deck to hand starting with 0 -> deal all from deck to hand starting with 1",
    "move `lay`: pass -> nothing",
    "move `lay`: pass -> pass; pass",
    "move `lay`: pass -> mover becomes mover",
    "ending `out`: winners: me -> winners: nobody",
    "ending `out`: winners: me -> winners: everyone",
    "ending `out`: winners: me -> losers: me",
    "ending `out`: me -> next(me)",
}
"""No check of the file says whose turn it is or who wins; how cards are dealt does not matter there."""
SEEN = {"zone `hand`: owner -> everyone", "zone `heap`: everyone -> nobody"}
SAME = {
    "move `lay`: pass -> mover becomes next(me)",
    "move `lay`: move card to heap; pass -> pass; move card to heap",
    "move `lay`: size(heap) > 0 -> size(heap) >= 0",
    "move `lay`: size(heap) > 0 -> size(heap) != 0",
    "move `lay`: not upside_down or heap is empty or size(heap) > 0 -> nothing",
    "move `lay`: not upside_down or heap is empty -> heap is empty",
    "move `lay`: not upside_down -> upside_down",
}
KILLED = {
    "move `lay`: move card to heap -> nothing": "a card comes on top",
    "move `lay`: move card to heap -> move card to bottom of heap": "a card comes on top",
    "ending `out`: hand[me] -> hand[next(me)]": "nobody is without cards",
    "move `lay`: size(heap) > 0 -> size(heap) > 1": "until the end somebody can move",
    "zone `hand`: owner -> nobody": "nobody's moves depend on what he cannot see",
}


@pytest.fixture(scope="module")
def toy() -> tuple[Mutant, ...]:
    return mutants(game_of(TOY))


@pytest.fixture(scope="module")
def known() -> Known:
    game = game_of(TOY)
    return learn(game, settings_of(game), Wanted())


def _of(toy: tuple[Mutant, ...], sentence: str) -> Mutant:
    return next(m for m in toy if m.sentence == sentence)


@pytest.mark.parametrize(
    ("sentence", "fate"),
    [
        ("move `lay`: pass -> nothing", Fate.SURVIVES),
        ("move `lay`: size(heap) > 0 -> size(heap) >= 0", Fate.SAME),
        ("zone `hand`: owner -> everyone", Fate.SEEN),
        ("set-up: phase play -> nothing", Fate.REFUSED),
    ],
)
def test_fates(toy: tuple[Mutant, ...], known: Known, sentence: str, fate: Fate) -> None:
    found = Examiner(known).examine(_of(toy, sentence))
    assert found.fate is fate
    assert found.killers == ()


def test_what_kills_is_named(toy: tuple[Mutant, ...], known: Known) -> None:
    found = Examiner(known).examine(_of(toy, "move `lay`: move card to heap -> move card to bottom of heap"))
    assert (found.fate, found.lost) == (Fate.KILLED, ("a card comes on top",))


def test_an_argument_explains_a_survivor(toy: tuple[Mutant, ...], known: Known) -> None:
    survivor = _of(toy, "move `lay`: pass -> nothing")
    argued = Known(**{**vars(known), "wanted": Wanted({survivor.id: "nobody minds"})})
    found = Examiner(argued).examine(survivor)
    assert (found.fate, found.why) == (Fate.ARGUED, "nobody minds")


def test_matches_show_violations(toy: tuple[Mutant, ...], known: Known) -> None:
    shown = Known(**{**vars(known), "wanted": Wanted(matches=True)})
    found = Examiner(shown).examine(_of(toy, "move `lay`: move card to heap -> nothing"))
    assert found.violated == ("a card comes on top",)


def test_ranks_count_what_a_check_kills_alone() -> None:
    outcomes = [
        Outcome("one", Fate.KILLED, lost=("a", "b")),
        Outcome("two", Fate.KILLED, lost=("b",)),
        Outcome("three", Fate.KILLED, unseen=("c",)),
        Outcome("four", Fate.SURVIVES),
        Outcome("five", Fate.KILLED, unseen=("an option makes a difference",)),
    ]
    ranks = [(r.check, r.kills, r.alone) for r in ranking(("a", "b", "c", "d"), outcomes)]
    last = ("an option makes a difference", 1, 1)
    assert ranks == [("b", 2, 1), ("c", 1, 1), last, ("a", 1, 0), ("d", 0, 0)]
    assert fates(outcomes) == {Fate.KILLED: 4, Fate.SURVIVES: 1}


@pytest.mark.slow
@pytest.mark.long
def test_all_fates(toy: tuple[Mutant, ...], known: Known) -> None:
    found = list(zip(toy, examine(known, toy), strict=True))
    assert {m.sentence for m, o in found if o.fate is Fate.SURVIVES} == SURVIVORS
    assert {m.sentence for m, o in found if o.fate is Fate.SEEN} == SEEN
    same = {m.sentence: o.why for m, o in found if o.fate is Fate.SAME}
    assert same.keys() == SAME and set(same.values()) == {SAME_STEPS}
    killers = {m.sentence: o.killers for m, o in found if o.fate is Fate.KILLED}
    assert {sentence for sentence, check in KILLED.items() if check not in killers[sentence]} == set()


@pytest.mark.slow
@pytest.mark.long
def test_one_check_is_enough_for_the_same_fates(toy: tuple[Mutant, ...], known: Known) -> None:
    quick = Known(**{**vars(known), "wanted": Wanted(first=True)})
    slow, fast = (list(examine(k, toy)) for k in (known, quick))
    assert [o.fate for o in slow] == [o.fate for o in fast]
    assert all(len(o.lost) <= 1 for o in fast)


@pytest.mark.slow
@pytest.mark.long
def test_several_processes_find_the_same(toy: tuple[Mutant, ...], known: Known) -> None:
    chosen = toy[::7]
    alone, shared = (list(examine(known, chosen, processes)) for processes in (1, 2))
    assert [(o.id, o.fate, o.killers) for o in alone] == [(o.id, o.fate, o.killers) for o in shared]
