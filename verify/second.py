"""A second opinion: the same question, read from its SMT-LIB text by the solver cvc5."""

from __future__ import annotations

from verify.prove import Answer

STEPS = 3_000_000
"""Of cvc5's own resource units, so that the answer does not depend on the machine."""


def opinion(text: str) -> Answer:
    """What cvc5 says of a script with one `check-sat`; needs the extra `recheck`."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("rlimit", str(STEPS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    symbols = parser.getSymbolManager()
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, symbols))
    answers = {"unsat": Answer.HOLDS, "sat": Answer.FAILS}
    return answers.get(said.split()[-1] if said.split() else "", Answer.UNKNOWN)
