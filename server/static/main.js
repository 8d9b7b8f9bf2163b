/** Which page this is. */

import { Lobby } from "./lobby.js";
import { TablePage } from "./table.js";

const root = document.getElementById("page");
const at = /^\/t\/([^/]+)$/.exec(location.pathname);
const page = at === null ? new Lobby(root) : new TablePage(root, decodeURIComponent(at[1]));
page.start();
