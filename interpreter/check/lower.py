"""From declarations to a `Game`: each section in the order in which one builds on another."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.check.claims import Claims
from interpreter.check.declare import Declarations
from interpreter.check.expressions import Expressions
from interpreter.check.moves import Moves
from interpreter.check.scope import Bound, Moment, Scope, Symbols
from interpreter.front import declared as d
from interpreter.ir import nodes as ir
from interpreter.ir.types import BOOL, CARD, SEAT
from interpreter.text.diagnostic import Report
from interpreter.text.source import Span


def lower(game: d.DGame, lacking: Mapping[str, str], removed: Mapping[str, Span], report: Report) -> ir.Game:
    """The typed IR of a rule file. Usable only if `report` holds no error afterwards.

    `lacking` names the suits and ranks that the file declares and a replaced deck does not have,
    `removed` what a variant took away and where.
    """
    symbols = Symbols(report, lacking=lacking, removed=removed)
    x = Expressions(symbols)
    declarations, claims = Declarations(x), Claims(x)
    moves = Moves(x, declarations)
    declarations.lost(game.lost)
    symbols.seats = declarations.players(game.players)
    symbols.deck = deck = declarations.deck(game.deck)
    declarations.options(game.options)
    declarations.zone_infos(game.zones)
    declarations.variable_infos(game.variables)
    declarations.definitions(game.definitions)
    moves.phase_names(game.phases)
    moves.ending_names(game.endings)
    moves.signatures(game.moves)
    declarations.check_definitions()
    still = Scope(Moment.STILL, me=False)
    where = game.deck.where if game.deck is not None else None
    among = x.scalar(game.among, Scope(Moment.RULE, me=False).bind("seat", Bound(SEAT)), BOOL)
    return ir.Game(
        name=game.name.value,
        about=game.about.value if game.about is not None else "",
        seats=symbols.seats,
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
        span=game.span,
    )
