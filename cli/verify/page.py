"""The words of a report page: spelled as on the screen."""

from __future__ import annotations

from cli.look import Look
from cli.spell import label
from cli.verify.data import solver
from cli.verify.found import Found
from cli.verify.shown import parted, speller_of
from interpreter.ir.types import Card
from verify.assumed import assumed
from verify.report import Page, Row, page
from verify.report.story import Words

INKS = {"red": "red", "green": "green", "bright_blue": "blue", "blue": "blue", "": ""}


def report(found: Found) -> str:
    """The whole page."""
    asked = found.asked
    loaded, settings = asked.loaded, asked.settings
    facts = [
        f"{asked.game.seats} players",
        *assumed(asked.game),
        f"rules {loaded.path.name}, {loaded.sha256[:16]}",
        solver(),
        f"seed {settings.seed}",
        f"budget {settings.budget} steps",
        f"{found.seconds:.1f} s",
    ]
    if found.interrupted:
        facts.append(f"interrupted, {len(found.left)} questions unanswered")
    rows = [Row(r, asked.again(r.check), parted(asked.game, r, Look())) for r in found.results]
    return page(Page(asked.game, facts, rows, _words(found)))


def _words(found: Found) -> Words:
    game = found.asked.game
    speller = speller_of(game, Look())

    def card(number: Card) -> tuple[str, str]:
        text = speller.card(number)
        return text.plain, INKS.get(str(text.style), "other")

    return Words(
        card=card,
        sentence=lambda sentence: speller.sentence(sentence).plain,
        value=lambda value, kind: speller.value(value, kind).plain,
        label=label,
        seats=speller.names,
    )
