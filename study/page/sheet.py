"""What every page has: head, style, tables. Whatever comes from files is escaped by who puts it here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files


def sheet(title: str, facts: Iterable[str], sections: Iterable[str]) -> str:
    """The whole file; `title` and `facts` are plain text, `sections` HTML."""
    style = files("study.page").joinpath("page.css").read_text(encoding="utf-8")
    listed = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f"<title>{escape(title)}</title>\n",
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; ',
            "style-src 'unsafe-inline'\">\n",
            f"<style>\n{style}</style>\n</head>\n<body>\n<header>\n<h1>{escape(title)}</h1>\n",
            f"<ul class=facts>{listed}</ul>\n</header>\n<main>\n",
            "\n".join(sections),
            "\n</main>\n</body>\n</html>\n",
        )
    )


def section(title: str, *content: str) -> str:
    """A part of the page: its title is plain text, its content HTML."""
    return f"<section>\n<h2>{escape(title)}</h2>\n{''.join(content)}</section>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table of plain texts; the first cell of each row names the row."""
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    return (
        f'<div class=wide tabindex="0"><table>{said}<thead><tr>{heads}</tr></thead><tbody>'
        + "".join(_row(row) for row in rows)
        + "</tbody></table></div>\n"
    )


def _row(cells: Sequence[str]) -> str:
    name, *rest = cells
    said = "".join(f"<td>{escape(text)}</td>" for text in rest)
    return f'<tr><th scope="row">{escape(name)}</th>{said}</tr>'


def listed(lines: Iterable[str]) -> str:
    """Plain texts as a list; nothing for none."""
    found = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{found}</ul>\n" if found else ""
