"""All that would be asked: the names for `--check`, with the lines that they are about."""

from __future__ import annotations

import json

from rich.text import Text

from cli.exits import Exit
from cli.spell import printable
from cli.terminal import Terminal
from cli.verify.asked import Asked
from verify.plan import Question


def list_questions(asked: Asked, terminal: Terminal, as_json: bool) -> Exit:
    """Every question in the order in which it is asked, or those chosen by `--check`."""
    chosen = [q for q in asked.plan if asked.only is None or q.name in asked.only]
    if as_json:
        print(json.dumps([_data(q) for q in chosen], indent=2, ensure_ascii=False))
    else:
        for question in chosen:
            line = "" if question.span is asked.game.span else f"{question.span.line}"
            terminal.show(Text.assemble((f"{line:>6}  ", "dim"), printable(question.name)))
    return Exit.FAULTY_FILE if asked.faulty else Exit.OK


def _data(question: Question) -> dict[str, str | int | None]:
    return {
        "check": question.name,
        "kind": question.kind.value,
        "of the file": not question.built_in,
        "file": question.span.source.name,
        "line": question.span.line,
        "expect": question.expect,
        "because": question.because,
    }
