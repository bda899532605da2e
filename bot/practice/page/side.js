// The list at the side: who one is, where one looks, and where something waits.

import { byId, make } from "./dom.js";

export function drawSide(room) {
  const { state } = room;
  byId("bot-state").textContent = state.isBotOnline
    ? `${state.user(state.bot) ?? "The bot"} is online.` : "The bot is offline.";
  byId("people").replaceChildren(...state.people.map((person) => personRow(person, room)));
  byId("channels").replaceChildren(...state.servers.map((server) => serverList(server, room)), directList(room));
  byId("side-dot").hidden = state.called.size === 0;
}

function personRow(person, room) {
  const isMe = person.id === room.state.me;
  const become = () => room.become(person);
  const name = make("button", {
    type: "button", class: "entry", "aria-current": isMe ? "true" : null, onclick: become, data: { key: `person ${person.id}` },
  }, make("span", { class: "entry-name" }, person.name), person.isCalled ? dot() : null);
  return make("li", { class: isMe ? "me" : "" }, name, isMe ? dms(person, room) : newTab(person));
}

function newTab(person) {
  return make("a", {
    class: "new-tab", href: `/?as=${encodeURIComponent(person.name)}`, target: "_blank", rel: "noopener",
    "aria-label": `${person.name} in a new tab`, title: "In a new tab",
  }, "↗");
}

function dms(person, room) {
  const box = make("input", { type: "checkbox", data: { key: "dms" } });
  box.checked = person.isDmOpen;
  box.addEventListener("change", () => room.setDms(box.checked));
  return make("label", { class: "dms small" }, box, " DMs open");
}

function dot() {
  return make("span", { class: "dot", role: "img", "aria-label": "something waits", title: "Something waits" });
}

function serverList(server, room) {
  const rows = server.channels.map((channel) => {
    const sign = channel.isThread ? "↳ " : "# ";
    return placeRow(channel.id, sign + channel.name, room);
  });
  return make("div", {}, make("h3", {}, server.name), make("ul", {}, rows));
}

function directList(room) {
  const name = room.state.user(room.state.bot) ?? "the bot";
  const row = placeRow(room.state.direct ?? "direct", name, room);
  return make("div", {}, make("h3", {}, "Direct messages"), make("ul", {}, row));
}

function placeRow(id, text, room) {
  const isHere = id === room.state.channel;
  const look = () => room.look(id);
  return make("li", {}, make("button", {
    type: "button", class: "entry", "aria-current": isHere ? "page" : null, onclick: look, data: { key: `place ${id}` },
  }, make("span", { class: "entry-name" }, text), room.state.called.has(id) ? dot() : null));
}
