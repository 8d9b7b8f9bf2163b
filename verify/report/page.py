"""The HTML of the page. Whatever comes from files is escaped here, and nowhere else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

from interpreter.ir import nodes as ir
from verify.report.source import Sources
from verify.report.story import Words, faces, story
from verify.result import Result
from verify.verdict import WORST, Verdict


@dataclass(frozen=True)
class Row:
    """A verdict with the command that comes to it again; `parting` says line by line how two matches part."""

    result: Result
    again: str
    parting: Sequence[str] = ()


@dataclass(frozen=True)
class Page:
    """What the page is about; `facts` are lines such as the solver, the seed, the digest of the rules."""

    game: ir.Game
    facts: Sequence[str]
    rows: Sequence[Row]
    words: Words


def page(about: Page) -> str:
    """The whole file, worst verdicts first."""
    rows = sorted(about.rows, key=lambda r: WORST.index(r.result.verdict))
    sources = Sources()
    stories = {name: told for n, row in enumerate(rows) for name, told in _stories(about, n, row, sources)}
    sections = [_section(about.game, n, row, sources) for n, row in enumerate(rows)]
    data = {"faces": faces(about.game, about.words), "stories": stories}
    name = escape(about.game.name)
    facts = "".join(f"<li>{escape(f)}" for f in about.facts)
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f"<title>{name}: proofs</title>\n",
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; ',
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n",
            f"<style>\n{_part('page.css')}</style>\n</head>\n<body>\n<header>\n<h1>{name}</h1>\n",
            f"<p>{_counts(rows)}</p>\n<ul class=facts>{facts}</ul>\n",
            f"</header>\n<main>\n{_table(about.game, rows)}{''.join(sections)}{_listings(sources)}</main>\n",
            f'<script type="application/json" id="data">{_json(data)}</script>\n',
            f"<script>\n{_part('page.js')}</script>\n</body>\n</html>\n",
        )
    )


def _part(name: str) -> str:
    return files("verify.report").joinpath(name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _stories(about: Page, n: int, row: Row, sources: Sources) -> Iterator[tuple[str, dict[str, Any]]]:
    """The matches of a verdict by the names that their boxes have."""
    result = row.result
    if result.trace is not None:
        yield f"{n}", {**story(about.game, result.trace, about.words, sources), "at": result.at}
    if result.other is not None:
        trace = result.other.trace
        yield f"{n}b", {**story(about.game, trace, about.words, sources), "at": len(trace.actions)}


# the table ------------------------------------------------------------------------------------------------


def _said(text: str) -> str:
    """A sentence; the words of the file, which stand in backticks, as such."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def _kind(verdict: Verdict) -> str:
    """The CSS class of a verdict."""
    return verdict.name.lower().replace("_", "-")


def _badge(result: Result) -> str:
    expected = " expected" if result.as_expected and result.verdict is not Verdict.PROVED else ""
    return f'<span class="badge {_kind(result.verdict)}{expected}">{escape(result.word)}</span>'


def _counts(rows: Sequence[Row]) -> str:
    told = []
    for verdict in reversed(WORST):
        number = sum(r.result.verdict is verdict for r in rows)
        if number:
            word = verdict.name.lower().replace("_", " ") if verdict is not Verdict.BOUNDED else "to a depth"
            told.append(f'<span class="badge {_kind(verdict)}">{number} {word}</span>')
    return " ".join(told)


def _table(game: ir.Game, rows: Sequence[Row]) -> str:
    lines = []
    for n, row in enumerate(rows):
        r = row.result
        link = f'<a href="#c{n}">{_said(r.check)}</a>'
        line = "" if r.span == game.span else r.span.line
        time = f"{r.seconds:.2f} s"
        lines.append(
            f"<tr><td>{_badge(r)}<td>{link}<td>{_said(r.how)}<td class=number>{line}<td class=number>{time}"
        )
    head = "<tr><th>verdict<th>check<th>how<th class=number>line<th class=number>time"
    return (
        f"<div class=wide><table>\n<thead>{head}</thead>\n<tbody>{''.join(lines)}</tbody>\n</table></div>\n"
    )


# one verdict ----------------------------------------------------------------------------------------------


def _section(game: ir.Game, n: int, row: Row, sources: Sources) -> str:
    r = row.result
    number, first, last = sources.block(r.span)
    link = f'; <a href="#s{number}-{first}">{escape(r.span.source.name)}, line {first}</a>'
    where, excerpt = (link, _excerpt(sources, number, first, last)) if r.span != game.span else ("", "")
    items = [escape(part) for part in r.parts]
    parts = f"<ul class=parts>{''.join(f'<li>{p}' for p in items)}</ul>" if items else ""
    hints = "".join(f"<p class=hint>hint: {_said(h)}</p>" for h in r.hints)
    expect = f"<p>expected: {escape(r.expect)}, because {escape(r.because or '')}</p>" if r.expect else ""
    opened = " open" if r.verdict is not Verdict.PROVED else ""
    match = _match(f"{n}") if r.trace is not None else ""
    if r.other is not None:
        lines = "".join(f"<li>{_said(line.strip())}" for line in row.parting)
        match += f"<h3>The other one</h3>\n{_match(f'{n}b')}<ul class=parting>{lines}</ul>\n"
    return (
        f'<details class=check id="c{n}"{opened}><summary>{_badge(r)} {_said(r.check)}</summary>\n'
        f"<p>{_said(r.how)}{where}</p>{expect}{parts}{hints}\n"
        f"{_basis(row)}{excerpt}{match}</details>\n"
    )


def _basis(row: Row) -> str:
    basis = row.result.basis
    rests = [basis.deck, basis.options, *basis.assumed]
    if basis.induction is not None:
        rests.append(f"induction of depth {basis.induction}")
    if basis.vacuous:
        rests.append("vacuous: true by construction")
    lines = [", ".join(escape(x) for x in rests if x)]
    if basis.used:
        lines.append(f"facts used: {escape(', '.join(sorted(basis.used)))}")
    lines.append(f"again: <code>{escape(row.again)}</code>")
    return "".join(f"<p class=basis>{line}</p>" for line in lines if line)


def _excerpt(sources: Sources, number: int, first: int, last: int) -> str:
    lines = sources.known[number].text.splitlines()[first - 1 : last]
    shown = "".join(f"<span class=line data-n={n}>{escape(t)}\n</span>" for n, t in enumerate(lines, first))
    return f"<pre class=source>{shown}</pre>\n"


def _match(n: str) -> str:
    """Where the match is shown; the script fills it."""
    return (
        f'<div class=match data-story="{n}">\n<div class=controls>'
        '<button class=first title="first (Home)">«</button>'
        '<button class=back title="back (←)">‹</button>'
        f'<input type=range min=0 value=0 aria-label="move" id="r{n}">'
        '<button class=next title="next (→)">›</button><button class=last title="last (End)">»</button>'
        "<output></output></div>\n<div class=now><p class=said aria-live=polite></p><p class=turn></p>"
        "<div class=places></div><ul class=values></ul></div>\n<pre class='source rule'></pre>\n"
        "<details class=all open><summary>all moves</summary><ol start=0></ol></details>\n"
        "<noscript>The moves are stepped through by a script, which is switched off here.</noscript></div>\n"
    )


def _listings(sources: Sources) -> str:
    told = []
    for number, source in enumerate(sources.known):
        lines = "".join(
            f'<span class=line data-n={n} id="s{number}-{n}">{escape(text)}\n</span>'
            for n, text in enumerate(source.text.splitlines(), 1)
        )
        told.append(
            f"<details class=listing><summary>{escape(source.name)}</summary>"
            f"<pre class=source>{lines}</pre></details>\n"
        )
    return f"<h2>The rules</h2>\n{''.join(told)}"
