"""A name that is not there: what was probably meant, else a few of those that are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from cli.exits import Stop, faulty_command

CLOSE = 3
"""Names that are suggested."""
FEW = 6
"""Names that are told where none is close."""
LONGEST = 200
"""Characters of a name that are compared and repeated."""


def unknown(what: str, name: str, known: Sequence[str], how_to_list: str = "") -> Stop:
    """`how_to_list` is a command's option that shows all names, for where there are too many to tell."""
    shown = name if len(name) <= LONGEST else f"{name[:LONGEST]}…"
    return faulty_command(f"there is no {what} `{shown}`; {_help(shown, known, how_to_list)}")


def _help(name: str, known: Sequence[str], how_to_list: str) -> str:
    close = _close(name, known)
    if close:
        return f"did you mean {_or([f'`{k}`' for k in close])}?"
    if not known:
        return "there are none"
    told = ", ".join(f"`{k}`" for k in known[:FEW])
    if len(known) <= FEW:
        return f"there are {told}"
    more = f"; `{how_to_list}` shows all" if how_to_list else ""
    return f"there are {len(known)}, among them {told}{more}"


def _close(name: str, known: Sequence[str]) -> list[str]:
    """Names of nearly the same letters, then those in which it occurs."""
    lower = {k.casefold(): k for k in reversed(known)}
    wanted = name.casefold().strip()
    near = get_close_matches(wanted, lower, CLOSE, cutoff=0.7)
    inside = [k for k in lower if len(wanted) >= 3 and wanted in k and k not in near]
    return [lower[k] for k in (*near, *sorted(inside, key=len))][:CLOSE]


def _or(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"
