"""What happens in which order: read, prove, show, write; once, or whenever a file has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import typer

from cli.exits import Exit
from cli.terminal import Terminal
from cli.verify.asked import Request
from cli.verify.data import print_data
from cli.verify.files import Files
from cli.verify.found import Found, prove
from cli.verify.keeping import Keeping
from cli.verify.scripts import print_scripts, recheck
from cli.verify.table import Table
from cli.verify.watching import keep_watch


@dataclass(frozen=True)
class Flow:
    """One command; with `second` the other solver is asked, too."""

    request: Request
    terminal: Terminal
    files: Files
    details: bool
    as_json: bool
    second: bool

    def status(self) -> int:
        """Prove all of it once, and say how it went."""
        found = self.once(Keeping(self.request.effort.cache))
        apart = recheck(found, self.terminal, self.as_json) if self.second and not found.interrupted else None
        if found.interrupted:
            return Exit.INTERRUPTED
        return found.status or (apart or Exit.OK)

    def once(self, keeping: Keeping) -> Found:
        asked = self.request.read()
        table = None if self.as_json else Table(asked, self.terminal, self.details)
        found = prove(asked, keeping, table)
        if table is None:
            print_data(found)
        self.files.write(found)
        keeping.close()
        return found

    def watch(self) -> NoReturn:
        keep_watch(self.once, self.request.rules, Keeping(self.request.effort.cache))

    def print_scripts(self, check: str) -> NoReturn:
        """Nothing but the obligations of the check; which claims may be used is found out before."""
        keeping = Keeping(self.request.effort.cache)
        print_scripts(prove(self.request.read(), keeping), check)
        keeping.close()
        raise typer.Exit
