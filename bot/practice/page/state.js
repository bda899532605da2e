// What this tab knows: the server's last word, kept up to date by its changes.

import { setClock } from "./time.js";

const KEPT_MAX = 200; // messages of a channel

export class State {
  constructor() {
    this.people = [];
    this.called = new Set();
    this.isBotOnline = true;
    this.servers = [];
    this.names = {};
    this.commands = [];
    this.messages = new Map();
    this.channel = null;
    this.direct = null;
    this.form = null;
    this.me = null;
    this.bot = null;
  }

  takeSnapshot(frame) {
    setClock(frame.now);
    for (const key of ["me", "bot", "servers", "direct", "names", "form"]) {
      this[key] = frame[key];
    }
    this.messages.clear();
    for (const message of frame.messages) {
      this.takeMessage(message);
    }
    this.takeRoom(frame);
    this.takeLook(frame);
  }

  takeRoom(frame) {
    this.people = frame.people;
    this.isBotOnline = frame.isBotOnline;
    this.called = new Set(frame.called);
  }

  takeLook(frame) {
    this.channel = frame.channel;
    this.commands = frame.commands;
  }

  // Whether the message is new here.
  takeMessage(message) {
    const place = this.messagesOf(message.channel_id);
    const isNew = !place.has(message.id);
    place.set(message.id, message);
    if (place.size > KEPT_MAX) {
      place.delete(place.keys().next().value);
    }
    return isNew;
  }

  // The channel that it was in, or null.
  dropMessage(id) {
    for (const [channel, place] of this.messages) {
      if (place.delete(id)) {
        return channel;
      }
    }
    return null;
  }

  messagesOf(channel) {
    if (!this.messages.has(channel)) {
      this.messages.set(channel, new Map());
    }
    return this.messages.get(channel);
  }

  person(id) {
    return this.people.find((person) => person.id === id);
  }

  user(id) {
    return this.names[id];
  }

  role(id) {
    const roles = this.servers.flatMap((server) => server.roles);
    return roles.find((role) => role.id === id)?.name.replace(/^@/, "");
  }

  channelName(id) {
    const channels = this.servers.flatMap((server) => server.channels);
    return channels.find((channel) => channel.id === id)?.name;
  }

  serverOf(channel) {
    return this.servers.find((server) => server.channels.some(({ id }) => id === channel));
  }

  // Who and what can be chosen in a channel: [{value, label}] of "user", "role", "channel".
  choices(kind) {
    const server = this.serverOf(this.channel);
    if (!server) {
      const both = [this.me, this.bot].map((id) => ({ value: id, label: this.names[id] }));
      return kind === "user" ? both : [];
    }
    if (kind === "user") {
      return server.members.map((id) => ({ value: id, label: this.names[id] }));
    }
    const found = kind === "role" ? server.roles : server.channels;
    const sign = kind === "role" ? "@" : "#";
    return found.map(({ id, name }) => ({ value: id, label: sign + name.replace(/^@/, "") }));
  }
}
