/** A table: what the server says of it, and what is done there. */

import { announce, redraw } from "./dom.js";
import { Deeds } from "./deeds.js";
import { Deck } from "./faces.js";
import { History } from "./history.js";
import { keepOf, keepSeat, seatAt } from "./keep.js";
import { Menu } from "./menu.js";
import { Scene } from "./scene.js";
import { linesOf, namesOf } from "./telling.js";
import { ask, Wire } from "./wire.js";
import { Speller } from "./words.js";
import { arrivals, drawnCards } from "./zones.js";

const TICK = 500;
const BYES = {
  unknown: "There is no such table, or it may not be watched.",
  elsewhere: "This seat is open in too many tabs; go on in another one.",
  closed: "The table is closed.",
  damaged: "The server did not understand this page. Load it again.",
};

export class TablePage extends Deeds {
  constructor(root, id) {
    super();
    this.root = root;
    this.id = id;
    this.phrases = [];
    this.presence = null;
    this.view = null;
    this.picked = [];
    this.typed = "";
    this.note = null;
    this.fallen = false;
    this.fresh = true;
    this.arrived = new Set();
    this.patient = new Map();
    this.history = new History();
  }

  async start() {
    setInterval(() => this.scene?.tick(), TICK);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.pickNone());
    this.phrases = (await ask("/api/server").catch(() => ({ phrases: [] }))).phrases;
    this.connect();
  }

  get seat() {
    return seatAt(this.id);
  }

  // what the server says

  connect() {
    this.wire?.close();
    this.history = new History();
    this.wire = new Wire(this.id, this.seat?.token ?? null, {
      welcome: (frame) => this.#welcome(frame),
      events: (frame) => this.#events(frame),
      presence: (frame) => { this.presence = frame; this.draw(); },
      state: (word) => this.#state(word),
      bye: (code) => this.#bye(code),
    });
  }

  #welcome(frame) {
    this.place = frame.place;
    this.game = frame.game;
    this.deck = new Deck(frame.game);
    this.table = frame.table;
    this.late = Date.now() - frame.now;
    this.missed = frame.version;
    document.getElementById("where").textContent = frame.game.title;
  }

  #events(frame) {
    this.table = frame.table;
    const legal = JSON.stringify(frame.view?.legal);
    if (legal !== JSON.stringify(this.view?.legal)) this.picked = [];
    this.arrived = arrivals(this.view, frame.view);
    this.view = frame.view;
    this.#seal(frame.table);
    this.speller = new Speller(this.deck, namesOf(frame.table));
    const lines = frame.events.flatMap((e) => this.history.add(e, linesOf(e, frame.table, this.speller, this.phrases)));
    if (frame.events.length) this.note = this.advised = null;
    this.draw();
    this.arrived = new Set();
    this.#tell(frame, lines);
    if (this.typed && this.view?.legal?.length) this.type(this.typed);
  }

  /** What the server is bound to is kept as soon as it is shown, for the check at the end. */
  #seal({ phase, match, commitment }) {
    const next = match === null ? 0 : match + (phase === "playing" ? 0 : 1);
    if (phase === "playing") this.checked = null;
    keepOf(this.id, "seals", next, commitment);
  }

  /** What is new is said; of what was missed the latest. */
  #tell(frame, lines) {
    if (frame.to < this.missed) return;
    for (const line of frame.to === this.missed ? lines.slice(-3) : lines) announce(line.plain);
    if (frame.events.length && this.view?.legal?.length) announce(this.scene.turnText());
  }

  #state(word) {
    const link = document.getElementById("link");
    link.hidden = false;
    if (link.textContent && link.textContent !== word) announce(word);
    link.textContent = word;
    link.className = word;
  }

  #bye(code) {
    if (code === "unknown" && this.seat !== null) {
      keepSeat(this.id, null);
      this.connect();
      return;
    }
    if (code === "unknown") this.#outside();
    else this.#over(BYES[code] ?? code);
  }

  /** Not to be watched, but perhaps there is a seat. */
  async #outside() {
    try {
      this.table = await ask(`/api/tables/${encodeURIComponent(this.id)}`);
      this.#state("not at the table");
      redraw(this.root, ...Scene.outside(this));
    } catch {
      this.#over(BYES.unknown);
    }
  }

  #over(text) {
    this.#state("ended");
    this.note = text;
    if (this.game && this.speller) this.draw();
    else redraw(this.root, Scene.gone(text));
    announce(text);
  }

  // what is drawn

  draw() {
    if (!this.game || !this.speller) return;
    const view = this.history.past?.view ?? this.view;
    const legal = this.history.past === null && view !== null ? view.legal ?? [] : [];
    const drawn = view === null ? new Set() : drawnCards(this.game, view);
    this.menu = new Menu(this.game, legal, drawn);
    this.scene = new Scene(this, view, this.menu);
    document.title = (legal.length ? "▶ " : "") + this.game.title;
    const kept = redraw(this.root, this.scene.all());
    this.fresh = false;
    this.scene.tick();
    this.#focus(kept);
  }

  /** Who had chosen something that is gone comes to what can be chosen next, at once or when it is his turn. */
  #focus(kept) {
    const here = document.activeElement;
    if (kept && !(this.fallen && (here === document.body || here?.dataset.key === "me"))) return;
    const next = this.scene.firstChoice() ?? this.root.querySelector('[data-key="end"], [data-key="me"]');
    this.fallen = next?.dataset.key === "me";
    next?.focus({ preventScroll: true });
  }

  say(text) {
    this.note = text;
    this.draw();
    announce(text);
  }
}
