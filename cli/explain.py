"""`yourtrumps explain`: what a code means, with an example."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.exits import faulty_command


def complete_code(incomplete: str) -> list[str]:
    from interpreter.text.codes import Code

    return [code.name for code in Code if code.name.startswith(incomplete.upper())]


def explain(
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="A code such as R903.", autocompletion=complete_code),
    ] = None,
) -> None:
    """Tell more about the code of an error, a warning or a fault; without a code, list all codes.

    \b
    Examples:
      yourtrumps explain R903
      yourtrumps explain
    """
    from interpreter.text.codes import Code

    if code is None:
        for known in Code:
            print(f"{known.name}  {known.title}")
        return
    found = Code.__members__.get(code.strip().strip("`[]:").upper())
    if found is None:
        raise faulty_command(f"there is no code `{code}`{_suggested(code)}")
    print(f"{found.name}: {found.title}")
    text = entry(found.name)
    if text:
        print(f"\n{text}")


def _suggested(code: str) -> str:
    from interpreter.text.codes import Code
    from interpreter.text.spelling import nearest

    read = code.upper()[:1] + code.upper()[1:].translate(str.maketrans("OIL", "011"))
    found = read if read in Code.__members__ else nearest(read, [known.name for known in Code])
    return f"; did you mean `{found}`?" if found else "; `yourtrumps explain` lists them all"


def entry(code: str) -> str:
    """The entry of a code in errors.md, without its heading; empty if there is none."""
    from pathlib import Path

    from interpreter.text import codes

    path = Path(codes.__file__).with_name("errors.md")
    if not path.is_file():
        return ""
    sections = ("\n" + path.read_text(encoding="utf-8")).split("\n## ")
    for section in sections:
        heading, _, body = section.partition("\n")
        if heading.split(" ")[0].rstrip(":") == code:
            return body.strip()
    return ""
