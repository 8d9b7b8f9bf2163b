/** The way to the server: questions over HTTP, and one websocket that comes back by itself. */

import { hex } from "./keep.js";

const SLOWEST = 15000;
const PATIENCE = 4000;

/** The answer to a request; throws an `Error` with the server's words and `code`. */
export async function ask(path, body) {
  const about = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, about);
  } catch {
    throw Object.assign(new Error("the server does not answer"), { code: "offline" });
  }
  const data = await answer.json().catch(() => ({ code: "damaged", text: `the server answers ${answer.status}` }));
  if (!answer.ok) throw Object.assign(new Error(data.text), { code: data.code });
  return data;
}

/**
 * A table's websocket. `heard` has the functions `welcome`, `events`, `presence`, `state` (a word about the
 * connection) and `bye` (a code; nothing comes after it). Events come to `events` once each and without gaps,
 * however often the connection is lost; what was not answered is sent again.
 */
export class Wire {
  constructor(table, token, heard) {
    this.table = table;
    this.token = token;
    this.heard = heard;
    this.version = 0;
    this.tries = 0;
    this.waiting = new Map();
    this.asked = new Map();
    this.ended = false;
    this.awake = () => document.visibilityState === "visible" && this.#probe();
    document.addEventListener("visibilitychange", this.awake);
    addEventListener("online", this.awake);
    this.#open();
  }

  /** Sends what is to be carried out once; resolves with `done` or `refused`. */
  send(message) {
    const id = hex(8);
    return new Promise((resolve) => {
      this.waiting.set(id, { message: { ...message, id }, resolve });
      this.#post({ ...message, id });
    });
  }

  /** Asks what changes nothing; resolves with the answer, or null if the connection is lost before it. */
  ask(message) {
    const ref = hex(4);
    return new Promise((resolve) => {
      this.asked.set(ref, resolve);
      if (!this.#post({ ...message, ref })) this.#settle(ref, null);
    });
  }

  close() {
    this.ended = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.awake);
    removeEventListener("online", this.awake);
    this.socket?.close();
  }

  #post(message) {
    if (this.socket?.readyState !== WebSocket.OPEN || !this.welcomed) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  #open() {
    clearTimeout(this.timer);
    this.welcomed = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({
      type: "hello", table: this.table, token: this.token, last_version: this.version,
    }));
    socket.onmessage = (event) => socket === this.socket && this.#read(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.#lost();
  }

  #lost() {
    for (const ref of [...this.asked.keys()]) this.#settle(ref, null);
    if (this.ended) return;
    this.heard.state("reconnecting");
    const wait = Math.min(SLOWEST, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#open(), wait);
  }

  /** Begins anew, at once; what is there of the old connection says nothing any more. */
  #again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.tries = 0;
    for (const ref of [...this.asked.keys()]) this.#settle(ref, null);
    this.heard.state("reconnecting");
    this.#open();
  }

  /** A tab that slept may have a connection that is dead without knowing it. */
  async #probe() {
    if (this.ended) return;
    if (this.socket?.readyState !== WebSocket.OPEN) {
      this.#again();
      return;
    }
    const socket = this.socket;
    const late = setTimeout(() => socket === this.socket && !this.ended && this.#again(), PATIENCE);
    await this.ask({ type: "ping" });
    clearTimeout(late);
  }

  #read(frame) {
    switch (frame.type) {
      case "welcome": return this.#welcome(frame);
      case "events": return this.#events(frame);
      case "presence": return this.heard.presence(frame);
      case "bye": return this.#bye(frame.code);
      default: return this.#answered(frame);
    }
  }

  #welcome(frame) {
    this.welcomed = true;
    this.tries = 0;
    this.heard.state("connected");
    this.heard.welcome(frame);
    for (const { message } of this.waiting.values()) this.#post(message);
  }

  #events(frame) {
    if (frame.from > this.version + 1) {
      this.#again();
      return;
    }
    const fresh = frame.events.filter((e) => e.version > this.version);
    if (frame.to < this.version) return;
    this.version = frame.to;
    this.heard.events({ ...frame, events: fresh });
  }

  #bye(code) {
    if (code === "stopping" || code === "late" || code === "flood") return;
    this.close();
    this.heard.bye(code);
  }

  #answered(frame) {
    if (frame.id !== undefined && frame.id !== null) {
      this.waiting.get(frame.id)?.resolve(frame);
      this.waiting.delete(frame.id);
    } else if (frame.ref !== undefined) {
      this.#settle(frame.ref, frame);
    }
  }

  #settle(ref, frame) {
    this.asked.get(ref)?.(frame);
    this.asked.delete(ref);
  }
}
