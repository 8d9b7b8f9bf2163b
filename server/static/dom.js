/** Elements, made without ever reading a text as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Of `about`, functions listen to the event of their name, `true` is an attribute without a value,
 * `false`, `null` and `undefined` are left out, the rest are attributes. Children are nodes, texts or lists of them.
 */
export function el(tag, about = {}, ...children) {
  return filled(document.createElement(tag), about, children);
}

/** The same in SVG. */
export function svg(tag, about = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), about, children);
}

function filled(node, about, children) {
  for (const [name, value] of Object.entries(about)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** A text for screen readers alone. */
export function spoken(text) {
  return el("span", { class: "spoken" }, text);
}

/** A text for eyes alone. */
export function seen(about, ...children) {
  return el("span", { ...about, "aria-hidden": "true" }, ...children);
}

export function button(text, click, about = {}) {
  return el("button", { type: "button", click, ...about }, text);
}

/** Something that opens: `name` is always seen. It stays open when the page is drawn anew with the same `key`. */
export function fold(key, name, ...children) {
  return el("details", { "data-key": key }, el("summary", { "data-key": `${key}-name` }, name), ...children);
}

/** A labelled control of a form; `control` needs an `id`. */
export function field(text, control, about = {}) {
  return el("div", { class: "field", ...about }, el("label", { for: control.id }, text), control);
}

/** A choice from `[value, text]` pairs. */
export function choice(id, pairs, chosen, about = {}) {
  const options = pairs.map(([value, text]) =>
    el("option", { value, selected: String(value) === String(chosen) }, text));
  return el("select", { id, ...about }, options);
}

/** Says it to who cannot see the page. The same text twice is said twice. */
export function announce(text) {
  const live = document.getElementById("live");
  live.append(el("p", {}, text));
  while (live.childElementCount > 6) live.firstElementChild.remove();
}

/**
 * Puts `fresh` into `root` and keeps what the reader had done to the old content: the focus, open folds, what was
 * typed, all found by `data-key`. Answers whether the focused element is still there.
 */
export function redraw(root, ...fresh) {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const open = [...root.querySelectorAll("details[open]")].map((d) => d.dataset.key);
  const typed = [...root.querySelectorAll("input[data-key]")].map((i) => [i.dataset.key, i.value]);
  root.replaceChildren(...fresh.flat(Infinity).filter(Boolean));
  const byKey = (key) => root.querySelector(`[data-key="${CSS.escape(key)}"]`);
  for (const key of open) byKey(key)?.setAttribute("open", "");
  for (const [key, value] of typed) if (byKey(key)) byKey(key).value = value;
  if (focused === undefined) return true;
  const again = byKey(focused);
  again?.focus({ preventScroll: true });
  return Boolean(again) && document.activeElement === again;
}
