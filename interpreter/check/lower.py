"""From declarations to a `Game`: each section in the order in which one builds on another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.check.claims import Claims
from interpreter.check.declare import Declarations
from interpreter.check.effects import Effects
from interpreter.check.expressions import Expressions
from interpreter.check.moves import Moves
from interpreter.check.routines import Routines
from interpreter.check.scope import Bound, Moment, Scope, Symbols
from interpreter.front import declared as d
from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, CARD, SEAT
from interpreter.text.codes import Code
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span


def lower(
    game: d.DGame,
    lacking: Mapping[str, str],
    removed: Mapping[str, Span],
    report: Report,
    seats: int | None = None,
) -> ir.Game:
    """The typed IR of a rule file. Usable only if `report` holds no error afterwards.

    `lacking` names the suits and ranks that the file declares and a replaced deck does not have,
    `removed` what a variant took away and where; `seats` is one of the file's numbers of players, by default
    the lowest.
    """
    symbols = Symbols(report, lacking=lacking, removed=removed)
    x = Expressions(symbols)
    declarations, claims = Declarations(x), Claims(x)
    effects = Effects(x)
    moves, routines = Moves(x, declarations, effects), Routines(effects, symbols, declarations)
    declarations.lost(game.lost)
    players = declarations.players(game.players)
    symbols.seats = seated(players, seats, game, report)
    symbols.deck = deck = declarations.deck(game.deck)
    declarations.options(game.options)
    declarations.zone_infos(game.zones)
    declarations.variable_infos(game.variables)
    declarations.definitions(game.definitions)
    moves.phase_names(game.phases)
    moves.ending_names(game.endings)
    moves.signatures(game.moves)
    declarations.check_definitions()
    routines.read(game.routines)
    still = Scope(Moment.STILL, me=False)
    where = game.deck.where if game.deck is not None else None
    among = x.scalar(game.among, Scope(Moment.RULE, me=False).bind("seat", Bound(SEAT)), BOOL)
    lowered = ir.Game(
        name=game.name.value,
        about=game.about.value if game.about is not None else "",
        seats=symbols.seats,
        players=players,
        deck=ir.Deck(
            deck.suits, deck.ranks, x.scalar(where, still.bind("card", Bound(CARD)), BOOL), deck.span
        ),
        options=tuple(symbols.options.values()),
        turn=ir.Turn(among, game.among.span if game.among is not None else game.span),
        zones=declarations.zones(game.zones),
        variables=declarations.variables(game.variables),
        definitions=tuple(symbols.definitions.values()),
        phases=moves.phases(game.phases),
        setup=moves.setup(game.setup, game.setup_at),
        moves=moves.moves(game.moves),
        endings=moves.endings(game.endings),
        checks=claims.checks(game.checks),
        table=claims.table(game.table),
        printed=claims.printed(game.printed),
        requirements=moves.requirements(game.require),
        players_at=game.players.span if game.players is not None else game.span,
        span=game.span,
    )
    routines.idle(game.routines)
    x.names.missed()
    return replace(lowered, expected=claims.expected(game.checks, lowered))


def seated(players: tuple[int, int], seats: int | None, game: d.DGame, report: Report) -> int:
    """The number of seats asked for, if the file has it."""
    fewest, most = players
    if seats is None or fewest <= seats <= most:
        return fewest if seats is None else seats
    span = game.players.span if game.players is not None else game.span
    known = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    report.add(Code.E811, span, f"these rules are for {known}, not for {seats}")
    return fewest
