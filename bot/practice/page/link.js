// The socket to the server: requests have a number, and an answer with the same number.

const TOO_MANY_TABS = 4001;
const AGAIN_MS_MAX = 8000;
const REQUEST_MS_MAX = 10000;

export class Link {
  // `hear(frame)` gets what happens; `changed(isOpen, sentence)` gets the state of the line.
  constructor(person, hear, changed) {
    this.person = person;
    this.hear = hear;
    this.changed = changed;
    this.waiting = new Map();
    this.number = 0;
    this.pause = 500;
    this.isClosed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const who = encodeURIComponent(this.person);
    this.socket = new WebSocket(`${scheme}://${location.host}/app?person=${who}`);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lost(event.code));
  }

  opened() {
    this.pause = 500;
    if (!this.isClosed) {
      this.changed(true, "");
    }
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }

  lost(code) {
    for (const { reject } of this.waiting.values()) {
      reject(new Error("The connection to the practice room was lost."));
    }
    this.waiting.clear();
    if (this.isClosed) {
      return;
    }
    if (code === TOO_MANY_TABS) {
      this.changed(false, "Too many tabs are open. Close some and load this one again.");
      return;
    }
    this.changed(false, "The practice room does not answer. Trying again…");
    setTimeout(() => this.isClosed || this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, AGAIN_MS_MAX);
  }

  receive(frame) {
    if (this.isClosed) {
      return;
    }
    const waiting = this.waiting.get(frame.n);
    if (frame.type === "done") {
      waiting?.resolve(frame.result);
    } else if (frame.type === "failed") {
      waiting?.reject(new Error(frame.why));
    } else {
      this.hear(frame);
    }
    this.waiting.delete(frame.n);
  }

  // Resolves to the result; rejects with an Error whose message is for the person.
  ask(verb, request = {}) {
    this.number += 1;
    const n = this.number;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("The practice room is not connected."));
        return;
      }
      this.waiting.set(n, { resolve, reject });
      this.socket.send(JSON.stringify({ do: verb, n, ...request }));
      setTimeout(() => {
        if (this.waiting.delete(n)) {
          reject(new Error("The practice room does not answer."));
        }
      }, REQUEST_MS_MAX);
    });
  }
}
