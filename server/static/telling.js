/** Events of a table as lines for people: `{nodes, plain}` each; `nodes()` makes them anew each time. */

const REASONS = {
  resigned: (names) => `${names} gave up`,
  claimed: (names) => `${names} stayed away`,
  clock: (names) => `the time of ${names} is up`,
  cap: () => "unfinished, after the most moves that are allowed",
  fault: () => "the rules did what cannot be done, and nobody has won",
};

export function reasonText(event, names) {
  const who = event.losers.map((s) => names[s]).join(", ");
  return event.reason in REASONS ? REASONS[event.reason](who) : null;
}

/** The players' names by seat; free seats are called so. */
export function namesOf(table) {
  const names = [];
  table.places.forEach((place, n) => { names[place.seat ?? n] = place.name ?? "free seat"; });
  return names;
}

export function linesOf(event, table, speller, phrases) {
  const said = (event.said ?? []).map((s) => ({ nodes: () => speller.nodes(s), plain: speller.plain(s) }));
  const told = event.kind === "ended" ? reasonText(event, speller.names) : amongPeople(event, table, phrases);
  return told === null ? said : [...said, { nodes: () => [told], plain: told }];
}

function amongPeople(event, table, phrases) {
  const who = event.name ?? table.places[event.place]?.name ?? "somebody";
  switch (event.kind) {
    case "joined": return `${who} sits down`;
    case "left": return `${who} has left`;
    case "started": return event.match > 0 ? `match ${event.match + 1} begins` : "the match begins";
    case "spoke": return phrases[event.phrase] ? `${who}: ${phrases[event.phrase]}` : null;
    case "asked": return event.what === "rematch" ? `${who} would like another match` : `${who} asks to undo a move`;
    case "declined": return `${who} does not agree`;
    case "undone": return `a move of ${who} is undone`;
    case "replaced": return `the computer plays for ${who}`;
    case "returned": return `${who} is back`;
    case "closed": return "the table is closed";
    default: return null;
  }
}
