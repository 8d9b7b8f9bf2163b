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

/** `{token, title}` of one's seat at a table, or null. */
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
