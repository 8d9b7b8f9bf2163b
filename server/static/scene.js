/** The page of a table, composed from one position; every part can be drawn anew at any time. */

import { button, el, field, fold } from "./dom.js";
import { clockText, ended, invitation, joinForm, requests, watching } from "./people.js";
import { Drawing } from "./zones.js";
import { label } from "./words.js";

const LATEST = 3;
const WIDE = "(min-width: 64rem)";

export class Scene {
  /** `view` is null before the first match; `menu` has nothing in it while an earlier position is looked at. */
  constructor(page, view, menu) {
    Object.assign(this, { page, view, menu, table: page.table, game: page.game });
    this.past = page.history.past !== null;
  }

  /** A table that one may not watch: perhaps one may sit down. */
  static outside(page) {
    const free = page.table.places.some((p) => p.name === null);
    return [el("h1", {}, page.table.title), free ? joinForm(page) : Scene.gone("This table may not be watched.")];
  }

  static gone(text) {
    return el("div", { class: "notice" }, el("p", {}, text), el("p", {}, el("a", { href: "/" }, "To all tables")));
  }

  all() {
    const { page, table } = this;
    return el("div", { class: "at-table" },
      el("div", { class: "felt" },
        el("h1", { class: "spoken" }, this.game.title),
        this.#notices(),
        this.view === null ? this.#waiting() : this.#position()),
      el("aside", { class: "tools", "aria-label": "about the table" },
        table.phase === "playing" && page.place !== null ? this.#commands() : null,
        this.#history(), this.#typing(), this.#phrases(), this.#rules(), this.#about()));
  }

  #notices() {
    const { page, table } = this;
    const free = table.phase === "waiting" && table.places.some((p) => p.name === null);
    const over = page.history.ended !== null && table.phase !== "playing" && !this.past;
    return [
      page.place === null && free ? joinForm(page) : null,
      page.place === null && table.phase !== "closed" ? watching(table) : null,
      page.place !== null && free ? invitation(page) : null,
      over ? ended(page, this.view) : null,
      requests(page),
    ];
  }

  #waiting() {
    return el("section", {}, el("h2", {}, "At the table"),
      el("ul", { class: "people" }, this.table.places.map((p) => el("li", {}, p.name ?? el("span", { class: "quiet" }, "free seat")))));
  }

  // the position

  #position() {
    const { page, view } = this;
    const drawing = new Drawing({
      game: this.game, deck: page.deck, speller: page.speller, view, table: this.table, presence: page.presence,
      card: (card, own) => this.#arriving(card, this.#card(card, own)),
      clock: (seat) => (this.table.clocks ? el("span", { class: "clock", role: "timer", "data-clock": seat }) : null),
    });
    const aside = drawing.aside();
    return [
      el("div", { class: "seats" }, drawing.far()),
      aside.length ? el("div", { class: "aside" }, aside) : null,
      el("div", { class: "middle" }, drawing.middle()),
      this.#happened(),
      drawing.seat(drawing.near),
      this.#choices(),
    ];
  }

  #arriving(card, element) {
    if (this.page.arrived.has(card)) element.classList.add("arrived");
    return element;
  }

  #card(card, own) {
    const { page } = this;
    const live = this.menu.byCard.has(card);
    const marked = this.view.marked.includes(card);
    const mark = marked ? this.game.table.mark_text ?? "" : null;
    if (!live && (!own || this.past || this.table.phase !== "playing")) return page.deck.open(card, mark);
    const picked = page.picked.includes(card);
    const advised = page.advised?.cards.includes(card) ? " advised" : "";
    const about = {
      class: `card ${live ? "live" : "still"}${advised}`, "aria-label": page.deck.named(card, mark), "data-key": `card-${card}`,
      "aria-pressed": picked ? "true" : null, "aria-disabled": live ? null : "true",
      keydown: rove, tabindex: own ? -1 : 0,
    };
    return button(page.deck.face(card, marked), () => (live ? page.pick(card) : page.why(card)), about);
  }

  /** The latest that was said, or what is looked at. */
  #happened() {
    const { page } = this;
    const steps = (to, text, name) => button(text, () => page.step(to), { class: "small", "aria-label": name, "data-key": `step-${to}` });
    if (this.past) {
      return el("div", { class: "happened past" }, el("p", {}, el("b", {}, "Earlier: "), page.history.told()),
        el("p", { class: "row" }, steps("first", "◀◀", "first position"), steps("back", "◀", "one back"),
          steps("next", "▶", "one on"), steps("now", "Now", "now")));
    }
    const latest = page.history.lines.slice(-LATEST);
    return el("div", { class: "happened" }, latest.map((line) => el("p", {}, line.nodes())));
  }

  #choices() {
    const { page, menu } = this;
    if (this.past) return null;
    const chosen = page.picked.length ? menu.having(page.picked) : [];
    const note = el("p", { class: "note" }, page.note ?? "");
    if (chosen.length) {
      return el("div", { class: "choices" }, note, el("div", { class: "which", role: "group", "aria-label": "which?" },
        chosen.map((entry, n) => this.#action(entry, `which-${n}`)),
        button("Another card", () => page.pickNone(), { class: "small" })));
    }
    const hints = menu.hints().map((title) => page.speller.nodes(title));
    return el("div", { class: "choices" },
      this.view.outcome === null ? el("p", { class: `turn-text${menu.empty ? " quiet" : ""}` }, this.turnText()) : null,
      hints.length ? el("p", { class: "quiet hints" }, "choose a card: ", hints.map((h, n) => [n ? " · " : "", h])) : null,
      menu.others.length ? el("div", { class: "actions" }, menu.others.map((entry, n) => this.#action(entry, `action-${n}`))) : null,
      note);
  }

  #action(entry, key) {
    const { page } = this;
    return el("button", { type: "button", class: `action${page.advised?.text === JSON.stringify(entry.action) ? " advised" : ""}`, "data-key": key, click: () => page.act(entry.action) },
      page.speller.nodes(entry.title));
  }

  /** Whose turn it is and what the phase asks for. */
  turnText() {
    const { view, page } = this;
    if (view === null || view.outcome !== null || !view.actors.length) return "";
    const phase = this.game.phases.find((p) => p.name === view.phase);
    const asked = phase?.text ? `: ${label(phase)}` : "";
    if (view.actors.includes(view.viewer)) return `Your turn${asked}`;
    return `${view.actors.map((s) => page.speller.names[s]).join(", ")} to move${asked}`;
  }

  /** Where somebody who has to choose begins: the first card that can be chosen, else the first button. */
  firstChoice() {
    const { root } = this.page;
    return root.querySelector(".choices .which button") ?? root.querySelector(".own .live")
      ?? root.querySelector("button.live") ?? root.querySelector(".choices .action");
  }

  /** What changes with time alone, and the one card of a row that Tab reaches. */
  tick() {
    const { root, table, late } = this.page;
    for (const shown of root.querySelectorAll("[data-clock]")) {
      shown.textContent = clockText(table, Number(shown.dataset.clock), Date.now() - late);
    }
    for (const row of root.querySelectorAll(".mine")) {
      if (row.querySelector('button[tabindex="0"]')) continue;
      const first = row.querySelector(".live") ?? row.querySelector("button");
      if (first) first.tabIndex = 0;
    }
    for (const wait of root.querySelectorAll("[data-after]")) wait.hidden = Date.now() - late < Number(wait.dataset.after);
  }

  // beside it

  #commands() {
    const { page, table } = this;
    return el("div", { class: "row commands" },
      table.casual && !this.menu.empty ? button("Hint", () => page.hint(), { "data-key": "hint" }) : null,
      table.takeback ? button("Undo", () => page.send({ type: "takeback" }), { "data-key": "undo" }) : null,
      page.resigning
        ? [button("Give up the match", () => { page.resigning = false; page.send({ type: "resign" }); }, { class: "danger", "data-key": "resign" }),
          button("Go on", () => { page.resigning = false; page.draw(); })]
        : button("Give up …", () => { page.resigning = true; page.draw(); }, { "data-key": "resign" }));
  }

  #history() {
    const { page } = this;
    const lines = page.history.lines.map((line) => el("li", {}, line.nodes()));
    const log = fold("log", "What happened",
      this.view === null ? null : el("p", { class: "row" }, button("Step back", () => page.step("back"), { class: "small", "data-key": "to-back" })),
      el("ol", { class: "log", reversed: true, tabindex: 0, "aria-label": "what happened, the latest first" }, lines.reverse()));
    log.open = page.fresh && matchMedia(WIDE).matches;
    return log;
  }

  #typing() {
    const { page } = this;
    if (page.place === null || this.table.phase !== "playing") return null;
    const input = el("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-key": "typed" });
    const submit = (event) => {
      event.preventDefault();
      const text = input.value;
      input.value = "";
      if (text.trim()) page.type(text);
    };
    return fold("typing", "Type a move", el("form", { class: "row", submit }, field("Move", input), el("button", {}, "Go")));
  }

  #phrases() {
    const { page, table } = this;
    if (page.place === null || table.casual || table.phase === "closed") return null;
    return fold("phrases", "Say something", el("div", { class: "row" },
      page.phrases.map((text, n) => button(text, () => page.send({ type: "say", phrase: n }), { class: "small", "data-key": `say-${n}` }))));
  }

  #rules() {
    const paragraphs = this.game.rules.map((s) => el("p", {}, this.page.speller.nodes(s)));
    return fold("rules", "The rules here", paragraphs);
  }

  #about() {
    const { table, page } = this;
    const watch = page.presence?.spectators ?? 0;
    return fold("about", "About this table",
      el("p", {}, "Code ", el("b", {}, table.code)),
      table.matches > 1 ? el("p", {}, `Match ${(table.match ?? 0) + 1} of ${table.matches}`) : null,
      table.lots === "loser" ? el("p", {}, "From the second match on, lots among the players fall on who lost the match before.") : null,
      watch ? el("p", {}, `${watch} watching`) : null,
      table.commitment ? el("p", { class: "quiet" }, "The deal was fixed before it began; this is its seal, and the record of the match "
        + "will show that it was kept: ", el("code", {}, table.commitment)) : null);
  }
}

/** Arrow keys among the cards of a row. */
function rove(event) {
  const row = [...event.currentTarget.closest(".mine, .cards").querySelectorAll("button")];
  const at = row.indexOf(event.currentTarget);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: row.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = row[(to + row.length) % row.length];
  if (next.closest(".mine")) for (const card of row) card.tabIndex = card === next ? 0 : -1;
  next.focus();
}
