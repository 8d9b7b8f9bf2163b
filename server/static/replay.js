/** A match that is over, to go through with all cards open; the address names the position: `/t/ID?match=0#17`. */

import { announce, button, el, field, redraw } from "./dom.js";
import { checkDeal } from "./deal.js";
import { Deck } from "./faces.js";
import { keptOf } from "./keep.js";
import { verdict } from "./people.js";
import { ask } from "./wire.js";
import { Speller } from "./words.js";
import { Drawing } from "./zones.js";

const PACE = 1200;
const SHOWN = 3;

export class ReplayPage {
  constructor(root, id, match) {
    this.root = root;
    this.id = id;
    this.number = match;
    this.path = `/api/tables/${encodeURIComponent(id)}/matches/${match}`;
    this.views = new Map();
    this.at = 0;
    this.checked = null;
  }

  async start() {
    try {
      this.found = await ask(this.path);
    } catch (error) {
      redraw(this.root, el("div", { class: "notice" },
        el("p", {}, error.code === "unknown" ? "There is no such match, or it is not over." : error.message),
        el("p", {}, el("a", { href: "/" }, "To all tables"))));
      return;
    }
    this.deck = new Deck(this.found.game);
    this.speller = new Speller(this.deck, this.found.players);
    document.title = document.getElementById("where").textContent = this.found.title;
    document.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => this.go(Number(location.hash.slice(1))));
    await this.go(Number(location.hash.slice(1)));
  }

  get last() {
    return this.found.said.length - 1;
  }

  /** To a position, from 0; what lies outside comes to the nearest. */
  async go(wanted, said = false) {
    const at = Math.min(this.last, Math.max(0, Number.isInteger(wanted) ? wanted : 0));
    this.at = at;
    const view = await this.#view(at).catch((error) => error);
    if (this.at !== at) return;
    if (view instanceof Error) {
      this.stop();
      announce(view.message);
      return;
    }
    history.replaceState(null, "", `#${at}`);
    this.#draw(view);
    if (said) announce(this.#told(at).map((s) => this.speller.plain(s)).join("; ") || "the beginning");
    if (at < this.last) this.#view(at + 1).catch(() => null);
  }

  #view(at) {
    if (!this.views.has(at)) {
      const asked = ask(`${this.path}/${at}`);
      this.views.set(at, asked);
      asked.catch(() => this.views.delete(at));
    }
    return this.views.get(at);
  }

  #told(at) {
    return this.found.said[at].filter((s) => s.length);
  }

  // moving

  #key(event) {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
    if (to === undefined || event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.stop();
    this.go(to, true);
  }

  toggle() {
    if (this.timer) this.stop();
    else this.timer = setInterval(() => (this.at < this.last ? this.go(this.at + 1, true) : this.stop()), PACE);
    this.go(this.timer && this.at === this.last ? 0 : this.at);
  }

  stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.go(this.at);
  }

  // drawing

  #draw(view) {
    const { found, deck } = this;
    const marked = new Set(view.marked);
    const drawing = new Drawing({
      game: found.game, deck, speller: this.speller, view, table: { places: [] }, presence: null, clock: () => null,
      card: (card) => deck.open(card, marked.has(card) ? found.game.table.mark_text ?? "" : null),
    });
    const aside = drawing.aside();
    redraw(this.root, el("div", { class: "at-table" },
      el("div", { class: "felt" },
        el("h1", { class: "headline" }, `${found.title}: ${found.players.join(", ")}`),
        el("div", { class: "seats" }, drawing.seat(drawing.near), drawing.far()),
        aside.length ? el("div", { class: "aside" }, aside) : null,
        el("div", { class: "middle" }, drawing.middle()),
        this.#happened(), this.#controls()),
      el("aside", { class: "tools", "aria-label": "about the match" }, this.#lines(), this.#about())));
    this.root.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
  }

  #happened() {
    const lines = Array.from({ length: this.at + 1 }, (_, n) => this.#told(n)).flat().slice(-SHOWN);
    return el("div", { class: "happened" }, lines.map((s) => el("p", {}, this.speller.nodes(s))));
  }

  #controls() {
    const to = (text, name, wanted, key) => button(text, () => { this.stop(); this.go(wanted, true); },
      { "aria-label": name, "data-key": key, disabled: wanted < 0 || wanted > this.last || wanted === this.at });
    const slide = el("input", {
      id: "position", type: "range", min: 0, max: this.last, value: this.at, class: "slide",
      input: (event) => { this.stop(); this.go(Number(event.target.value), true); },
    });
    slide.value = String(this.at);
    return el("div", { class: "controls" }, field(`Position ${this.at} of ${this.last}`, slide),
      el("div", { class: "row" }, to("◀◀", "first position", 0, "first"), to("◀", "one back", this.at - 1, "back"),
        button(this.timer ? "Stop" : "Play", () => this.toggle(), { class: "main", "data-key": "play" }),
        to("▶", "one on", this.at + 1, "next"), to("▶▶", "last position", this.last, "last")));
  }

  #lines() {
    const line = (sentence, at) => el("li", {}, el("button", {
      type: "button", class: "line", "aria-current": at === this.at ? "step" : null, "data-key": `line-${at}`,
      click: () => { this.stop(); this.go(at); },
    }, this.speller.nodes(sentence)));
    const lines = this.found.said.flatMap((_, at) => this.#told(at).map((s) => line(s, at)));
    return el("section", {}, el("h2", {}, "What happened"), el("ol", { class: "log" }, lines));
  }

  #about() {
    const check = async () => {
      this.checked = await checkDeal(this.found, keptOf(this.id, this.number));
      announce(this.checked.text);
      this.go(this.at);
    };
    return el("section", { class: "about-match" }, el("h2", {}, "This match"),
      el("div", { class: "row" },
        this.found.deal ? button("Check the deal", check, { "data-key": "check" }) : null,
        el("a", { class: "button", href: `/api/tables/${this.id}/record?match=${this.number}`, download: `${this.found.code}-${this.number}.jsonl` }, "Record"),
        el("a", { class: "button", href: `/t/${this.id}` }, "To the table")),
      verdict(this.checked));
  }
}
