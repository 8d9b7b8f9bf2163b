"""`python -m tests.soundness`: random claims on random rule files are proved, and matches held against them.

What is proved must never be seen broken, and what is said to be impossible never be seen, with the deck and
options of the file and with others; what is shown must be a match of the rules that shows it. A verdict with
which matches disagree is told, with the command that shows it again, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.soundness.campaign import Outcome, campaign
from tests.soundness.files import text_of
from tests.soundness.trial import Plan, Tally, found

SECONDS = 3.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soundness", description=__doc__)
    parser.add_argument("--files", type=int, default=300, help="how many rule files are tried")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        help="what the proofs of a file may take, of computing; 0: all",
    )
    parser.add_argument("--case", type=int, help="show this case and run it alone")
    parser.add_argument("--file", type=Path, help="run this rule file with the choices of --case")
    given = parser.parse_args()
    plan = Plan(seconds=given.seconds or None)
    if given.case is not None or given.file is not None:
        return _alone(given.seed, given.case or 0, given.file, plan)
    cases = range(given.first, given.first + given.files)
    outcome = campaign(given.seed, cases, given.jobs, plan, _Progress(given.seed))
    _summary(outcome.tally)
    _say(f"{len(outcome.wrong)} files with a wrong verdict")
    return 1 if outcome.wrong else 0


class _Progress:
    """A line every few seconds, and one for each wrong verdict."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._next = time.monotonic() + 10
        self._told = 0

    def __call__(self, outcome: Outcome) -> None:
        for index, wrong in list(outcome.wrong.items())[self._told :]:
            _say(f"case {index}: {wrong}\n    python -m tests.soundness --seed {self._seed} --case {index}")
        self._told = len(outcome.wrong)
        now = time.monotonic()
        if now > self._next:
            self._next = now + 10
            tally = outcome.tally
            _say(f"{tally.cases} files, {tally.proved()} claims proved, {tally.matches} matches")


def _alone(seed: int, index: int, path: Path | None, plan: Plan) -> int:
    text = text_of(seed, index) if path is None else path.read_text(encoding="utf-8")
    if path is None:
        _say(text)
    tally = Tally()
    wrong = found(text, seed, index, plan, tally)
    _summary(tally)
    _say(f"{wrong or 'nothing is wrong'}")
    return 0 if wrong is None else 1


def _summary(tally: Tally) -> None:
    _say(f"{tally.cases} files: {tally.no_games} cannot be played, {tally.refused.total()} cannot be encoded")
    for what, number in tally.refused.most_common():
        _say(f"    {number:6}  {what}")
    _say(f"{tally.matches} matches of {tally.variants} decks and settings; verdicts:")
    for word, number in sorted(tally.verdicts.items()):
        _say(f"    {number:6}  {word}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
