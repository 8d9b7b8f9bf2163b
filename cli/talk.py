"""What the program answers when a line of input was not a move: help, reasons, questions back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text

from cli.ask import Command, Refused, Unclear
from cli.menu import Menu, card_picked, move_of, pick_type
from cli.spell import Speller, styled
from interpreter.ir.nodes import Per, ZoneRef
from interpreter.ir.types import CARD, Card
from interpreter.run.protocol import Action, Engine, Sentence, View

Refusal = Callable[[Action], Sentence | None]

HELP = (
    "Type the number of what you want to do, or the name of a card: 10h, th, h10, queen of spades.",
    "A rank or a suit alone will do if only one card fits. Where 6 is a number here and a card that may",
    "be chosen, you are asked which; #6 is always the number. Enter alone makes the only move there is.",
)


def help_lines() -> list[Text]:
    lines = [Text(line) for line in HELP]
    lines += [styled(f"{c.name.lower():<6} ", "cyan").append(c.value) for c in Command]
    return lines


def why_not(refused: Refused, view: View, refusal: Refusal, speller: Speller) -> Text:
    """The rules' own words on why an action is not legal, if they have any."""
    lacking = [
        card
        for action in refused.actions
        if (card := card_picked(speller.game, action)) is not None and _lacks(action, card, view, speller)
    ]
    actions = [a for a in refused.actions if card_picked(speller.game, a) not in lacking]
    if lacking and not actions:
        return _has_none(tuple(dict.fromkeys(lacking)), speller)
    reasons = [(action, refusal(action)) for action in actions]
    said = [(action, why) for action, why in reasons if why is not None]
    about = [why for action, why in said if any((v, CARD) in why for _, v in action.picks)]
    best = about or [why for _, why in said]
    return speller.sentence(best[0]) if best else Text("that is not possible now")


def _has_none(cards: tuple[Card, ...], speller: Speller) -> Text:
    said = Text("you do not have " if len(cards) == 1 else "you have none of ")
    return said.append_text(Text(", ").join(map(speller.card, cards)))


def _lacks(action: Action, card: Card, view: View, speller: Speller) -> bool:
    """Whether the card would have to come from a zone of the viewer's own, and is not there."""
    move = move_of(speller.game, action.move)
    domain = next((p.domain for p in move.picks if pick_type(p) == CARD), None) if move else None
    if not isinstance(domain, ZoneRef) or view.viewer is None:
        return False
    zone = next(z for z in speller.game.zones if z.name == domain.name)
    cards = view.zones[zone.name][view.viewer].cards if zone.per is Per.PLAYER else None
    return cards is not None and card not in cards


def which(unclear: Unclear, line: str, menu: Menu, speller: Speller) -> Text:
    """A question back, or that nothing was understood."""
    options = [_choice(action, menu, speller) for action in unclear.actions]
    options += [Text(f"`{command.name.lower()}`") for command in unclear.commands]
    if options:
        question = Text("which one: ").append_text(Text(", ").join(options)).append("?")
        return question.append(f" `#{line.strip()}` is the number") if line.strip().isdecimal() else question
    if not line.strip():
        return Text("type a number or a card; `?` for help")
    told = f"`{line.strip()[:40]}` is no card, move or command here"
    return Text(f"{told}; did you mean `{unclear.nearest}`?" if unclear.nearest else f"{told}; `?` for help")


def _choice(action: Action, menu: Menu, speller: Speller) -> Text:
    number = menu.number(action)
    title = speller.sentence(menu.titles[number - 1])
    return styled(f"{number} ", "cyan").append_text(title)


def advised(view: View, menu: Menu, speller: Speller) -> Text:
    """The legal action with the best advice; of equal ones the first."""
    scored = [(score, -n) for n, score in enumerate(view.advice) if score is not None]
    if not scored:
        return Text("these rules give no advice")
    best = view.legal[-max(scored)[1]]
    return Text("hint: ").append_text(_choice(best, menu, speller))


def refusal_in(engine: Engine[Any], state: Any) -> Refusal:
    return lambda action: engine.refusal(state, action)
