"""Obligations for other solvers: printed as SMT-LIB, and asked of cvc5."""

from __future__ import annotations

from importlib.util import find_spec

from rich.text import Text

from cli.exits import Exit, count, faulty_command
from cli.spell import printable
from cli.terminal import Terminal, warn
from cli.verify.asked import Asked
from cli.verify.found import Found
from verify.encode import Unsupported
from verify.plan import Question
from verify.prove import Answer
from verify.smt import Script, scripts

SAT = {Answer.HOLDS: "unsat", Answer.FAILS: "sat", Answer.UNKNOWN: "unknown"}


def print_scripts(found: Found, name: str) -> None:
    """One script after another, each with what z3 says of it; all of it is a script, too."""
    question = _question(found.asked, name)
    if question.can_happen:
        raise faulty_command(f"`{name}` is shown by matches, not by a solver")
    for number, script in enumerate(_scripts(found, question)):
        if number:
            print("(reset)")
        print(f"; check: {printable(name)}\n; obligation: {printable(script.when)}")
        print(f"; {SAT[script.answer]} here, where unsat means that it holds")
        print(script.text)


def _question(asked: Asked, name: str) -> Question:
    return next(q for q in asked.plan if q.name == name)


def _scripts(found: Found, question: Question) -> list[Script]:
    asked = found.asked
    try:
        return list(scripts(asked.game, question, asked.settings, found.known, found.following))
    except Unsupported as cannot:
        raise faulty_command(f"the proof engine cannot take {cannot.what} ({cannot.span})") from None


def need_second() -> None:
    """Raises `Stop` where the second solver is not installed."""
    if find_spec("cvc5") is None:
        message = "a second opinion needs the solver cvc5, which is not installed"
        raise faulty_command(f"{message}; install `yourtrumps[recheck]`")


def recheck(found: Found, terminal: Terminal, quiet: bool) -> Exit | None:
    """Ask cvc5 every obligation; the exit status if it disagrees anywhere. `quiet` tells only of that."""
    from verify.second import opinion

    agreed = silent = 0
    apart: list[str] = []
    for result in found.results:
        question = _question(found.asked, result.check)
        if question.can_happen:
            continue
        for script in _scripts(found, question):
            said = opinion(script.text)
            if Answer.UNKNOWN in (said, script.answer):
                silent += 1
            elif said is script.answer:
                agreed += 1
            else:
                apart.append(f"{result.check}, {script.when}: z3 says {SAT[script.answer]}, cvc5 {SAT[said]}")
    for line in apart:
        warn(f"DISAGREEMENT: {printable(line)}")
    if quiet and not apart:
        return None
    told = f"cvc5 agrees on {count(agreed, 'obligation')}"
    terminal.show(
        Text(f"{told}, says nothing on {silent}, disagrees on {len(apart)}", "red" if apart else "")
    )
    return Exit.UNKNOWN if apart else None
