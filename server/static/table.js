/** A table: what the server says of it, and what is done there. */

import { announce, redraw } from "./dom.js";
import { checkDeal } from "./deal.js";
import { Deck } from "./faces.js";
import { History } from "./history.js";
import { hex, keepOf, keepSeat, keptOf, seatAt } from "./keep.js";
import { Menu, understood } from "./menu.js";
import { Scene } from "./scene.js";
import { linesOf, namesOf } from "./telling.js";
import { ask, Wire } from "./wire.js";
import { Speller } from "./words.js";
import { arrivals, drawnCards } from "./zones.js";

const TICK = 500;
const REFUSED = { stale: "the position has changed", slow: "not so fast", store: "the server could not keep it, try again" };
const BYES = {
  unknown: "There is no such table, or it may not be watched.",
  elsewhere: "This seat is open in too many tabs; go on in another one.",
  closed: "The table is closed.",
  damaged: "The server did not understand this page. Load it again.",
};

export class TablePage {
  constructor(root, id) {
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
    this.#connect();
  }

  get seat() {
    return seatAt(this.id);
  }

  // what the server says

  #connect() {
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
      this.#connect();
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

  // what is done

  /** A card was chosen: an action if it can be only one, else a question which. */
  pick(card) {
    const more = this.picked.includes(card) ? this.picked.filter((c) => c !== card) : [...this.picked, card];
    this.picked = this.menu.having(more).length ? more : [card];
    const found = this.picked.length ? this.menu.having(this.picked) : [];
    if (found.length === 1) {
      this.act(found[0].action);
      return;
    }
    this.draw();
    this.root.querySelector(".choices .which button")?.focus();
  }

  pickNone() {
    if (!this.picked.length) return;
    const card = this.picked[0];
    this.picked = [];
    this.draw();
    this.root.querySelector(`[data-key="card-${CSS.escape(card)}"]`)?.focus();
  }

  async act(action) {
    if (this.acting) return;
    this.acting = true;
    this.picked = [];
    this.fallen = true;
    const answer = await this.wire.send({ type: "move", version: this.wire.version, action });
    this.acting = false;
    this.#refused(answer);
  }

  async send(message) {
    this.#refused(await this.wire.send(message));
  }

  #refused(answer) {
    if (answer.type !== "refused") return;
    this.typed = "";
    this.say(answer.said ? this.speller.plain(answer.said) : REFUSED[answer.code] ?? answer.text);
  }

  async why(card) {
    if (this.history.past !== null) return;
    const waits = this.view.outcome === null && !this.view.actors.includes(this.view.viewer);
    const answer = waits ? null : await this.wire.ask({ type: "why", card });
    const said = answer?.said ? this.speller.plain(answer.said) : null;
    this.say(said ?? (waits ? "it is not your turn" : `${this.deck.spoken(card)} cannot be chosen now`));
  }

  async hint() {
    const answer = await this.wire.ask({ type: "hint" });
    const wanted = JSON.stringify(answer?.action ?? null);
    const entry = this.menu.entries.find((e) => JSON.stringify(e.action) === wanted);
    this.advised = entry ? { text: wanted, cards: entry.cards } : null;
    this.say(entry ? `hint: ${this.speller.plain(entry.title)}` : "there is no hint now");
  }

  /** A typed move, or several of which the first is made now. */
  type(text) {
    const found = understood(text, this.menu, this.speller, this.deck);
    this.typed = found?.rest ?? "";
    if (found === null) this.say(`\`${text}\` is not one of your moves now`);
    else this.act(found.entry.action);
  }

  async step(to) {
    const version = this.history.target(to);
    if (version === null) {
      this.history.past = null;
    } else {
      const answer = await this.wire.ask({ type: "look", version });
      if (answer?.type === "past" && answer.view !== null) this.history.past = { version, view: answer.view };
    }
    this.draw();
    announce(this.history.told() || "now");
  }

  async join(name, seed) {
    const seat = await ask(`/api/tables/${encodeURIComponent(this.id)}/seats`, { name, seed });
    keepSeat(this.id, { token: seat.token, title: this.table.title, seeds: { 0: seed } });
    this.speller = undefined;
    this.view = null;
    this.#connect();
  }

  /** Asks for another match, with a new part in its deal. */
  async again() {
    const [seed, next] = [hex(32), this.table.match + 1];
    const answer = await this.wire.send({ type: "rematch", seed });
    if (answer.type === "done") keepOf(this.id, "seeds", next, seed);
    this.#refused(answer);
  }

  /** Whether the match that is over was dealt as the server had promised. */
  async check() {
    const { match } = this.history.ended;
    try {
      this.checked = await checkDeal(await ask(`/api/tables/${encodeURIComponent(this.id)}/matches/${match}`), keptOf(this.id, match));
    } catch (error) {
      this.checked = { fair: false, text: error.message };
    }
    this.draw();
    announce(this.checked.text);
  }

  async leave() {
    await this.wire.send({ type: "leave" });
    keepSeat(this.id, null);
    location.assign("/");
  }
}
