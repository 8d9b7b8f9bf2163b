"""Numba plays the matches of plain Python, and finds its compiled code again; without it nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.load import load, load_file
from interpreter.fast import kernel, primitives, stacks
from interpreter.fast.kernel import Kernel, Unfit, numba_missing
from interpreter.fast.kernel_source import Wanted
from interpreter.ir.nodes import Game
from interpreter.text.source import Source
from study.engines import no_numba
from tests.fast.test_checks import FILES

TINY = """\
language: 1
game: Tiny
about: A card is put away in turn.
players: 2
deck: {suits: [red, black], ranks: [1, 2, 3]}
zones:
  held: {of: player, kind: set, seen by: owner, text: held}
  away: {of: table, kind: set, seen by: everyone, text: away}
phases: {play: put a card away}
setup:
  deal: deal all from deck to held starting with 0
  play: phase play
moves:
  put:
    phase: play
    pick: card from held[me]
    do: [move card to away, pass]
    text: "put {card} away"
    said: "{me} puts {card} away"
endings:
  out:
    when: held[me] is empty
    winners: those(s in seats where s == me)
    losers: those(s in seats where s != me)
    said: "{me} has none left"
"""


def tiny() -> Game:
    found = load(Source("tiny.yaml", TINY))
    assert found.game is not None, [d.message for d in found.report]
    return found.game


def game_of(path: Path, seats: int | None = None) -> Game:
    game = load_file(path, None, seats).game
    assert game is not None
    return game


def same(one: Kernel, other: Kernel, matches: int, cap: int) -> None:
    assert one.play(5, 2**63, matches, cap) == other.play(5, 2**63, matches, cap)
    assert one.run(5, 2**63, matches, cap, rows=True) == other.run(5, 2**63, matches, cap, rows=True)


def test_there_is_a_routine_for_each_of_plain_python() -> None:
    jitted = pytest.importorskip("interpreter.fast.jitted", exc_type=ImportError)
    names = {n for n, v in vars(primitives).items() if callable(v) and not n.startswith("_") and n.islower()}
    assert names - {"word"} <= {*stacks.SHARED, *vars(jitted)}
    assert all(hasattr(primitives, name) for name in stacks.SHARED)


@pytest.mark.slow
def test_numba_plays_the_same_and_is_kept(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    game, wanted = tiny(), Wanted(study=True)
    plain, first = Kernel(game, None, wanted), Kernel(game, None, wanted, numba=True, cache=tmp_path)
    assert (plain.name, first.name) == ("python", "numba")
    same(first, plain, 40, 60)
    assert first.kept is not None and Path(first.kept).parent == tmp_path
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert kept
    again = Kernel(game, None, wanted, numba=True, cache=tmp_path)
    same(again, plain, 40, 60)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == kept
    for path in kept:
        path.write_bytes(b"damaged")
    same(Kernel(game, None, wanted, numba=True, cache=tmp_path), plain, 40, 60)


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    compiling = pytest.importorskip("interpreter.fast.compiling", exc_type=ImportError)
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert compiling.written(tmp_path / "file", "kernel", "text") is None
    assert compiling.written(tmp_path / "new" / "folder", "kernel", "text") is not None


@pytest.mark.long
@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_shipped_file_is_the_same(path: Path, check: bool) -> None:
    pytest.importorskip("numba")
    game = game_of(path)
    wanted = Wanted(study=True, check=check)
    try:
        plain = Kernel(game, None, wanted)
    except Unfit:
        return
    same(Kernel(game, None, wanted, numba=True), plain, 30, 300)


def test_without_numba_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "find_spec", lambda _: None)
    assert numba_missing() == "`numba` is not installed, `pip install 'yourtrumps[fast]'` does it"
    game = tiny()
    assert no_numba(game, {}) == numba_missing()
    with pytest.raises(Unfit, match="is not installed"):
        Kernel(game, numba=True)
