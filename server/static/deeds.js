/** What is done at a table: choosing, asking, typing, looking back, coming and going. */

import { announce } from "./dom.js";
import { checkDeal } from "./deal.js";
import { hex, keepOf, keepSeat, keptOf } from "./keep.js";
import { understood } from "./menu.js";
import { ask } from "./wire.js";

const REFUSED = { stale: "the position has changed", slow: "not so fast", store: "the server could not keep it, try again" };

/** Needs `draw`, `say` and `connect` of the page that it is a part of, and what that knows of the table. */
export class Deeds {
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
    this.connect();
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
