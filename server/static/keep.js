/** What this browser keeps: the keys of its seats and the name of its owner. It may refuse to keep anything. */

const SEAT = "seat:";
const NAME = "name";

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch { /* a private window: the seat lasts as long as the page */ }
}

export function ownName() {
  return read(NAME) ?? "";
}

export function keepName(name) {
  write(NAME, name);
}

/**
 * `{token, title}` of one's seat at a table, or null. By match it may also have `seals`, what the server was bound to
 * before, and `seeds`, what was given for the deal.
 */
export function seatAt(table) {
  try {
    return JSON.parse(read(SEAT + table));
  } catch {
    return null;
  }
}

export function keepSeat(table, seat) {
  write(SEAT + table, seat === null ? null : JSON.stringify(seat));
}

/** Keeps something of a match that is not there yet: one of `seals` or `seeds`. */
export function keepOf(table, kind, match, value) {
  const seat = seatAt(table);
  if (seat === null || value === null || seat[kind]?.[match] !== undefined) return;
  keepSeat(table, { ...seat, [kind]: { ...seat[kind], [match]: value } });
}

/** What is kept of a match, to check its deal: `{seal, seed}`. */
export function keptOf(table, match) {
  const seat = seatAt(table);
  return { seal: seat?.seals?.[match], seed: seat?.seeds?.[match] };
}

/** Ids of the tables at which one has a seat. */
export function ownTables() {
  try {
    return Object.keys(localStorage).filter((k) => k.startsWith(SEAT)).map((k) => k.slice(SEAT.length));
  } catch {
    return [];
  }
}

/** So many random bytes as hex digits. */
export function hex(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return [...drawn].map((b) => b.toString(16).padStart(2, "0")).join("");
}
