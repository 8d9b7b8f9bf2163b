"""Sentences: the rule file's texts with the values of their expressions in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.ir.nodes import Template
from interpreter.ir.types import SEAT, Type
from interpreter.run.env import Context, Env
from interpreter.run.evaluate import no_env
from interpreter.run.moves import MoveBook, MoveRule
from interpreter.run.protocol import Action, Sentence
from interpreter.run.setup import DealRule, DrawRule, LotRule, SetUp
from interpreter.run.state import State

Teller: TypeAlias = Callable[[Env], Sentence]


def teller(template: Template, context: Context) -> Teller:
    """The sentence as a function of the environment that its expressions are evaluated in."""
    parts = [(p, None) if isinstance(p, str) else (context.meaning(p), p.type) for p in template.parts]

    def tell(env: Env) -> Sentence:
        return tuple(what if isinstance(what, str) else (what(env), _known(type_)) for what, type_ in parts)

    return tell


def _known(type_: Type | None) -> Type:
    assert type_ is not None
    return type_


def _optional(template: Template | None, context: Context) -> Teller | None:
    return teller(template, context) if template is not None else None


def spelled(context: Context, sentence: Sentence) -> str:
    """A sentence as plain text."""
    return "".join(p if isinstance(p, str) else context.spelling.text(*p) for p in sentence)


class Sentences:
    """All sentences of a game about moves, endings and the rules themselves."""

    def __init__(self, context: Context, book: MoveBook, setup: SetUp) -> None:
        game = context.game
        self._context, self._book, self._setup = context, book, setup
        self._titles = {m.name: _optional(m.title, context) for m in game.moves}
        self._said = {m.name: _optional(m.said, context) for m in game.moves}
        self._endings = {e.name: _optional(e.said, context) for e in game.endings}
        self._conditions = {
            m.name: tuple(_optional(c.refusal, context) for c in m.conditions) for m in game.moves
        }
        self._picks = {m.name: tuple(_optional(p.refusal, context) for p in m.picks) for m in game.moves}
        self._variables = {v.name: _optional(v.text, context) for v in game.variables}

    def title(self, env: Env, rule: MoveRule) -> Sentence:
        """`env` has the picks in scope."""
        tell = self._titles[rule.move.name]
        return tell(env) if tell is not None else (rule.move.name,)

    def said(self, env: Env, rule: MoveRule) -> Sentence:
        """As the title, but of what has happened; the title where the file has no words for it."""
        tell = self._said[rule.move.name]
        if tell is not None:
            return tell(env)
        who: Sentence = () if rule.move.by_chance else ((env.me, SEAT), ": ")
        return (*who, *self.title(env, rule))

    def chance(self, state: State, action: Action) -> Sentence:
        """A chance step of the set-up. A card that is dealt is not named: not everyone may see it."""
        rule = self._setup.chance(state)
        if isinstance(rule, DealRule):
            return ("a card for ", (rule.receiver(state), SEAT))
        if isinstance(rule, DrawRule):
            return ("a card is drawn",)
        assert isinstance(rule, LotRule)
        tell = self._variables.get(rule.name)
        name: Sentence = tell(no_env()) if tell is not None else (rule.name,)
        return (*name, ": ", (action.picks[0][1], rule.type), " by lot")

    def epilogue(self, env: Env, ending: str) -> Sentence:
        tell = self._endings[ending]
        return tell(env) if tell is not None else (ending,)

    def refusal(self, state: State, action: Action, rule: MoveRule) -> Sentence | None:
        """Why a move of the phase is not legal: its first condition, or else its first pick, that fails."""
        env = Env(state, action.player if action.player is not None else state.mover, {})
        for condition, tell in zip(rule.conditions, self._conditions[rule.move.name], strict=True):
            if not condition(env):
                return tell(env) if tell is not None else None
        for pick, tell, (_, value) in zip(
            rule.picks, self._picks[rule.move.name], action.picks, strict=False
        ):
            if not pick.fits(env, value):
                named = tell is not None and pick.pick.name in env.locals
                return tell(env) if tell is not None and named else None
        return None

    def printed(self) -> tuple[Sentence, ...]:
        shown = []
        for paragraph in self._context.game.printed:
            condition = paragraph.condition
            if condition is None or self._context.meaning(condition)(no_env()):
                shown.append(teller(paragraph.text, self._context)(no_env()))
        return tuple(shown)

    def spelled(self, sentence: Sentence) -> str:
        """The sentence as plain text."""
        return spelled(self._context, sentence)
