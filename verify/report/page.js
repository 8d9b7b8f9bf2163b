"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);

  const made = (name, text, ...classes) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    element.classList.add(...classes.filter(Boolean));
    return element;
  };

  // Where each card lies, by its number.
  const whereabouts = (lies) => {
    const found = new Map();
    lies.forEach((cards, place) => cards.forEach((card) => found.set(card, place)));
    return found;
  };

  const cardOf = (card, ...classes) => {
    const [text, ink] = data.faces[card];
    return made("span", text, "card", ink && "ink-" + ink, ...classes);
  };

  const placeOf = (story, n, place, before, now) => {
    const row = made("div", undefined, "place");
    const cards = story.lies[n][place];
    row.append(made("b", story.places[place].name), made("span", String(cards.length), "count"));
    for (const card of cards) row.append(cardOf(card, before && before.get(card) !== place && "came"));
    if (n > 0) {
      for (const card of story.lies[n - 1][place]) {
        if (now.get(card) !== place) row.append(cardOf(card, "left"));
      }
    }
    return row;
  };

  const valuesOf = (story, n) => story.names.flatMap((name, i) => {
    const value = story.values[n][i];
    const changed = n > 0 && value !== story.values[n - 1][i];
    if (value === "" && !changed) return [];
    return [made("li", name + ": " + (value === "" ? "not set" : value), changed && "new")];
  });

  const ruleOf = (story, n) => {
    if (!story.rule[n]) return [];
    const [source, first, last] = story.rule[n];
    const lines = [];
    for (let line = first; line <= last; line++) {
      const listed = document.getElementById("s" + source + "-" + line);
      if (!listed) continue;
      const copy = made("span", listed.textContent, "line", line === first && "lit");
      copy.dataset.n = line;
      lines.push(copy);
    }
    return lines;
  };

  const begin = (box) => {
    const story = data.stories[box.dataset.story];
    const last = story.said.length - 1;
    const slider = box.querySelector("input");
    const items = story.said.map((said, n) => {
      const item = made("li", said, n === story.at && "shows", n === story.back && "loop");
      item.addEventListener("click", () => show(n));
      return item;
    });
    box.querySelector("ol").append(...items);
    slider.max = last;

    const show = (n) => {
      n = Math.max(0, Math.min(last, n));
      slider.value = n;
      const before = n > 0 ? whereabouts(story.lies[n - 1]) : null;
      const now = whereabouts(story.lies[n]);
      box.querySelector("output").textContent = n + " of " + last;
      box.querySelector(".said").textContent = story.said[n];
      box.querySelector(".turn").textContent = story.turn[n];
      const kept = story.places.map((_, place) => place).filter(
        (place) => story.lies.some((lies) => lies[place].length));
      box.querySelector(".places").replaceChildren(
        ...kept.map((place) => placeOf(story, n, place, before, now)));
      box.querySelector(".values").replaceChildren(...valuesOf(story, n));
      box.querySelector(".rule").replaceChildren(...ruleOf(story, n));
      items.forEach((item, i) => item.classList.toggle("here", i === n));
      const list = items[n].parentElement;
      list.scrollTop = items[n].offsetTop - list.offsetTop - list.clientHeight / 2;
    };

    const go = (wanted) => () => show(wanted(Number(slider.value)));
    const steps = { first: () => 0, back: (n) => n - 1, next: (n) => n + 1, last: () => last };
    for (const [name, step] of Object.entries(steps)) {
      box.querySelector("." + name).addEventListener("click", go(step));
    }
    slider.addEventListener("input", go((n) => n));
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last };
    box.tabIndex = 0;
    box.addEventListener("keydown", (event) => {
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      go(keys[event.key])();
    });
    show(last);
  };

  // What is closed is filled when it is opened first, and all of it before printing.
  const boxes = [...document.querySelectorAll(".match")];
  const started = new Set();
  const start = (box) => {
    if (!started.has(box)) {
      started.add(box);
      begin(box);
    }
  };
  for (const box of boxes) {
    const check = box.closest("details.check");
    if (check.open) start(box);
    check.addEventListener("toggle", () => start(box));
  }
  window.addEventListener("beforeprint", () => boxes.forEach((box) => {
    if (box.closest("details.check").open) start(box);
  }));

  // A link to a place inside something closed opens it.
  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView({ block: "center" });
  };
  window.addEventListener("hashchange", reveal);
  reveal();
})();
