/** Sentences and values of the server as text: for the page as nodes, for a screen reader as one line. */

/** A name of the rule file as words. */
export function readable(name) {
  return name.replaceAll("_", " ");
}

/** What a thing of the rule file is called. */
export function label(thing) {
  return thing.text ?? readable(thing.name);
}

/** The value at a place of something that there is once for each member of a type. */
export function memberOf(type, place, deck) {
  if (type.kind === "number") return { number: type.low + place };
  const named = type.kind === "suit" ? deck.suits : deck.ranks;
  return { [type.kind]: named[place].symbol };
}

/** Writes what the server says; `names` are the players', by seat. */
export class Speller {
  constructor(deck, names) {
    this.deck = deck;
    this.names = names;
  }

  /** Nodes and texts of a sentence. */
  nodes(sentence) {
    return sentence.map((part) => (typeof part === "string" ? part : this.#node(part)));
  }

  /** The sentence in one line as it is said. */
  plain(sentence) {
    return sentence.map((part) => (typeof part === "string" ? part : this.#said(part))).join("");
  }

  /** A value of a declared type as a part of a sentence. */
  part(value, type) {
    const many = type.kind === "set" || type.kind === "stack";
    return many ? { list: value.map((v) => this.part(v, type.of)) } : { [type.kind]: value };
  }

  #node(part) {
    if ("card" in part) return this.deck.inline(part.card);
    if ("suit" in part) return this.deck.inlineSuit(part.suit);
    if ("list" in part && part.list.length) {
      return part.list.flatMap((p, n) => (n ? [", ", this.#node(p)] : [this.#node(p)]));
    }
    return this.#said(part);
  }

  #said(part) {
    const [[kind, value]] = Object.entries(part);
    switch (kind) {
      case "card": return this.deck.spoken(value);
      case "suit": return this.deck.suits[this.deck.suitIndex(value)].name;
      case "rank": return this.deck.rankName(value);
      case "seat": return this.names[value] ?? `seat ${value + 1}`;
      case "flag": return value ? "yes" : "no";
      case "name": return readable(value);
      case "list": return value.map((p) => this.#said(p)).join(", ") || "none";
      case "hidden": return value === "card" ? "a card" : `a ${value} that is hidden`;
      default: return String(value);
    }
  }
}
