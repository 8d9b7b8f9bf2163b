"""`python -m tests.agreement`: random rule files and matches, on which all back ends have to agree.

Runs until so many steps are done or a case shows a disagreement, which is made smaller and written to a
folder with the command that shows it again. `--case N` runs one case, `--file F` a rule file. `--rows` puts
wrong rows into the tables of the back ends, one at a time, and tells which no case has shown.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.agreement.campaign import Result, campaign
from tests.agreement.counting import names
from tests.agreement.disagreement import Disagreement
from tests.agreement.shrink import shrunk
from tests.agreement.trial import ALL, Plan, Tally, case, found, text_of
from tests.agreement.writing.trees import Doc, written
from tests.agreement.wrong import CASES, noticed, wrong_rows

LEAST = 1_000
"""How often everything has to occur, and be evaluated, in the long campaign."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--by", default=",".join(ALL), help=f"comparisons, of: {', '.join(ALL)}")
    parser.add_argument("--encode-every", type=int, default=8, help="one position in so many is encoded")
    parser.add_argument("--folder", type=Path, default=Path("disagreement"))
    parser.add_argument("--case", type=int, help="show this case and run it alone")
    parser.add_argument("--file", type=Path, help="run this rule file with the choices of --case")
    parser.add_argument("--rows", action="store_true", help="try wrong rows instead")
    parser.add_argument("--only", default="", help="of the wrong rows those with this in their names")
    given = parser.parse_args()
    if given.rows:
        return _rows(given.only)
    plan = Plan(tuple(given.by.split(",")), encode_every=given.encode_every)
    if given.case is not None or given.file is not None:
        return _alone(given.seed, given.case or 0, given.file, plan)
    result = campaign(given.seed, given.steps, given.jobs, plan, given.first, _Progress())
    _summary(result.tally)
    if result.first is None:
        return 0
    index, wrong = result.first
    _write(given.folder, given.seed, index, wrong, plan)
    return 1


class _Progress:
    """A line every few seconds."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._next = self._begun + 10

    def __call__(self, result: Result) -> None:
        now = time.monotonic()
        if now > self._next:
            self._next = now + 10
            rate = result.tally.steps / (now - self._begun)
            _say(f"{result.tally.cases} cases, {result.tally.steps} steps, {rate:.0f} a second")


def _rows(only: str) -> int:
    missed = 0
    for row in wrong_rows():
        if only not in str(row):
            continue
        shown = noticed(row, CASES)
        missed += shown is None
        _say(f"{row}: {'not noticed' if shown is None else f'case {shown[0]}, by {shown[1].by}'}")
    _say(f"{missed} wrong rows were not noticed in {CASES} cases")
    return 1 if missed else 0


def _alone(seed: int, index: int, path: Path | None, plan: Plan) -> int:
    text = text_of(seed, index) if path is None else path.read_text(encoding="utf-8")
    if path is None:
        _say(text)
    tally = Tally()
    wrong = found(text, seed, index, plan, tally)
    _say(f"{tally.steps} steps; {wrong or 'no disagreement'}")
    return 0 if wrong is None else 1


def _summary(tally: Tally) -> None:
    refused = sum(tally.refused.values())
    _say(f"{tally.cases} cases, of which {refused} no game: {dict(tally.refused)}")
    _say(f"{tally.steps} steps; {tally.encoded} positions encoded, {tally.folded} values folded alike")
    _say(f"matches ended: {dict(tally.ends)}")
    for what, number in sorted(tally.unsupported.items()):
        _say(f"the encoder cannot take {number} times: {what}")
    _say(f"{'':28}{'occurs':>12}{'evaluated':>14}")
    for name in names():
        few = "  few" if min(tally.occurring[name], tally.evaluated[name]) < LEAST else ""
        _say(f"{name:28}{tally.occurring[name]:12}{tally.evaluated[name]:14}{few}")


def _write(folder: Path, seed: int, index: int, wrong: Disagreement, plan: Plan) -> None:
    """The smallest file that shows it, and how to see it again."""
    _say(f"case {index} shows a disagreement, which is made smaller now: {wrong}")

    def shows(doc: Doc) -> bool:
        other = found(written(doc), seed, index, plan)
        return (
            other is not None and other.by == wrong.by and other.where.split()[:1] == wrong.where.split()[:1]
        )

    small = shrunk(case(seed, index), shows)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"seed{seed}case{index}.yaml"
    told = found(written(small), seed, index, plan)
    again = f"python -m tests.agreement --seed {seed} --case {index} --by {','.join(plan.by)} --file {path}"
    path.write_text(f"# {again}\n{written(small)}", encoding="utf-8")
    _say(f"{told}\n{again}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
