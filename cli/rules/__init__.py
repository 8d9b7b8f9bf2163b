"""`yourtrumps rules`: the commands about rule files themselves."""

from __future__ import annotations

import typer

from cli.options import helped
from cli.rules.check import check
from cli.rules.diff import diff
from cli.rules.fmt import fmt
from cli.rules.ir import ir
from cli.rules.list import list_rules
from cli.rules.new import new
from cli.rules.python import python
from cli.rules.show import show

app = typer.Typer(no_args_is_help=True, help="Check, read, write and format rule files.")
for command in (check, show, diff, fmt, new, ir, python):
    app.command(help=helped(command))(command)
app.command("list", help=helped(list_rules))(list_rules)
