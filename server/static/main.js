/** Which page this is. */

import { Lobby } from "./lobby.js";
import { ReplayPage } from "./replay.js";
import { TablePage } from "./table.js";

const root = document.getElementById("page");

function pageAt({ pathname, search }) {
  const at = /^\/t\/([^/]+)$/.exec(pathname);
  if (at === null) return new Lobby(root);
  const match = /^\d{1,6}$/.exec(new URLSearchParams(search).get("match") ?? "");
  return match === null ? new TablePage(root, decodeURIComponent(at[1])) : new ReplayPage(root, at[1], Number(match[0]));
}

pageAt(location).start();
