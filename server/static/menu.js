/** What may be chosen: which cards stand for which actions, and what a typed move means. */

const SIGNS = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" };
const MANY = new Set(["set", "stack"]);

/** The legal actions of a view, for a game with these moves; `drawn` are the cards that lie open on the page. */
export class Menu {
  constructor(game, legal, drawn) {
    this.entries = legal.map((entry) => ({ ...entry, cards: pickedCards(game, entry.action) }));
    this.byCard = new Map();
    for (const entry of this.entries) {
      for (const card of entry.cards) {
        if (drawn.has(card)) this.byCard.set(card, [...(this.byCard.get(card) ?? []), entry]);
      }
    }
    this.others = this.entries.filter((e) => !e.cards.some((c) => drawn.has(c)));
  }

  get empty() {
    return this.entries.length === 0;
  }

  /** The actions with all these cards. */
  having(cards) {
    return this.entries.filter((e) => cards.every((c) => e.cards.includes(c)));
  }

  /** What cards can be chosen for, each title once, with `a card` for the card. */
  hints() {
    const found = new Map();
    for (const entry of new Set([...this.byCard.values()].flat())) {
      const title = entry.title.map((p) => (typeof p === "object" && "card" in p ? "a card" : p));
      found.set(JSON.stringify(title), title);
    }
    return [...found.values()];
  }
}

function pickedCards(game, action) {
  const picks = game.moves.find((m) => m.name === action.move)?.picks ?? [];
  return picks.flatMap(({ name, type }) => {
    const value = action[name];
    if (type.kind === "card" && typeof value === "string") return [value];
    return MANY.has(type.kind) && type.of.kind === "card" && Array.isArray(value) ? value : [];
  });
}

/** The texts under which an action can be typed. */
function spellings(entry, speller, deck) {
  const title = entry.title.map((p) => (typeof p === "object" && "card" in p ? p.card : speller.plain([p]))).join("");
  const picked = Object.entries(entry.action).filter(([name]) => name !== "move").map(([, v]) => [v].flat().join(" "));
  return [title, picked.join(" "), entry.cards.join(" "), [entry.action.move, ...picked].join(" "), entry.action.move]
    .map((text) => plain(text, deck)).filter(Boolean);
}

function plain(text, deck) {
  const signs = text.replace(/[♣♦♥♠]\uFE0E?/gu, (s) => deck.suits.find((d) => d.name === SIGNS[s[0]])?.symbol ?? s);
  return signs.toLowerCase().replaceAll("_", " ").split(/\s+/).filter(Boolean).join(" ");
}

/**
 * The action that a text means, and what is left of the text for the next move: `{entry, rest}`, or null. A text
 * means an action if it is one of its spellings, or the beginning of spellings of this action alone.
 */
export function understood(text, menu, speller, deck) {
  const typed = plain(text, deck);
  const rows = menu.entries.map((entry) => ({ entry, ways: spellings(entry, speller, deck) }));
  const only = (fits) => {
    const found = rows.filter(({ ways }) => ways.some(fits));
    return found.length === 1 ? found[0].entry : null;
  };
  const whole = only((way) => way === typed) ?? only((way) => typed !== "" && way.startsWith(typed));
  if (whole !== null) return { entry: whole, rest: "" };
  const [first, ...rest] = typed.split(" ");
  const begun = rest.length ? only((way) => way === first) : null;
  return begun === null ? null : { entry: begun, rest: rest.join(" ") };
}
