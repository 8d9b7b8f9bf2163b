"""Your Trumps for two, written by hand: what the evaluator is measured against and compared with.

The straightforward Python that somebody writes who wants to play just this game: no rule file, no cleverness.
It offers the calls of the engine protocol that a playout needs, with the same states for equal positions, the
same numbers for cards and the same order of legal actions, so that both can play the same match. Rule numbers
(R1 to R16) are those of the printed rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from interpreter.ir.types import Card, Rank, Seat, Suit
from interpreter.run.protocol import CHANCE, Action, Outcome, Position

FIRST, SECOND = Seat(0), Seat(1)
SEATS = (FIRST, SECOND)

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The pack (`suits` times `ranks`, of which those below number `lowest` stay out) and the options."""

    suits: int = 4
    ranks: int = 13
    lowest: int = 4
    same_trump: bool = False
    may_decline: bool = False
    taker_leads: bool = False
    plain_take: int = 3
    trump_take: int = 5
    ace_takes_all: bool = True
    ace_take: int = 10
    draws: bool = True

    @property
    def pack(self) -> Hand:
        """The cards in play, ascending."""
        return tuple(Card(c) for c in range(self.suits * self.ranks) if c % self.ranks >= self.lowest)


class State(NamedTuple):
    """A position. Hands and the undealt pack ascend; the pile goes from bottom to top."""

    phase: str
    mover: Seat
    hands: tuple[Hand, Hand]
    pile: Hand
    trumps: tuple[Suit | None, Suit | None]
    undealt: Hand = ()
    dealer: Seat | None = None
    outcome: Outcome | None = None


class Handwritten:
    """The game under one set of rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = rules.pack

    def initial(self) -> State:
        """Before the lot for the dealer."""
        return State("lot", FIRST, ((), ()), (), (None, None), self.cards)

    def load(self, position: Position) -> State:
        """The state of a position after the deal."""
        first, second = position.zones["hand"]
        trumps = _trumps(position)
        assert isinstance(first, tuple) and isinstance(second, tuple)
        pile = tuple(c for c in position.zones["pile"] if not isinstance(c, tuple))
        return State(position.phase, position.mover, (first, second), pile, trumps)

    def position(self, state: State) -> Position:
        """The neutral form of a state after the deal that is not over."""
        return Position(
            state.phase,
            state.mover,
            {"deck": (), "hand": state.hands, "pile": state.pile},
            {"dealer": None, "trump": state.trumps},
        )

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if state.outcome is not None or self.chance(state) else (state.mover,)

    def chance(self, state: State) -> bool:
        return state.phase in ("lot", "deal")

    # what a card is

    def suit(self, card: Card) -> Suit:
        return Suit(card // self.rules.ranks)

    def rank(self, card: Card) -> Rank:
        return Rank(card % self.rules.ranks)

    def beats(self, card: Card, target: Card, trump: Suit | None) -> bool:
        """R5 to R8, for a mover with this trump suit."""
        if self.suit(card) == self.suit(target):
            return self.rank(card) > self.rank(target)
        return self.suit(card) == trump

    # what a player may do

    def legal(self, state: State) -> tuple[Action, ...]:
        if state.outcome is not None:
            return ()
        match state.phase:
            case "lot":
                return tuple(Action(None, CHANCE, (("dealer", s),)) for s in SEATS)
            case "name_trump":
                return self._nameable(state)
            case "deal":
                return tuple(Action(None, CHANCE, (("card", c),)) for c in state.undealt)
            case "follow":
                return _each("follow", state.mover, state.hands[state.mover])
        if not state.pile:
            return _each("lead", state.mover, state.hands[state.mover])
        return self._answers(state)

    def _nameable(self, state: State) -> tuple[Action, ...]:
        suits = (Suit(s) for s in range(self.rules.suits))
        free = (s for s in suits if self.rules.same_trump or s not in state.trumps)
        return tuple(Action(state.mover, "name_trump", (("suit", s),)) for s in free)

    def _answers(self, state: State) -> tuple[Action, ...]:
        mover, top = state.mover, state.pile[-1]
        trump = state.trumps[mover]
        beaters = tuple(c for c in state.hands[mover] if self.beats(c, top, trump))
        beats = _each("beat", mover, beaters)
        if not beats or self.rules.may_decline:
            return (*beats, Action(mover, "take"))
        return beats

    # what happens then

    def apply(self, state: State, action: Action) -> State:
        """The state after a legal action."""
        match action.move:
            case "chance" if state.phase == "lot":
                return state._replace(phase="name_trump", dealer=Seat(action.picks[0][1]))
            case "chance":
                return self._deal(state, Card(action.picks[0][1]))
            case "name_trump":
                return self._name(state, Suit(action.picks[0][1]))
            case "take":
                return self._take(state)
            case move:
                return self._lay(state, Card(action.picks[0][1]), move)

    def _name(self, state: State, suit: Suit) -> State:
        if state.mover == FIRST:
            return state._replace(mover=SECOND, trumps=(suit, state.trumps[SECOND]))
        assert state.dealer is not None
        return state._replace(phase="deal", mover=_other(state.dealer), trumps=(state.trumps[FIRST], suit))

    def _deal(self, state: State, card: Card) -> State:
        undealt = tuple(c for c in state.undealt if c != card)
        hands = _with_hand(state.hands, state.mover, tuple(sorted((*state.hands[state.mover], card))))
        if undealt:
            return state._replace(hands=hands, undealt=undealt, mover=_other(state.mover))
        assert state.dealer is not None
        leader = _other(state.dealer)
        return state._replace(phase="play", hands=hands, undealt=(), dealer=None, mover=leader)

    def _lay(self, state: State, card: Card, move: str) -> State:
        mover = state.mover
        hand = tuple(c for c in state.hands[mover] if c != card)
        hands = _with_hand(state.hands, mover, hand)
        pile = (*state.pile, card)
        if not hand:
            outcome = self._end(mover, hands, card, state.trumps)
            return State("play", _other(mover), hands, pile, state.trumps, outcome=outcome)
        if move == "beat":
            return State("follow", mover, hands, pile, state.trumps)
        return State("play", _other(mover), hands, pile, state.trumps)

    def _take(self, state: State) -> State:
        mover, pile = state.mover, state.pile
        count = min(self._due(pile[-1], state.trumps[mover], len(pile)), len(pile))
        rest = pile[: len(pile) - count]
        hand = tuple(sorted(state.hands[mover] + pile[len(pile) - count :]))
        leads_himself = self.rules.taker_leads and not rest
        to_act = mover if leads_himself else _other(mover)
        return State("play", to_act, _with_hand(state.hands, mover, hand), rest, state.trumps)

    def _due(self, top: Card, trump: Suit | None, size: int) -> int:
        """R12: how many cards a mover with this trump suit takes, were the pile high enough."""
        if self.suit(top) != trump:
            return self.rules.plain_take
        if self.rank(top) != self.rules.ranks - 1:
            return self.rules.trump_take
        return size if self.rules.ace_takes_all else self.rules.ace_take

    def _end(
        self, mover: Seat, hands: tuple[Hand, Hand], top: Card, trumps: tuple[Suit | None, Suit | None]
    ) -> Outcome:
        """R15 and R16, for a mover whose hand has become empty."""
        left = _other(mover)
        if self.rules.draws and len(hands[left]) == 1 and self.beats(hands[left][0], top, trumps[left]):
            return Outcome("draw", mover, (), ())
        return Outcome("out", mover, (mover,), (left,))


def _other(seat: Seat) -> Seat:
    return SECOND if seat == FIRST else FIRST


def _each(move: str, mover: Seat, cards: Hand) -> tuple[Action, ...]:
    return tuple(Action(mover, move, (("card", c),)) for c in cards)


def _with_hand(hands: tuple[Hand, Hand], seat: Seat, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, hands[SECOND]) if seat == FIRST else (hands[FIRST], hand)


def _trumps(position: Position) -> tuple[Suit, Suit]:
    value = position.variables["trump"]
    assert isinstance(value, tuple)
    first, second = value
    assert isinstance(first, int) and isinstance(second, int)
    return Suit(first), Suit(second)
