"""The evaluator as an engine: one game with its option values, run as its rules say, slowly and obviously."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.ir.nodes import SETUP, Game, Move, Per, Variable
from interpreter.ir.types import Seat, Value
from interpreter.run.ends import EndRule, between_deals
from interpreter.run.env import Env, Notice
from interpreter.run.evaluate import make_context
from interpreter.run.fault import Fault, IllegalAction
from interpreter.run.moves import MoveBook, MoveRule
from interpreter.run.positions import from_position, to_position
from interpreter.run.protocol import AGAIN, CHANCE, Action, Cards, Outcome, Position, Sentence, View
from interpreter.run.sentences import Sentences
from interpreter.run.setup import SetUp
from interpreter.run.state import Past, State, Zones
from interpreter.run.views import Sight
from interpreter.text.codes import Code
from interpreter.text.source import Span

_NEXT_DEAL = Action(None, CHANCE, ((AGAIN, 1),))


class Evaluator:
    """Implements `Engine[State]`; see the protocol for what the calls promise."""

    def __init__(
        self, game: Game, options: Mapping[str, Value] | None = None, notice: Notice | None = None
    ) -> None:
        """`options` override the defaults; a name or value that the game does not have is a `ValueError`.

        `notice` is told of each `if` of an expression that is evaluated.
        """
        self._game = game
        self._options = _in_force(game, options or {})
        self.context = make_context(game, self._options, notice)
        self._book = MoveBook(game, self.context)
        self._setup = SetUp(self.context)
        self._sight = Sight(self.context)
        self._sentences = Sentences(self.context, self._book, self._setup)
        meaning = self.context.meaning
        self._endings = tuple(EndRule(e, self.context) for e in game.endings)
        self._advice = {m.name: meaning(m.advice) if m.advice is not None else None for m in game.moves}

    @property
    def game(self) -> Game:
        return self._game

    @property
    def options(self) -> Mapping[str, Value]:
        return self._options

    @property
    def cards(self) -> Cards:
        return self.context.cards

    # states -----------------------------------------------------------------------------------------------

    def initial(self) -> State:
        variables = tuple((None,) * self.context.copies(v.per) for v in self._game.variables)
        blank = State(self._undealt(), variables, SETUP, Seat(0), 0, 0)
        return self._setup.start(self._with_start_values(blank, self._game.variables))

    def _undealt(self) -> Zones:
        cards, zones = self.context.cards, self._game.zones
        return tuple((cards,) if n == 0 else ((),) * self.context.copies(z.per) for n, z in enumerate(zones))

    def _with_start_values(self, state: State, variables: tuple[Variable, ...]) -> State:
        for n, variable in enumerate(self._game.variables):
            if variable.starts is None or variable not in variables:
                continue
            value = self.context.meaning(variable.starts)
            for i in range(self.context.copies(variable.per)):
                names: dict[str, Value] = {"owner": i} if variable.per is Per.PLAYER else {}
                state = state.with_value(n, i, value(Env(state, state.mover, names)))
        return state

    def _restart(self, state: State) -> State:
        """The next deal: only what lasts for the match is kept."""
        fresh = tuple(v for v in self._game.variables if not v.lasting)
        kept = tuple(
            row if v.lasting else (None,) * len(row)
            for v, row in zip(self._game.variables, state.variables, strict=True)
        )
        blank = State(self._undealt(), kept, SETUP, state.mover, 0, 0)
        return self._setup.start(self._with_start_values(blank, fresh))

    def load(self, position: Position) -> State:
        return from_position(position, self.context)

    def position(self, state: State) -> Position:
        return to_position(state, self.context)

    def preparing(self, state: State) -> bool:
        """Whether a deal is over and the next has not begun to be played, or no deal has."""
        return between_deals(state) or (state.outcome is None and self._book.in_setup(state))

    def outcome(self, state: State) -> Outcome | None:
        return None if between_deals(state) else state.outcome

    # legality ---------------------------------------------------------------------------------------------

    def _set_up_chance(self, state: State) -> bool:
        inside = state.outcome is None and self._book.in_setup(state)
        return inside and self._setup.chance(state) is not None

    def chance(self, state: State) -> bool:
        return between_deals(state) or self._set_up_chance(state) or self._book.by_chance(state)

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if state.outcome is not None or self.chance(state) else self._book.actors(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        if between_deals(state):
            return (_NEXT_DEAL,)
        if state.outcome is not None:
            return ()
        actions = tuple(self._actions(state))
        if not actions:
            raise Fault(Code.F810, self._moment(state), f"in `{state.phase}` nobody has a legal move")
        return actions

    def _actions(self, state: State) -> Iterator[Action]:
        if self._book.in_setup(state):
            step = self._setup.chance(state)
            if step is not None:
                yield from step.legal(state)
                return
        for seat in self._book.actors(state):
            for rule in self._book.current(state):
                by_chance = rule.move.by_chance
                player, name = (None, CHANCE) if by_chance else (seat, rule.move.name)
                for picks in self._book.legal(state, seat, rule):
                    yield Action(player, name, picks)

    def _moment(self, state: State) -> Span:
        """The place of the phase or set-up step in the rules."""
        if self._book.in_setup(state):
            return self._game.setup[state.step].span
        return next(p.span for p in self._game.phases if p.name == state.phase)

    # actions ----------------------------------------------------------------------------------------------

    def apply(self, state: State, action: Action) -> State:
        if between_deals(state) and action == _NEXT_DEAL:
            return self._restart(state)
        if state.outcome is not None:
            raise IllegalAction(action, "the deal is over" if between_deals(state) else "the match is over")
        if self._set_up_chance(state):
            return self._draw(state, action)
        seat, rule = self._find(state, action)
        env = Env(state, seat, dict(action.picks))
        rule.do(env)
        if self._book.in_setup(state):
            return self._setup.answered(env.state, seat)
        return self._judge(self._counted(state, env.state, action.player is not None), seat)

    def _draw(self, state: State, action: Action) -> State:
        step = self._setup.chance(state)
        assert step is not None
        if action not in step.legal(state):
            raise IllegalAction(action, "chance acts here, and this is not one of its choices")
        return self._setup.proceed(step.apply(state, action.picks[0][1]))

    def _find(self, state: State, action: Action) -> tuple[Seat, MoveRule]:
        """Who makes the action by which rule; raises `IllegalAction`."""
        current = self._book.current(state)
        if self.chance(state) != (action.player is None):
            raise IllegalAction(
                action, "it is chance's turn" if self.chance(state) else "chance does not act here"
            )
        seat = action.player if action.player is not None else state.mover
        if seat not in self._book.actors(state):
            raise IllegalAction(action, f"seat {seat} is not to move")
        names = [CHANCE if r.move.by_chance else r.move.name for r in current]
        if action.move not in names:
            raise IllegalAction(action, f"`{action.move}` is not a move of `{state.phase}`")
        for rule, name in zip(current, names, strict=True):
            if name == action.move and self._allowed(state, seat, action, rule):
                return seat, rule
        raise IllegalAction(action, self._reason(state, action))

    def _allowed(self, state: State, seat: Seat, action: Action, rule: MoveRule) -> bool:
        if tuple(name for name, _ in action.picks) != tuple(p.pick.name for p in rule.picks):
            return False
        env = Env(state, seat, {})
        return rule.open(env) and rule.fits(env, tuple(v for _, v in action.picks))

    def _reason(self, state: State, action: Action) -> str:
        said = self.refusal(state, action)
        return self._sentences.spelled(said) if said else f"`{action.move}` is not legal here"

    def _counted(self, before: State, after: State, is_ply: bool) -> State:
        """`after` with its past, where the rules count with it."""
        if not self.context.counts:
            return after
        past = before.past or Past.of(before)
        turns = past.turns + (after.mover != before.mover)
        return after.with_past(Past.of(after, past.plies + is_ply, turns, past))

    def _judge(self, state: State, by: Seat) -> State:
        """The state with the first ending that holds, if any."""
        env = Env(state, by, {})
        return next((rule.end(env) for rule in self._endings if rule.when(env)), state)

    def made_by(self, state: State, action: Action) -> tuple[Seat, Move]:
        """Whose action it is (the mover's, if chance makes it) and the move; not for lots and deals."""
        seat, rule = self._find(state, action)
        return seat, rule.move

    # views and words --------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Seat | None) -> View:
        mine = tuple(self._legal_of(state, viewer))
        masked = self._sight.masked(state, viewer)
        return View(
            viewer,
            state.phase,
            state.mover,
            self.actors(state),
            self._sight.zones(masked),
            self._sight.variables(masked),
            self._sight.marked(masked, viewer),
            mine,
            tuple(self._score(masked, a) for a in mine),
        )

    def _legal_of(self, state: State, viewer: Seat | None) -> Iterator[Action]:
        if viewer is not None and viewer in self.actors(state):
            yield from (a for a in self.legal(state) if a.player == viewer)

    def _score(self, masked: State, action: Action) -> int | None:
        advice = self._advice[action.move]
        assert action.player is not None
        return None if advice is None else advice(Env(masked, action.player, dict(action.picks)))

    def refusal(self, state: State, action: Action) -> Sentence | None:
        if state.outcome is not None or self._set_up_chance(state):
            return None
        rule = next((r for r in self._book.current(state) if r.move.name == action.move), None)
        if rule is None or (action.player is not None and action.player not in self.actors(state)):
            return None
        return self._sentences.refusal(state, action, rule)

    def title(self, state: State, action: Action) -> Sentence:
        if between_deals(state):
            return self.epilogue(state)
        if self._set_up_chance(state):
            return self._sentences.chance(state, action)
        return self._sentences.title(*self._told(state, action))

    def narrate(self, state: State, action: Action) -> Sentence:
        if between_deals(state):
            return self.epilogue(state)
        if self._set_up_chance(state):
            return self._sentences.chance(state, action)
        return self._sentences.said(*self._told(state, action))

    def _told(self, state: State, action: Action) -> tuple[Env, MoveRule]:
        if action.player is None:
            seat, rule = self._find(state, action)
        else:
            seat, rule = action.player, self._book.by_name[action.move]
        return Env(state, seat, dict(action.picks)), rule

    def epilogue(self, state: State) -> Sentence:
        outcome = state.outcome
        assert outcome is not None, "only a deal or match that is over has an epilogue"
        return self._sentences.epilogue(Env(state, outcome.by, {}), outcome.ending)

    def printed(self) -> tuple[Sentence, ...]:
        return self._sentences.printed()


def _in_force(game: Game, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The value of every option, in the order of their names."""
    for name in chosen:
        if name not in {o.name for o in game.options}:
            raise ValueError(f"these rules have no option `{name}`")
    for option in game.options:
        if option.name in chosen and chosen[option.name] not in option.values:
            raise ValueError(f"option `{option.name}` cannot have this value")
    return {o.name: chosen.get(o.name, o.default) for o in sorted(game.options, key=lambda o: o.name)}
