"""Checking the checks of a rule file, its table and its printed rules."""

from __future__ import annotations

from interpreter.check.expressions import Expressions
from interpreter.check.scope import Bound, Moment, Scope
from interpreter.check.texts import template
from interpreter.front import declared as d
from interpreter.front import syntax as s
from interpreter.front.tree import Scalar
from interpreter.ir import nodes as ir
from interpreter.ir import questions
from interpreter.ir.ops import Independent
from interpreter.ir.types import BOOL, CARD, Type
from interpreter.text.codes import Code
from interpreter.text.spelling import suggest

VERDICTS = ("proved", "violated", "not inductive", "endless", "unknown")
DEPTH_VERDICT = "holds to depth"
_STILL = Scope(Moment.STILL, me=False)


def _claims(item: d.DCheck) -> bool:
    """Whether it says what is to hold; else it may only say what is expected of something that is asked."""
    said = (item.always, item.after, item.holds, item.can_happen, item.independent)
    return any(part is not None for part in said)


class Claims:
    """Checks what a rule file says about itself."""

    def __init__(self, expressions: Expressions) -> None:
        self._x = expressions
        self._symbols = expressions.symbols
        self._report = expressions.report

    def checks(self, declared: tuple[d.DCheck, ...]) -> tuple[ir.Check, ...]:
        return tuple(c for item in declared if (c := self._check(item)) is not None)

    def expected(self, declared: tuple[d.DCheck, ...], game: ir.Game) -> tuple[ir.Expected, ...]:
        """The verdicts on what every file is asked; reports checks that are called so, and unknown ones."""
        known = questions.built_in(game)
        found: list[ir.Expected] = []
        for item in declared:
            name = item.name.value
            asked = name in known or questions.about_a_condition(name)
            if _claims(item) or not item.whole:
                self._own(item, asked)
            elif item.expect is None or not asked:
                self._claimless(item, known)
            elif item.because is not None:
                found.append(ir.Expected(name, item.expect.value, item.because.value, item.name.span))
        return tuple(found)

    def _own(self, item: d.DCheck, asked: bool) -> None:
        if asked and item.whole:
            message = "a question that every rule file is asked is called so, and no check can be"
            self._report.add(Code.E907, item.name.span, message, "give the check another name")

    def _claimless(self, item: d.DCheck, known: tuple[str, ...]) -> None:
        name = item.name.value
        if item.expect is not None and (guess := suggest(name, known)) is not None:
            self._report.add(Code.E908, item.name.span, f"no question is called `{name}`", guess)
            return
        help = "give it `always: …`, `after: …` with `holds: …`, `can happen: …`, or `independent: …`"
        self._report.add(Code.E903, item.name.span, f"it is not said what `{name}` checks", help)

    def _check(self, item: d.DCheck) -> ir.Check | None:
        if not _claims(item):
            self._expectation(item)
            return None
        claim = self._claim(item)
        self._expectation(item)
        if claim is None:
            return None
        return ir.Check(
            item.name.value,
            claim,
            template(self._x, item.text, _STILL),
            item.expect.value if item.expect else None,
            item.because.value if item.because else None,
            item.name.span,
        )

    def _claim(self, item: d.DCheck) -> ir.Claim | None:
        if item.always is not None:
            body = self._truth(item.always, Scope(Moment.POSITION, me=True))
            return None if body is None else ir.Invariant(body)
        if item.independent is not None:
            return self._independence(item.independent)
        after = self._after(item)
        if after is None:
            return None
        moves, scope = after
        text = item.holds or item.can_happen
        if text is None or (item.holds is not None and item.after is None):
            help = "give it `always: …`, `after: …` with `holds: …`, `can happen: …`, or `independent: …`"
            message = f"it is not said what `{item.name.value}` checks"
            if item.whole:
                self._report.add(Code.E903, item.name.span, message, help)
            return None
        body = self._truth(text, scope)
        if body is None:
            return None
        return ir.StepCheck(moves, body) if item.holds is not None else ir.Witness(moves, body)

    def _truth(self, text: Scalar, scope: Scope) -> ir.Expr | None:
        found = self._x.scalar(text, scope, None)
        if found is None or found.type == BOOL:
            return found
        self._report.add(Code.E901, text.span, "a check has to be a yes or no")
        return None

    def _after(self, item: d.DCheck) -> tuple[tuple[str, ...], Scope] | None:
        """The moves named by `after` (`any` for all) and a scope with the picks that they have in common."""
        if item.after is None:
            return (), Scope(Moment.POSITION, me=True)
        names: list[str] = []
        for text in item.after:
            if text.value == "any":
                names.extend(m for m, info in self._symbols.moves.items() if info.phase != ir.SETUP)
            elif text.value in self._symbols.moves:
                names.append(text.value)
            else:
                known = [*self._symbols.moves, "any"]
                self._x.names.unknown(s.Name(text.value, text.span), Code.E404, known, "move")
                return None
        broken = (self._symbols.moves[n].broken for n in names)
        scope = Scope(Moment.STEP, me=True).without(*(word for words in broken for word in words))
        for name, kind in self._common(names).items():
            scope = scope.bind(name, Bound(kind))
        return tuple(dict.fromkeys(names)), scope

    def _common(self, names: list[str]) -> dict[str, Type]:
        picks = [dict(self._symbols.moves[n].picks) for n in names]
        if not picks:
            return {}
        return {k: t for k, t in picks[0].items() if all(p.get(k) == t for p in picks[1:])}

    def _independence(self, item: d.DIndependence) -> ir.Claim | None:
        known = {i.value: i for i in Independent}
        what: list[Independent] = []
        for text in item.what:
            if text.value in known:
                what.append(known[text.value])
            else:
                help = suggest(text.value, known) or "it is " + " or ".join(f"`{k}`" for k in known)
                self._report.add(Code.E410, text.span, f"`{text.value}` cannot be compared", help)
        name = item.of.value.removesuffix(" of others") if item.of is not None else ""
        info = self._symbols.variables.get(name)
        if item.of is not None and (info is None or info.per is not ir.Per.PLAYER):
            message = "an independence check names a variable of the players"
            owned = (n for n, v in self._symbols.variables.items() if v.per is ir.Per.PLAYER)
            guess = suggest(item.of.value, (f"{n} of others" for n in owned))
            self._report.add(Code.E906, item.of.span, message, guess or "write it as `of: name of others`")
            return None
        return ir.Independence(tuple(what), name) if what and info is not None else None

    def _expectation(self, item: d.DCheck) -> None:
        if item.expect is None:
            return
        text = item.expect.value
        bounded = text.startswith(DEPTH_VERDICT + " ") and text[len(DEPTH_VERDICT) + 1 :].isdigit()
        if text not in VERDICTS and not bounded:
            known = (*VERDICTS, f"{DEPTH_VERDICT} 12")
            help = suggest(text, VERDICTS) or "it is one of " + ", ".join(f"`{v}`" for v in known)
            self._report.add(Code.E904, item.expect.span, f"`{text}` is not a verdict", help)
        elif item.because is None:
            self._report.add(
                Code.E905, item.expect.span, "an expected verdict needs a reason", "add `because: …`"
            )

    # the table and the printed rules

    def table(self, item: d.DTable | None) -> ir.Table:
        """The table as declared, or a plain one: players' zones before the viewer, the rest in the middle."""
        if item is None:
            zones = [(n, i) for n, i in self._symbols.zones.items() if n != "deck"]
            places = (("mine" if i.per is ir.Per.PLAYER else "centre", n) for n, i in zones)
            return ir.Table(tuple(ir.Shown(n, place, True) for place, n in places), None, None)
        shown = tuple(z for entry in item.shown if (z := self._shown(entry)) is not None)
        mark = self._x.scalar(item.mark, Scope(Moment.RULE, me=True).bind("card", Bound(CARD)), BOOL)
        return ir.Table(shown, mark, template(self._x, item.mark_text, _STILL))

    def _shown(self, item: d.DShown) -> ir.Shown | None:
        zone = self._symbols.zones.get(item.zone.value)
        if zone is None:
            text = item.zone.value
            bare = text.split("[")[0].strip()
            help = f"write `{bare}`" if bare != text and bare in self._symbols.zones else None
            name = s.Name(text, item.zone.span)
            self._x.names.unknown(name, Code.E403, self._symbols.zones, "zone", help)
            return None
        if item.place.value == "mine" and zone.per is not ir.Per.PLAYER:
            self._report.add(
                Code.E415, item.zone.span, f"`{item.zone.value}` belongs to the table, not to a player"
            )
            return None
        if item.sort is not None and item.sort.value not in ("by suit", "by rank"):
            message = f"cards are sorted `by suit` or `by rank`, not `{item.sort.value}`"
            self._report.add(
                Code.E410, item.sort.span, message, suggest(item.sort.value, ("by suit", "by rank"))
            )
        return ir.Shown(item.zone.value, item.place.value, item.sort is None or item.sort.value != "by rank")

    def printed(self, items: tuple[d.DParagraph, ...]) -> tuple[ir.Paragraph, ...]:
        found: list[ir.Paragraph] = []
        for item in items:
            condition = self._x.scalar(item.condition, _STILL, BOOL)
            text = template(self._x, item.text, _STILL)
            if text is not None:
                found.append(ir.Paragraph(item.name, condition, text, item.text.span))
        return tuple(found)
