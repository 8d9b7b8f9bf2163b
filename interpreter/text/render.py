"""Diagnostics as text with the source line and a caret, and as plain data for `--json`."""

from __future__ import annotations

from typing import Any

from interpreter.text.diagnostic import Diagnostic
from interpreter.text.source import Span

WIDTH = 100
"""Characters of a source line that are shown around the caret."""


def _excerpt(span: Span, label: str = "") -> list[str]:
    line, column = span.source.position(span.start)
    if not span.source.text:
        return []
    text = span.source.line(line)
    until = min(span.end, span.start + len(text) - column + 1)
    start = max(0, column - 1 - WIDTH // 2) if len(text) > WIDTH else 0
    shown = text[start : start + WIDTH]
    pad = "".join("\t" if c == "\t" else " " for c in shown[: column - 1 - start])
    carets = "^" * max(1, min(until - span.start, WIDTH - (column - 1 - start)))
    shown = "".join(c if c == "\t" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
    number = f"{line:>5}"
    return [f"{number} | {shown}", f"{' ' * len(number)} | {pad}{carets}{' ' + label if label else ''}"]


def render(diagnostic: Diagnostic) -> str:
    """Several lines of text: `file:line:column: error E402: message`, the line, a caret, help and notes."""
    kind = "error" if diagnostic.is_error else "warning"
    lines = [f"{diagnostic.span}: {kind} {diagnostic.code.name}: {diagnostic.message}"]
    lines += _excerpt(diagnostic.span)
    if diagnostic.help:
        lines.append(f"      = help: {diagnostic.help}")
    for note in diagnostic.notes:
        lines.append(f"      = note: {note.span}: {note.message}")
        lines += _excerpt(note.span)
    return "\n".join(lines)


def _place(span: Span) -> dict[str, Any]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """The same as JSON-ready data: code, severity, message, help, place and notes."""
    return {
        "code": diagnostic.code.name,
        "severity": "error" if diagnostic.is_error else "warning",
        "message": diagnostic.message,
        "help": diagnostic.help,
        **_place(diagnostic.span),
        "notes": [{"message": n.message, **_place(n.span)} for n in diagnostic.notes],
    }
