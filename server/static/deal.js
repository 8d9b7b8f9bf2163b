/**
 * Whether a server dealt what it was bound to, worked out anew in the browser. The method is `sha256/1`; where
 * `yourtrumps deal verify` looks into the rules, this believes the server about what could have come.
 */

const METHOD = "sha256/1";
const WORDS = 8;
const WHOLE = 2n ** 32n;
const text = new TextEncoder();

const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

function bytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Eight bytes, the highest first. */
function eight(number) {
  const room = new DataView(new ArrayBuffer(8));
  room.setBigUint64(0, BigInt(number));
  return new Uint8Array(room.buffer);
}

async function sha256(...parts) {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
}

function asHex(found) {
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The numbers of one purpose in one match. */
class Stream {
  constructor(key) {
    this.key = key;
    this.counter = 0;
  }

  async word() {
    const place = this.counter % WORDS;
    if (place === 0) this.block = new DataView((await sha256(this.key, eight(this.counter / WORDS))).buffer);
    this.counter += 1;
    return BigInt(this.block.getUint32(4 * place));
  }

  /** A number from 0 to `n` - 1. */
  async below(n) {
    if (n === 1) return 0;
    const size = BigInt(n);
    let product = 0n;
    do product = (await this.word()) * size; while (product % WHOLE < WHOLE % size);
    return Number(product / WHOLE);
  }
}

async function mixed(deal) {
  const parts = deal.players.map((seed) => (seed === null ? [0] : [1, ...bytes(seed)]));
  return sha256(text.encode("yourtrumps/mix"), bytes(deal.server), Uint8Array.from(parts.flat()));
}

async function streamOf(seed, match, purpose) {
  return new Stream(await sha256(text.encode("yourtrumps/stream"), seed, eight(match), eight(purpose)));
}

/** Whether cards and numbers that could come stand in their order, so that the place of one is no choice. */
function inOrder(choices, cards) {
  const at = new Map(cards.map((card, n) => [card, n]));
  const places = choices.map((values) => (values.length === 1 ? at.get(values[0]) ?? values[0] : null));
  if (!places.every((place) => typeof place === "number")) return true;
  return places.every((place, n) => n === 0 || places[n - 1] < place);
}

async function promised(deal, own) {
  if (deal.method !== METHOD) return `the method \`${deal.method}\` is not known here`;
  if (asHex(await sha256(bytes(deal.server))) !== deal.commitment) {
    return "the server's seed is not the one that it was bound to by its commitment";
  }
  if (own.seal && own.seal !== deal.commitment) return `the commitment is \`${deal.commitment}\`, not the one you were shown`;
  if (own.seed && !deal.players.includes(own.seed)) return "your seed is not among those of the players";
  return null;
}

async function undrawn({ deal, draws, match, game }) {
  const seed = await mixed(deal);
  const streams = new Map();
  for (const [n, draw] of draws.entries()) {
    if (!streams.has(draw.purpose)) streams.set(draw.purpose, await streamOf(seed, match, draw.purpose));
    const drawn = await streams.get(draw.purpose).below(draw.choices.length);
    if (drawn !== draw.made) return `draw ${n + 1} of the match is not what comes of the seeds`;
    if (!inOrder(draw.choices, game.cards)) return `what could come of draw ${n + 1} does not stand in its order`;
  }
  return null;
}

/**
 * What is found about a match, as the server tells it: `{fair, text}`. `own` has what this browser kept of it, the
 * `seal` (commitment) that it was shown before and the `seed` that it gave; both may be missing.
 */
export async function checkDeal(found, own) {
  const { deal, draws } = found;
  if (deal === null) return { fair: false, text: "this match was dealt from a seed that somebody chose" };
  if (!globalThis.crypto?.subtle) {
    return { fair: false, text: "this browser checks nothing without https; `yourtrumps deal verify` does, with the record" };
  }
  const wrong = (await promised(deal, own)) ?? (await undrawn(found));
  if (wrong !== null) return { fair: false, text: wrong };
  const gave = deal.players.filter((seed) => seed !== null).length;
  return {
    fair: true,
    text: `${count(draws.length, "draw", "draws")} of chance, each as the seeds say; `
      + `${count(gave, "player", "players")} gave a seed, the server kept to its commitment`,
  };
}
