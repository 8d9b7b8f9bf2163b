"""A cluster of processes, of which one is lost on the way, and one that is lost as a whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.check.load import load_file
from study.batches import batches
from study.counted import Counted
from study.playing import Answer, counting, nothing
from study.simulate import Plan
from study.spread import Unreachable, Where, spread

pytest.importorskip("distributed", reason="needs the extra `cluster`")
ROOT = Path(__file__).parents[2]
RULES = ROOT / "tests" / "rules" / "caravan.yaml"
CLUSTER = """\
from distributed import LocalCluster

kind = {"protocol": "tcp://", "host": "127.0.0.1", "dashboard_address": None}
made = LocalCluster(n_workers=1, threads_per_worker=1, processes=False, **kind)
print(made.scheduler_address, flush=True)
input()
"""


@dataclass(frozen=True)
class Deadly:
    """A plan, and a file that tells whether a worker has died of it."""

    plan: Plan
    died: Path


def deadly(of: Deadly) -> Callable[[range], Answer]:
    """Counts as usual, but whoever is first asked for the tenth match does not live to tell."""
    answer = counting(of.plan)

    def answered(indices: range) -> Answer:
        if 10 in indices and not of.died.exists():
            of.died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return answer(indices)

    return answered


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be ended so there")
@pytest.mark.filterwarnings("ignore")  # the library's own
def test_a_lost_worker_loses_nothing(tmp_path: Path) -> None:
    game = load_file(RULES).game
    assert game is not None
    plan = Plan(game, {}, ("random",) * game.seats, seed=1, matches=30)
    here = nothing(plan)
    for answer in spread(counting, plan, batches(30)):
        here = here.add(answer.counted)
    there: Counted = nothing(plan)
    of = Deadly(plan, tmp_path / "died")
    for answer in spread(deadly, of, batches(30), Where(2, "local")):
        there = there.add(answer.counted)
    assert of.died.exists()
    assert there == here and there.spans == ((0, 30),)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # the library's own
def test_a_cluster_that_is_lost_is_told() -> None:
    game = load_file(RULES).game
    assert game is not None
    plan = Plan(game, {}, ("random",) * game.seats, seed=1, matches=100_000, engine="python")
    words = [sys.executable, "-c", CLUSTER]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().decode().strip()
        answers = spread(counting, plan, batches(100_000), Where(2, address))
        try:
            next(answers)
        finally:
            cluster.kill()
        with pytest.raises(Unreachable, match=f"the cluster `{address}` is gone"):
            for _ in answers:
                pass
