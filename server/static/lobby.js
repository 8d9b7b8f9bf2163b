/** The first page: play at once, open a table for others, come to one, go on where one was. */

import { announce, button, choice, el, field, fold, redraw } from "./dom.js";
import { Deck } from "./faces.js";
import { hex, keepName, keepSeat, ownName, ownTables, seatAt } from "./keep.js";
import { given, optionFields } from "./options.js";
import { sendingForm } from "./sending.js";
import { ask } from "./wire.js";
import { Speller } from "./words.js";

const PERSON = "person";
const REFRESH = 5000;
const CLOCKS = [
  ["", "no clock"], ["move 30", "30 seconds a move"], ["move 86400", "a day a move"],
  ["total 300 5", "5 minutes and 5 seconds a move"], ["total 900 10", "15 minutes and 10 seconds a move"],
];

const LOTS = [["drawn", "are drawn"], ["loser", "fall on who lost the match before"]];
const WATCHING = [
  ["", "nobody may watch"], ["0", "who has the link may watch"], ["60", "they may, and see everything a minute later"],
  ["300", "they may, and see everything five minutes later"],
];

/** The setting of the server for one of `CLOCKS`. */
function clockOf(text) {
  const [kind, seconds, increment] = text.split(" ");
  if (!kind) return { kind: "none" };
  return kind === "move" ? { kind, seconds: +seconds } : { kind, seconds: +seconds, increment: +increment };
}

/** Id or code in what somebody typed or pasted. */
export function address(text) {
  const link = /\/t\/([0-9a-f]+)/.exec(text);
  return link === null ? { code: text.replace(/\s/g, "").toUpperCase() } : { id: link[1] };
}

export class Lobby {
  constructor(root) {
    this.root = root;
    this.game = null;
    this.seats = [];
    this.open = el("section", { "aria-labelledby": "open-title" });
    this.form = el("form", { class: "card-form", submit: (event) => this.#submit(event) }, el("p", { class: "quiet" }, "The games are coming …"));
    this.error = el("p", { class: "error", role: "alert" });
  }

  async start() {
    this.root.replaceChildren(el("div", { class: "lobby" },
      el("div", {}, el("h1", {}, "Play cards"), this.form, this.error),
      el("div", {}, this.#comeIn(), this.open, this.#own())));
    try {
      [{ rules: this.rules }, this.server] = await Promise.all([ask("/api/rules"), ask("/api/server")]);
      await this.#choose(this.rules.find((r) => r.name === "yourtrumps")?.name ?? this.rules[0].name);
      if (this.server.uploads) this.form.after(el("section", {}, sendingForm((name) => this.#sent(name))));
    } catch (error) {
      this.error.textContent = error.message;
    }
    this.#refresh();
  }

  // opening a table

  async #choose(name, seats) {
    const game = await ask(`/api/rules/${encodeURIComponent(name)}${seats ? `?seats=${seats}` : ""}`);
    if (name !== this.game?.name) this.seats = [];
    this.game = game;
    this.seats = Array.from({ length: game.seats - 1 }, (_, n) => this.seats[n] ?? this.server.levels[0]);
    this.#draw();
  }

  #draw() {
    const [low, high] = this.game.players;
    const counts = Array.from({ length: high - low + 1 }, (_, n) => [low + n, String(low + n)]);
    redraw(this.form,
      field("Game", choice("rules", this.rules.map((r) => [r.name, r.title]), this.game.name,
        { change: (e) => this.#changed(e.target.value), "data-key": "rules" })),
      el("p", { class: "quiet" }, this.game.about),
      field("Your name", el("input", {
        id: "name", maxlength: 24, required: true, autocomplete: "nickname", value: ownName() || "Guest", "data-key": "name",
      })),
      low === high ? null : field("Players", choice("count", counts, this.game.seats,
        { change: (e) => this.#changed(this.game.name, e.target.value), "data-key": "count" })),
      this.seats.map((who, n) => this.#seat(who, n)),
      this.#more(),
      el("button", { class: "main", "data-key": "go" }, this.#alone ? "Play" : "Open the table"));
  }

  async #sent(name) {
    this.rules = (await ask("/api/rules")).rules;
    await this.#choose(name);
  }

  get #alone() {
    return this.seats.every((who) => who !== PERSON);
  }

  #changed(name, seats) {
    this.#choose(name, seats).catch((error) => { this.error.textContent = error.message; });
  }

  #seat(who, n) {
    const pairs = [...this.server.levels.map((l) => [l, `computer, ${l}`]), [PERSON, "somebody whom you invite"]];
    const text = this.seats.length === 1 ? "Against" : `Seat ${n + 2}`;
    const change = (event) => {
      this.seats[n] = event.target.value;
      this.#draw();
    };
    return field(text, choice(`seat-${n}`, pairs, who, { change, "data-key": `seat-${n}` }));
  }

  #more() {
    const check = (id, text, checked) => el("div", { class: "field tick" },
      el("input", { id, type: "checkbox", checked }), el("label", { for: id }, text));
    const speller = new Speller(new Deck(this.game), []);
    return [
      this.game.options.length ? fold("options", "Rules of this table", optionFields(this.game, speller)) : null,
      fold("settings", "Clock, spectators, series",
        field("Clock", choice("clock", CLOCKS, "")),
        field("Matches", el("input", { id: "match-count", type: "number", min: 1, max: 99, value: 1 })),
        field("Lots in later matches", choice("lots", LOTS, "drawn")),
        check("public", "shown to everybody in the list of tables", false),
        field("Spectators", choice("spectators", WATCHING, "0")),
        check("takeback", "moves may be undone if everybody agrees", true)),
      fold("rules-text", "How it is played", this.game.rules.map((s) => el("p", {}, speller.nodes(s)))),
    ];
  }

  async #submit(event) {
    event.preventDefault();
    const value = (id) => document.getElementById(id);
    const name = value("name").value.trim();
    const body = {
      rules: this.game.name, name, seed: hex(32), options: given(this.game, this.form),
      seats: [{ kind: PERSON }, ...this.seats.map((who) => (who === PERSON ? { kind: PERSON } : { kind: "computer", level: who }))],
      clock: clockOf(value("clock").value), matches: Number(value("match-count").value) || 1,
      lots: value("lots").value,
      public: value("public").checked, takeback: value("takeback").checked,
      spectators: { allowed: value("spectators").value !== "", delay: Number(value("spectators").value) },
    };
    this.error.textContent = "";
    try {
      const opened = await ask("/api/tables", body);
      keepName(name);
      keepSeat(opened.id, { token: opened.token, title: this.game.title, seeds: { 0: body.seed } });
      location.assign(`/t/${opened.id}`);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }

  // coming to one

  #comeIn() {
    const code = el("input", { id: "code", autocapitalize: "characters", autocomplete: "off", required: true });
    const said = el("p", { class: "error", role: "alert" });
    const submit = async (event) => {
      event.preventDefault();
      const at = address(code.value);
      try {
        const id = at.id ?? (await ask(`/api/codes/${encodeURIComponent(at.code)}`)).id;
        location.assign(`/t/${id}`);
      } catch (error) {
        said.textContent = error.code === "unknown" ? "there is no such table" : error.message;
      }
    };
    return el("form", { class: "row", submit },
      field("Link or code of a table", code), el("button", {}, "Come in"), said);
  }

  async #refresh() {
    if (document.visibilityState === "visible") {
      try {
        this.#list((await ask("/api/tables")).tables);
      } catch { /* the next time */ }
    }
    setTimeout(() => this.#refresh(), REFRESH);
  }

  #list(tables) {
    const before = this.known;
    this.known = new Set(tables.map((t) => t.id));
    if (before && tables.some((t) => t.free && !before.has(t.id))) announce("there is a new table");
    redraw(this.open, el("h2", { id: "open-title" }, "Open tables"),
      tables.length ? el("ul", { class: "tables" }, tables.map((t) => this.#entry(t)))
        : el("p", { class: "quiet" }, "None waits for players now."));
  }

  #entry(table) {
    const names = table.seats.map((s) => s.name).filter(Boolean).join(", ");
    const does = table.free && table.phase === "waiting" ? "Sit down" : "Watch";
    return el("li", {}, el("a", { href: `/t/${table.id}`, "data-key": table.id }, el("b", {}, table.title),
      el("span", { class: "quiet" }, ` ${names}`), el("span", { class: "does" }, does)));
  }

  #own() {
    const tables = ownTables();
    if (!tables.length) return null;
    const entry = (id) => {
      const line = el("li", {}, el("a", { href: `/t/${id}` }, seatAt(id)?.title ?? "a table", el("span", { class: "does" }, "Go on")),
        button("Forget", () => { keepSeat(id, null); line.remove(); }, { class: "small", "aria-label": `forget ${seatAt(id)?.title ?? "it"}` }));
      return line;
    };
    return el("section", {}, el("h2", {}, "Your tables"), el("ul", { class: "tables" }, tables.slice(-8).map(entry)));
  }
}
