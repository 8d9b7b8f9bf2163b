/** Cards: what they are called and how they are drawn, from a game's own declaration of its deck. */

import { el, seen, spoken, svg } from "./dom.js";

const SIGNS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };

/** Shapes of suits in a square of 24. */
const SHAPES = {
  clubs: "M12 2a4.6 4.6 0 0 0-3.9 7A4.7 4.7 0 1 0 11.2 16.2C11.1 19 10.3 20.7 8.5 22H15.5C13.7 20.7 12.9 19 12.8"
    + " 16.2A4.7 4.7 0 1 0 15.9 9 4.6 4.6 0 0 0 12 2Z",
  diamonds: "M12 1.5 20 12 12 22.5 4 12Z",
  hearts: "M12 21.5C5 15.5 2 12 2 8 2 5 4.2 3 6.8 3 9 3 10.9 4.2 12 6.3 13.1 4.2 15 3 17.2 3 19.8 3 22 5 22 8 22 12"
    + " 19 15.5 12 21.5Z",
  spades: "M12 2C5.5 8 2.5 11 2.5 14.3 2.5 17 4.5 18.8 6.9 18.8 8.6 18.8 10.2 18 11.1 16.6 11 19 10.2 20.7 8.5"
    + " 22H15.5C13.8 20.7 13 19 12.9 16.6 13.8 18 15.4 18.8 17.1 18.8 19.5 18.8 21.5 17 21.5 14.3 21.5 11 18.5 8"
    + " 12 2Z",
};
const OTHER_SHAPES = [
  "M12 2 15 9 22 9.5 16.5 14 18.5 21.5 12 17.3 5.5 21.5 7.5 14 2 9.5 9 9Z",
  "M4 4H20V20H4Z",
  "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3Z",
  "M12 3 22 21H2Z",
  "M9 2H15V9H22V15H15V22H9V15H2V9H9Z",
  "M7 3H17L22 12 17 21H7L2 12Z",
];
const STAR = "M12 1.5 15 8.8 22.8 9.4 16.8 14.5 18.7 22.2 12 18 5.3 22.2 7.2 14.5 1.2 9.4 9 8.8Z";

/** The deck of one game; cards and suits are written as the server writes them. */
export class Deck {
  constructor(game) {
    this.suits = game.deck.suits;
    this.ranks = game.deck.ranks;
    this.known = new Map();
    this.suits.forEach((suit, s) => this.ranks.forEach((rank, r) => {
      this.known.set(rank.symbol + suit.symbol, { suit: s, rank: r });
    }));
  }

  /** Places of suit and rank in the deck; null for what is no card. */
  parts(card) {
    return this.known.get(card) ?? null;
  }

  suitIndex(symbol) {
    return Math.max(0, this.suits.findIndex((s) => s.symbol === symbol));
  }

  rankName(symbol) {
    return this.ranks.find((r) => r.symbol === symbol)?.name ?? symbol;
  }

  /** One sign; the symbol for suits that have none. */
  sign(index) {
    return SIGNS[this.suits[index].name] ?? this.suits[index].symbol;
  }

  ink(index) {
    const name = this.suits[index].name;
    return name in SIGNS ? `ink-${name}` : `ink-${index % OTHER_SHAPES.length}`;
  }

  shape(index) {
    return SHAPES[this.suits[index].name] ?? OTHER_SHAPES[index % OTHER_SHAPES.length];
  }

  /** As it is said: `king of spades`. */
  spoken(card) {
    const at = this.parts(card);
    return at === null ? card : `${this.ranks[at.rank].name} of ${this.suits[at.suit].name}`;
  }

  /** As it is written: `K♠`. */
  written(card) {
    const at = this.parts(card);
    return at === null ? card : this.ranks[at.rank].symbol + this.sign(at.suit);
  }

  /** A card in a line of text. */
  inline(card) {
    const at = this.parts(card);
    const ink = at === null ? "" : this.ink(at.suit);
    return [seen({ class: `word ${ink}` }, this.written(card)), spoken(this.spoken(card))];
  }

  inlineSuit(symbol) {
    const index = this.suitIndex(symbol);
    return [seen({ class: `word ${this.ink(index)}` }, this.sign(index)), spoken(this.suits[index].name)];
  }

  /** The drawn face, for eyes alone. */
  face(card, marked = false) {
    const { suit, rank } = this.parts(card);
    const symbol = this.ranks[rank].symbol;
    const shape = (transform) => svg("path", { d: this.shape(suit), transform });
    return svg("svg", { class: `face ${this.ink(suit)}`, viewBox: "0 0 60 84", "aria-hidden": "true" },
      svg("rect", { class: "paper", x: 1, y: 1, width: 58, height: 82, rx: 6 }),
      svg("text", { x: 11.5, y: 20, class: symbol.length > 1 ? "long" : null }, symbol),
      shape("translate(4 24) scale(.625)"),
      shape("translate(15.5 33) scale(1.7)"),
      marked ? svg("path", { class: "mark", d: STAR, transform: "translate(41 4) scale(.6)" }) : null);
  }

  /** A card that lies open and cannot be chosen; `mark` is the text for marked ones, null for others. */
  open(card, mark) {
    return el("span", { class: "card", role: "img", "aria-label": this.named(card, mark) }, this.face(card, mark !== null));
  }

  /** As it is said, with its mark. */
  named(card, mark) {
    return this.spoken(card) + (mark ? `, ${mark}` : "");
  }

  /** Cards in the order in which they are drawn: by suit, or by rank first. */
  sorted(cards, bySuit) {
    const key = ({ suit, rank }) => (bySuit ? suit * 1000 + rank : rank * 1000 + suit);
    return [...cards].sort((a, b) => key(this.parts(a)) - key(this.parts(b)));
  }
}

/** A card face down. */
export function back() {
  return svg("svg", { class: "face back", viewBox: "0 0 60 84", "aria-hidden": "true" },
    svg("rect", { class: "paper", x: 1, y: 1, width: 58, height: 82, rx: 6 }),
    svg("rect", { class: "frame", x: 6, y: 6, width: 48, height: 72, rx: 3 }),
    [0, 1, 2].map((n) => svg("path", { class: "lace", d: "M30 0 42 12 30 24 18 12Z", transform: `translate(0 ${6 + 24 * n})` })));
}

/** Where a card could lie. */
export function gap() {
  return el("span", { class: "face gap", "aria-hidden": "true" });
}
