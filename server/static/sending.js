/** Rules of one's own for the server: a file or a text, and what is wrong in it. */

import { announce, button, el, field, fold } from "./dom.js";
import { ask } from "./wire.js";

const MOST_NAME = 24;
const PLACE = /^(.*):(\d+):(\d+): (error .*)$/;

/** The problems in what the server prints: `{line, column, text}`. */
export function problemsIn(printed) {
  return printed.split("\n").map((line) => PLACE.exec(line)).filter(Boolean)
    .map(([, , line, column, text]) => ({ line: Number(line), column: Number(column), text }));
}

/** `sent(name)` is called with the name of rules that the server has accepted. */
export function sendingForm(sent) {
  const text = el("textarea", { id: "own-rules", rows: 10, spellcheck: "false", autocapitalize: "off", wrap: "off", required: true });
  const file = el("input", { id: "own-file", type: "file", accept: ".yaml,.yml,text/plain,application/yaml" });
  const said = el("div", { class: "problems", role: "alert" });
  file.addEventListener("change", async () => {
    if (file.files.length) text.value = await file.files[0].text();
    said.replaceChildren();
  });
  const submit = async (event) => {
    event.preventDefault();
    said.replaceChildren();
    try {
      const name = (file.files[0]?.name ?? "rules").slice(0, MOST_NAME);
      const { name: kept } = await ask("/api/rules", { name, text: text.value });
      await sent(kept);
      announce("these rules can be played now");
      said.replaceChildren(el("p", { class: "good" }, "These rules can be played now; they are chosen."));
    } catch (error) {
      said.replaceChildren(...problems(error.message, text));
    }
  };
  return fold("own", "Rules of your own",
    el("p", { class: "quiet" }, "A rule file, or what differs from a game that is here (", el("code", {}, "extends:"),
      "). The server checks it; it runs no code."),
    el("form", { class: "sending", submit }, field("File", file), field("Text", text), el("button", {}, "Check and use"), said));
}

/** Every place that is named can be gone to in the text. */
function problems(printed, text) {
  const found = problemsIn(printed);
  const entry = ({ line, column, text: message }) =>
    el("li", {}, button(`line ${line}, column ${column}`, () => show(text, line, column), { class: "small" }), " ", message);
  return [
    found.length ? el("ol", { class: "places" }, found.map(entry)) : null,
    el("pre", { tabindex: 0, "aria-label": "as the server prints it" }, printed),
  ].filter(Boolean);
}

function show(text, line, column) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(start, Math.min(text.value.length, start + 1));
  text.scrollTop = (line - 3) * (text.scrollHeight / Math.max(1, lines.length));
}
