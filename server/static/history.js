/** What has happened at a table, and which earlier position is looked at. */

const POSITIONS = new Set(["started", "moved", "undone", "ended"]);

export class History {
  constructor() {
    this.lines = [];
    this.positions = [];
    this.ended = null;
    this.past = null;
    this.empty = true;
  }

  /** Adds an event with its lines, which come back. */
  add(event, lines) {
    this.empty = false;
    if (event.kind === "started") {
      this.positions = [];
      this.ended = null;
      this.past = null;
    }
    if (event.kind === "ended") this.ended = event;
    this.lines.push(...lines.map((line) => ({ ...line, version: event.version })));
    if (POSITIONS.has(event.kind)) this.positions.push(event.version);
    return lines;
  }

  /** The version that `first`, `back` or `next` means; null is now. */
  target(to) {
    const at = this.past === null ? this.positions.length - 1 : this.positions.indexOf(this.past.version);
    const next = { first: 0, back: Math.max(0, at - 1), next: at + 1 }[to];
    return next === undefined || next >= this.positions.length - 1 ? null : this.positions[next];
  }

  /** What is looked at: `3 of 17` and what had happened then; empty for now. */
  told() {
    if (this.past === null) return "";
    const at = this.positions.indexOf(this.past.version);
    const said = this.lines.filter((l) => l.version === this.past.version).map((l) => l.plain).join("; ");
    return `${at + 1} of ${this.positions.length}${said ? `: ${said}` : ""}`;
  }
}
