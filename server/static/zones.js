/** Zones, seats and what is remembered, drawn from a view and from what the rule file declares about them. */

import { el, seen, spoken } from "./dom.js";
import { back, gap } from "./faces.js";
import { label, memberOf } from "./words.js";

const MOST_BACKS = 10;
const FEW = 4;

/** The file's table, or a sensible one where it has none: every zone but that of the undealt cards. */
function shownZones(game) {
  if (game.table.shown.length) return game.table.shown;
  const place = (z) => (z.of === "player" ? "mine" : z.ordered || typeof z.of === "object" ? "centre" : "side");
  return game.zones.slice(1).map((z) => ({ zone: z.name, place: place(z), by_suit: true }));
}

/** All cards that lie open in a view, as far as they are drawn. */
export function drawnCards(game, view) {
  const zones = shownZones(game).flatMap((s) => view.zones[s.zone] ?? []);
  return new Set(zones.flatMap((z) => z.cards ?? []));
}

function places(view) {
  const lie = Object.entries(view.zones).flatMap(([name, row]) =>
    row.flatMap((zone, n) => (zone.cards ?? []).map((card) => [card, `${name} ${n}`])));
  return new Map(lie);
}

/** The cards that lie elsewhere than in the view before; none if there is no such view of the same match. */
export function arrivals(before, after) {
  if (!before || !after || before.match !== after.match) return new Set();
  const old = places(before);
  return new Set([...places(after)].filter(([card, place]) => old.get(card) !== place).map(([card]) => card));
}

/**
 * Draws one view. `card(symbol, own)` makes the element of an open card: `own` cards can be asked about even if
 * they cannot be chosen.
 */
export class Drawing {
  constructor({ game, deck, speller, view, table, presence, card, clock }) {
    Object.assign(this, { game, deck, speller, view, table, presence, card, clock });
    this.shown = shownZones(game).map((s) => ({ ...s, declared: game.zones.find((z) => z.name === s.zone) }))
      .filter((s) => s.declared !== undefined);
    this.near = view.viewer ?? 0;
  }

  /** The other seats, in the order in which they sit behind the near one. */
  far() {
    const count = this.game.seats;
    return Array.from({ length: count - 1 }, (_, n) => this.seat((this.near + n + 1) % count));
  }

  seat(seat) {
    const turn = this.view.actors.includes(seat);
    const place = this.table.places.findIndex((p) => p.seat === seat);
    const away = this.presence !== null && place >= 0 && !this.presence.places[place];
    const own = this.view.viewer === seat;
    const head = el("h2", { class: "who", tabindex: own ? -1 : null, "data-key": own ? "me" : null },
      turn ? [seen({ class: "turn" }, "▶"), spoken("to move: ")] : null,
      this.speller.names[seat], own ? el("span", { class: "quiet" }, " (you)") : null,
      away ? el("span", { class: "away" }, " away") : null);
    const zones = this.shown.filter((s) => s.declared.of === "player");
    return el("section", { class: `seat${turn ? " moving" : ""}${own ? " own" : ""}`, "aria-label": this.speller.names[seat] },
      el("div", { class: "about" }, head, this.clock(seat), this.remembered(seat), own ? this.legend() : null,
        zones.map((s) => this.size(label(s.declared), this.view.zones[s.zone][seat]))),
      zones.map((s) => this.cards(s, this.view.zones[s.zone][seat], label(s.declared), own)));
  }

  /** Zones of the table in the middle; of a family those in which something lies. */
  middle() {
    return this.#ofTable(["centre"]).map(({ s, zone, name }) => el("section", { class: "zone", "aria-label": name },
      this.cards(s, zone, name, false), el("div", { class: "about" }, this.size(name, zone, typeof s.declared.of === "object"))));
  }

  /** What the table remembers, and its zones that are not in the centre. */
  aside() {
    const zones = this.#ofTable(["side", "mine"]).map(({ s, zone, name }) =>
      el("div", { class: "zone slim" }, this.size(name, zone), this.cards(s, zone, name, false)));
    return [...this.remembered(null), ...zones];
  }

  #ofTable(places) {
    const found = this.shown.filter((s) => s.declared.of !== "player" && places.includes(s.place));
    return found.flatMap((s) => this.view.zones[s.zone].map((zone, n) => ({ s, zone, name: this.#member(s.declared, n) }))
      .filter(({ zone }) => s.declared.of === "table" || zone.count !== 0));
  }

  #member(thing, n) {
    if (typeof thing.of !== "object") return label(thing);
    return `${label(thing)} ${this.speller.plain([memberOf(thing.of, n, this.deck)])}`;
  }

  /** The name and how many cards there are, which eyes see by themselves where there are several of the kind. */
  size(name, zone, family = false) {
    if (family && zone.cards !== null && zone.cards.length <= FEW) return el("span", { class: "size" }, name);
    return el("span", { class: "size" }, `${name} `, el("b", {}, zone.count === null ? "?" : String(zone.count)));
  }

  /** The variables of a seat, or of nobody, that are seen and have a value; of flags the set ones. */
  remembered(seat) {
    const told = [];
    for (const variable of this.game.variables.filter((v) => (v.of === "player") === (seat !== null))) {
      this.view.variables[variable.name].forEach((value, n) => {
        if (value === null || value === false || (seat !== null && n !== seat)) return;
        told.push(this.#variable(variable, n, value));
      });
    }
    return told;
  }

  #variable(variable, n, value) {
    const name = this.#member(variable, n);
    if (variable.type.kind === "flag") return el("span", { class: "fact" }, name);
    return el("span", { class: "fact" }, `${name} `, el("b", {}, this.speller.nodes([this.speller.part(value, variable.type)])));
  }

  legend() {
    const { mark_text: text } = this.game.table;
    if (text === null || !this.view.marked.length) return null;
    return el("span", { class: "fact quiet" }, seen({ class: "star" }, "★ "), text);
  }

  /** The cards of a zone: a stack as it lies, a set sorted, backs where they are not seen. */
  cards(shown, zone, name, own) {
    if (zone.cards === null) return this.#backs(zone.count, name);
    if (!zone.cards.length) return shown.declared.of === "player" ? null : el("div", { class: "cards" }, gap());
    if (shown.declared.ordered) return this.#stack(zone.cards, name, own);
    const sorted = this.deck.sorted(zone.cards, shown.by_suit);
    if (own) {
      return el("div", { class: "cards set mine", role: "toolbar", "aria-label": `your ${name}` },
        sorted.map((c, n) => this.#spaced(this.card(c, true), sorted, n, shown.by_suit)));
    }
    const spaced = (c, n) => el("li", this.#apart(sorted, n, shown.by_suit), this.card(c, false));
    return el("ul", { class: "cards set", "aria-label": name }, sorted.map(spaced));
  }

  #apart(cards, n, bySuit) {
    const other = bySuit && n > 0 && this.deck.parts(cards[n]).suit !== this.deck.parts(cards[n - 1]).suit;
    return { class: other ? "apart" : null };
  }

  #spaced(element, cards, n, bySuit) {
    if (this.#apart(cards, n, bySuit).class) element.classList.add("apart");
    return element;
  }

  /** Bottom to top; the top card is the whole one. */
  #stack(cards, name, own) {
    return el("ol", { class: "cards stack", "aria-label": `${name}, from bottom to top` },
      cards.map((c) => el("li", {}, this.card(c, own))));
  }

  #backs(count, name) {
    if (count === 0) return null;
    const some = Math.min(count ?? 1, MOST_BACKS);
    return el("div", { class: "cards backs", role: "img", "aria-label": `${name}: ${count ?? "some"} face down` },
      Array.from({ length: some }, () => el("span", {}, back())));
  }
}
