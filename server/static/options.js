/** The options of a game as controls of a form, and what was chosen there. */

import { choice, el, field } from "./dom.js";

const FEW = 16;
const id = (option) => `option-${option.name}`;
const name = (option) => option.text ?? option.name.replaceAll("_", " ");

/** One control for each option. */
export function optionFields(game, speller) {
  return game.options.map((option) => control(option, speller));
}

function control(option, speller) {
  const about = { id: id(option), "data-option": option.name };
  if (option.type.kind === "flag") {
    return el("div", { class: "field tick" },
      el("input", { ...about, type: "checkbox", checked: option.default }), el("label", { for: id(option) }, name(option)));
  }
  if (option.type.kind === "number" && option.values.length > FEW) {
    const { low, high } = option.type;
    return field(name(option), el("input", { ...about, type: "number", min: low, max: high, value: option.default }));
  }
  const pairs = option.values.map((v) => [v, speller.plain([speller.part(v, option.type)])]);
  return field(name(option), choice(id(option), pairs, option.default, about));
}

/** `{name: text}` of what is not as the rules have it. */
export function given(game, form) {
  const chosen = game.options.map((option) => {
    const input = form.querySelector(`[data-option="${CSS.escape(option.name)}"]`);
    const value = option.type.kind === "flag" ? input.checked : input.value;
    return [option, value];
  });
  const changed = chosen.filter(([option, value]) => String(value) !== String(option.default));
  return Object.fromEntries(changed.map(([option, value]) => [option.name, text(value)]));
}

function text(value) {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
