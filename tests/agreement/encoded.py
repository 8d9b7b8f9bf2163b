"""The encoder against the evaluator: on literal input every expression folds to what the evaluator says.

No solver is asked. What the encoder says it cannot take is counted by kind and left out.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, Seat, SequenceType, SetType, Type
from interpreter.ir.walk import claim_body
from interpreter.passes.expand import expand
from interpreter.passes.inline import inline
from interpreter.run.engine import Evaluator
from interpreter.run.env import Env, History, Meaning
from interpreter.run.fault import Fault
from interpreter.run.moves import MoveBook
from interpreter.run.protocol import CHANCE, Action
from interpreter.run.state import Past
from interpreter.run.state import State as Position
from tests.agreement.disagreement import agree
from tests.agreement.folded import FAULT, Folded
from tests.agreement.literal import Known, literal, literal_state
from verify import terms as t
from verify.effects import run
from verify.encode import Place, Unsupported
from verify.obligations import judge
from verify.symbolic import Counters, State

BY = "encoder"


class Encoded:
    """The encoder's reading of one game, compared with the evaluator's."""

    def __init__(self, engine: Evaluator, unsupported: Counter[str]) -> None:
        self._engine = engine
        self._game = inline(expand(engine.game))
        self._said = {id(b): a for a, b in zip(roots(engine.game), roots(self._game), strict=True)}
        self._unsupported = unsupported
        self._terms = Known(engine)
        self._folded = Folded(self._terms)
        self._meanings: dict[int, Meaning] = {}
        self._book = MoveBook(engine.game, Evaluator(engine.game, engine.options).context)
        self._moves = {m.name: m for m in self._game.moves}
        self._types = {m.name: _pick_types(m) for m in self._game.moves}
        self._states: deque[tuple[Position, History | None, State]] = deque(maxlen=4)
        self.compared = 0

    # one expression -----------------------------------------------------------------------------------------

    def value(self, where: str, e: ir.Expr, env: Env, place: Place) -> object:
        """What both say a root is; raises `Disagreement`. The evaluator reads it as the file has it."""
        mine = self._evaluated(self._said[id(e)], env)
        try:
            other = self._folded.value(place, e)
        except Unsupported as no:
            self._unsupported[no.what] += 1
            return mine
        self.compared += 1
        agree(BY, where, mine, other)
        return mine

    def _evaluated(self, e: ir.Expr, env: Env) -> object:
        meaning = self._meanings.get(id(e))
        if meaning is None:
            meaning = self._meanings[id(e)] = self._engine.context.meaning(e)
        try:
            found = meaning(env.copy())
        except Fault:
            return FAULT
        return bool(found) if e.type == BOOL else tuple(found) if isinstance(found, tuple | list) else found

    def place(self, position: Position, me: int, history: History | None = None) -> Place:
        self._terms.needs.clear()
        place = Place(self._terms, self._literal(position, history), t.number(me))
        if history is None:
            return place
        before = Place(self._terms, self._literal(history.before, history.earlier), t.number(history.player))
        if history.earlier is not None:
            earlier = self._literal(history.earlier.before, history.earlier.earlier)
            before = replace(before, before=Place(self._terms, earlier, t.number(history.earlier.player)))
        return replace(place, before=before)

    def _literal(self, position: Position, history: History | None) -> State:
        """The literal state of a position; the last few are kept, since many questions are about one."""
        for known, past, state in self._states:
            if known is position and past is history:
                return state
        state = literal_state(self._engine, position, history)
        self._states.append((position, history, state))
        return state

    # legal moves --------------------------------------------------------------------------------------------

    def legal(self, position: Position, actions: tuple[Action, ...] | None, everybody: bool) -> None:
        """Compare the legal moves of a position, None standing for a fault; for `everybody`, what the
        guards of the phase say of all seats.
        """
        phase = next((p for p in self._game.phases if p.name == position.phase), None)
        if position.outcome is not None or phase is None:
            return
        actors = self._actors(phase, position)
        found: list[Action] = []
        for seat in map(Seat, range(self._game.seats)):
            for move in self._game.moves:
                if move.phase == position.phase:
                    asked = seat in actors or everybody
                    choices = tuple(self._choices(move, position, seat)) if asked else ()
                    found += choices if seat in actors else ()
        if actions is not None:
            agree(BY, "legal moves", actions, tuple(found))

    def _actors(self, phase: ir.Phase, position: Position) -> tuple[int, ...]:
        if phase.actors is None:
            return (position.mover,)
        mover = position.mover
        found = self.value(
            f"actors of {phase.name}", phase.actors, Env(position, mover, {}), self.place(position, mover)
        )
        return found if isinstance(found, tuple) else ()

    def _choices(self, move: ir.Move, position: Position, seat: Seat) -> Iterator[Action]:
        env, place = Env(position, seat, {}), self.place(position, seat)
        for n, condition in enumerate(move.conditions):
            if self.value(f"condition {n} of {move.name}", condition.that, env, place) is not True:
                return
        for picks in self._picks(move, (), env, place):
            if move.by_chance:
                yield Action(None, CHANCE, picks)
            else:
                yield Action(seat, move.name, picks)

    def _picks(
        self, move: ir.Move, chosen: tuple[tuple[str, int], ...], env: Env, place: Place
    ) -> Iterator[tuple[tuple[str, int], ...]]:
        if len(chosen) == len(move.picks):
            yield chosen
            return
        pick = move.picks[len(chosen)]
        domain = self.value(f"what {pick.name} is picked from", pick.domain, env, place)
        kind = self._types[move.name][pick.name]
        for value in sorted(domain) if isinstance(domain, tuple) else ():
            inner = Env(env.state, env.me, {**env.locals, pick.name: value}, env.history)
            there = place.named(pick.name, literal(value, kind))
            if pick.where is None or self.value(f"where of {pick.name}", pick.where, inner, there) is True:
                yield from self._picks(move, (*chosen, (pick.name, value)), inner, there)

    # steps --------------------------------------------------------------------------------------------------

    def step(
        self, position: Position, action: Action, seat: Seat, move: ir.Move, after: Position | None
    ) -> None:
        """Compare what an action outside the set-up does; None stands for a fault."""
        place = self.place(position, seat)
        for name, value in action.picks:
            place = place.named(name, literal(value, self._types[move.name][name]))
        try:
            done = run(place, move.effects)
            repeats = self._repeats(position, action, seat, move, after)
            done = replace(done, names={}, state=counted(done.state, position, action, repeats))
            ended = judge(done)
        except Unsupported as no:
            self._unsupported[no.what] += 1
            return
        self.compared += 1
        fault = self._folded.fault()
        agree(BY, f"whether {move.name} faults", after is None, fault)
        if after is not None and not fault:
            self._folded.same(move.name, ended.state, after, self._game)

    def _repeats(
        self, before: Position, action: Action, seat: Seat, move: ir.Move, after: Position | None
    ) -> int:
        """How often the position has stood in which endings are looked for, if one is reached."""
        if after is not None:
            return 1 if after.past is None else after.past.repeats()
        env = Env(before, seat, dict(action.picks))
        try:
            self._book.by_name[move.name].do(env)
        except Fault:
            return 1
        past = Past.of(env.state, before=before.past or Past.of(before))
        return past.repeats()

    # the rest -----------------------------------------------------------------------------------------------

    def checks(
        self, after: Position, step: tuple[Action, Seat, ir.Move], history: History | None
    ) -> Iterator[ir.Claim]:
        """Compare the checks that are asked at a position, and of the step that led there; gives each."""
        place = self.place(after, after.mover, history)
        env = Env(after, after.mover, {}, history)
        for check in self._game.checks:
            claim = check.claim
            if isinstance(claim, ir.Independence):
                continue
            after_moves = () if isinstance(claim, ir.Invariant) else claim.after
            if not after_moves:
                self.value(check.name, claim.body, env, replace(place, before=None))
            elif step[2].name in after_moves:
                self._check_step(check.name, claim.body, env, place, step)
            else:
                continue
            yield claim

    def _check_step(
        self, name: str, body: ir.Expr, env: Env, place: Place, step: tuple[Action, Seat, ir.Move]
    ) -> None:
        action, seat, move = step
        for pick, value in action.picks:
            place = place.named(pick, literal(value, self._types[move.name][pick]))
        own = Env(env.state, seat, dict(action.picks), env.history)
        self.value(name, body, own, replace(place, me=t.number(seat)))

    def sweep(self, position: Position, history: History | None) -> None:
        """Compare what else the rules may ask in a position, whether they ask it there or not."""
        game = self._game
        for seat in map(Seat, range(game.seats)):
            env, place = Env(position, seat, {}, history), self.place(position, seat, history)
            for ending in game.endings:
                asked = (ending.when, ending.winners, ending.losers, ending.again)
                for e in (e for e in asked if e is not None):
                    self.value(f"ending {ending.name}", e, env, place)
            if game.turn.among is not None:
                here = Env(position, seat, {"seat": seat})
                self.value("who takes part", game.turn.among, here, place.named("seat", t.number(seat)))
        self._views(position)

    def _views(self, position: Position) -> None:
        """Who sees what, and what a table marks."""
        game, place = self._game, self.place(position, position.mover)
        seen = [(z.name, z.per, (z.seen, z.counted)) for z in game.zones]
        for name, per, asked in (*seen, *((v.name, v.per, (v.seen,)) for v in game.variables)):
            for owner in range(game.seats if per is ir.Per.PLAYER else 1):
                env = Env(position, position.mover, {"owner": owner})
                for e in asked:
                    self.value(f"who sees {name}", e, env, place.named("owner", t.number(owner)))
        if game.table.mark is not None:
            for card in self._engine.cards[:4]:
                env = Env(position, position.mover, {"card": card})
                self.value("the mark", game.table.mark, env, place.named("card", t.card(card)))

    def still(self) -> None:
        """Compare what is asked before a match."""
        try:
            position = self._engine.initial()
        except Fault:
            return
        env, place = Env(position, Seat(0), {}), self.place(position, 0)
        for variable in self._game.variables:
            if variable.starts is not None:
                self.value(f"what {variable.name} starts with", variable.starts, env, place)
        for condition in self._game.requirements:
            self.value("a requirement", condition.that, env, place)
        where = self._game.deck.where
        for card in self._engine.cards if where is not None else ():
            assert where is not None
            here = Env(position, Seat(0), {"card": card})
            self.value("the deck", where, here, place.named("card", t.card(card)))


def roots(game: ir.Game) -> Iterator[ir.Expr]:
    """The whole expressions that are compared, in an order that passes do not change."""
    found: list[ir.Expr | None] = [game.deck.where, game.turn.among, game.table.mark]
    found += [p.actors for p in game.phases] + [r.that for r in game.requirements]
    for zone in game.zones:
        found += [zone.seen, zone.counted]
    for variable in game.variables:
        found += [variable.seen, variable.starts]
    for move in game.moves:
        found += [c.that for c in move.conditions]
        for pick in move.picks:
            found += [pick.domain, pick.where]
    for ending in game.endings:
        found += [ending.when, ending.winners, ending.losers, ending.again]
    found += [claim_body(c.claim) for c in game.checks]
    return (e for e in found if e is not None)


def counted(done: State, before: Position, action: Action, repeats: int) -> State:
    """The state after the effects with its counters; how often it has stood is known from the evaluator."""
    plies, turns = (before.past.plies, before.past.turns) if before.past is not None else (0, 0)
    passed = t.choose(t.equal(done.mover, t.number(before.mover)), t.number(0), t.number(1))
    plies += action.player is not None
    return replace(
        done, counters=Counters(t.number(plies), t.add(t.number(turns), passed), t.number(repeats))
    )


def _pick_types(move: ir.Move) -> dict[str, Type]:
    found: dict[str, Type] = {}
    for pick in move.picks:
        kind = pick.domain.type
        assert isinstance(kind, SetType | SequenceType)
        found[pick.name] = kind.of
    return found
