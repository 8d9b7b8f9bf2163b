/** What people at a table arrange: sitting down, inviting, asking, claiming, another match; and their clocks. */

import { button, el, field } from "./dom.js";
import { hex, keepName, ownName } from "./keep.js";
import { reasonText } from "./telling.js";

/** `4:05` for a seat at a time of the server's; empty where there is no clock. */
export function clockText(table, seat, now) {
  if (!table.clocks) return "";
  const spent = table.running.includes(seat) && table.phase === "playing" ? now - table.at : 0;
  const seconds = Math.max(0, Math.ceil((table.clocks[seat] - spent) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function joinForm(page) {
  const name = el("input", { id: "join-name", maxlength: 24, required: true, value: ownName() || "Guest", "data-key": "join-name" });
  const said = el("p", { class: "error", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    try {
      keepName(name.value.trim());
      await page.join(name.value.trim(), hex(32));
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return el("form", { class: "notice row", submit }, field("Your name", name), el("button", { class: "main" }, "Sit down"), said);
}

export function invitation(page) {
  const link = location.origin + location.pathname;
  const copy = async (event) => {
    const pressed = event.currentTarget;
    try {
      await navigator.clipboard.writeText(link);
      pressed.textContent = "Copied";
    } catch {
      document.getElementById("invite").select();
    }
  };
  const ways = el("div", {}, el("p", {}, "Send this link, or the code ", el("b", { class: "code" }, page.table.code), ":"),
    el("div", { class: "row" },
      el("input", { id: "invite", readonly: true, value: link, "aria-label": "link to this table" }),
      button("Copy", copy, { "data-key": "copy" }),
      page.table.match === null ? button("Leave", () => page.leave(), { "data-key": "leave" }) : null));
  return el("div", { class: "notice invitation" }, ways,
    el("img", { class: "qr", src: `/api/tables/${page.table.id}/qr`, width: 148, height: 148, alt: "the link as a QR code" }));
}

/** What spectators should know. */
export function watching(table) {
  const { delay } = table.spectators;
  return el("p", { class: "quiet" }, "You are watching", delay ? `; you see everything ${lasting(delay)} later.` : ".");
}

function lasting(seconds) {
  return seconds % 60 ? `${seconds} seconds` : seconds === 60 ? "a minute" : `${seconds / 60} minutes`;
}

/** What somebody asks of the others, and what may be done about somebody who is away. */
export function requests(page) {
  return [undoing(page), ...claims(page)];
}

function undoing(page) {
  const asked = page.table.asked.takeback;
  if (asked === null || page.table.phase !== "playing") return null;
  const who = page.table.places[asked].name;
  if (page.place === null || page.place === asked) return el("p", { class: "notice" }, `${who} asks to undo a move`);
  const answer = (yes) => () => page.send({ type: "answer", yes });
  return el("div", { class: "notice row", role: "group", "aria-label": "a question" }, el("span", {}, `May ${who} undo a move?`),
    button("Yes", answer(true), { "data-key": "yes" }), button("No", answer(false), { "data-key": "no" }));
}

function claims(page) {
  const { table, presence, place: own } = page;
  if (own === null || presence === null || table.phase !== "playing") return [];
  return table.places.flatMap((place, n) => {
    const since = presence.away[n];
    if (n === own || since === null || place.kind !== "person" || place.away_play || page.patient.get(n) === since) return [];
    const after = since + 1000 * table.grace;
    const claim = (how) => () => page.send({ type: "claim", place: n, how });
    return [el("div", { class: "notice row", "data-after": after, hidden: Date.now() - page.late < after },
      el("span", {}, `${place.name} has been away for a while.`),
      button("The computer plays on", claim("computer"), { "data-key": `computer-${n}` }),
      button("Claim the win", claim("win"), { "data-key": `win-${n}` }),
      button("Wait", () => { page.patient.set(n, since); page.draw(); }, { "data-key": `wait-${n}` }))];
  });
}

/** The end of a match: how it ended, the score, and what can come now. */
export function ended(page, view) {
  const { table, history, speller, place } = page;
  const reason = reasonText(history.ended, speller.names);
  const won = history.ended.winners.map((s) => speller.names[s]).join(", ");
  const told = [reason, !view?.said && won ? `${won} has won` : null].filter(Boolean);
  const asked = table.asked.rematch;
  const last = table.matches > 1 && table.match + 1 >= table.matches;
  const wish = place !== null && table.phase === "over" && !last && !asked.includes(place);
  return el("section", { class: "notice end", "aria-label": "the end of the match", tabindex: -1, "data-key": "end" },
    view?.said ? el("p", { class: "headline" }, speller.nodes(view.said)) : null,
    told.map((text) => el("p", { class: "headline" }, text)),
    table.match > 0 || table.matches > 1 ? score(page, last) : null,
    el("div", { class: "row" },
      wish ? button("Another match", () => page.again(), { class: "main", "data-key": "rematch" }) : null,
      button("Look back", () => page.step("first"), { "data-key": "look-back" }),
      el("a", { class: "button", href: `/t/${table.id}?match=${history.ended.match}`, "data-key": "replay" }, "Replay, all cards open"),
      history.ended.deal ? button("Check the deal", () => page.check(), { "data-key": "check" }) : null,
      el("a", { class: "button", href: `/api/tables/${table.id}/record?match=${history.ended.match}`, download: `${table.code}-${history.ended.match}.jsonl` }, "Record"),
      el("a", { class: "button", href: "/" }, "Other tables")),
    verdict(page.checked),
    asked.length ? el("p", { class: "quiet" }, `${asked.map((n) => table.places[n].name).join(", ")} would like another match`) : null);
}

function score(page, last) {
  return el("p", {}, last ? "The series is over: " : "Matches won: ", page.table.places.map((p, n) => `${n ? " · " : ""}${p.name} ${page.table.score[n]}`).join(""));
}

/** What was found about a deal. */
export function verdict(checked) {
  if (!checked) return null;
  return el("p", { class: `verdict ${checked.fair ? "good" : "error"}` }, checked.fair ? "✓ " : "✗ ", checked.text);
}
