// The practice room's page: one person, one tab. It shows what the server says and asks for what
// the person does; nothing is decided here.

import { Composer } from "./compose.js";
import { byId, make, toast } from "./dom.js";
import { FormView } from "./form.js";
import { Link } from "./link.js";
import { nameOf, renderMessage, wordsOf } from "./message.js";
import { drawSide } from "./side.js";
import { State } from "./state.js";
import { keepTime } from "./time.js";

const SAID_MAX = 300;
const NEAR_PX = 120;
const FLASH_MS = 2000;

class Room {
  constructor() {
    this.state = new State();
    this.names = {
      user: (id) => this.state.user(id),
      role: (id) => this.state.role(id),
      channel: (id) => this.state.channelName(id),
      jump: (place) => this.jump(place),
    };
    this.list = byId("messages");
    this.scroll = byId("scroll");
    this.isAtBottom = true;
    this.scroll.addEventListener("scroll", () => { this.isAtBottom = this.isNearBottom(); });
    // The bar below grows with a command's options; what one reads must not slip behind it.
    new ResizeObserver(() => this.isAtBottom && this.goToBottom()).observe(this.scroll);
    this.form = new FormView(this);
    this.composer = new Composer(this);
  }

  // Who one is

  async start() {
    const wanted = new URLSearchParams(location.search).get("as");
    const { people } = await (await fetch("/people")).json();
    const person = people.find(({ name }) => name === wanted) ?? people[0];
    if (!person) {
      this.lineChanged(false, "There is nobody in this practice room.");
      return;
    }
    if (wanted !== null && person.name !== wanted) {
      toast(`There is no ${wanted} here; you are ${person.name}.`);
    }
    this.connect(person.id);
  }

  connect(id) {
    this.link?.close();
    this.wanted = location.hash.slice(1) || null; // the channel to look at first
    const isOf = (link) => link === this.link;
    const link = new Link(id, (frame) => isOf(link) && this.hear(frame), (...line) => this.lineChanged(...line));
    this.link = link;
  }

  become(person) {
    if (person.id !== this.state.me) {
      history.pushState(null, "", `?as=${encodeURIComponent(person.name)}${location.hash}`);
      this.composer.showText();
      byId("heard").textContent = ""; // what was read to the one is not for the other
      this.connect(person.id);
    }
    this.showSide(false);
  }

  lineChanged(isOpen, sentence) {
    this.isConnected = isOpen;
    this.complaint = sentence;
    this.drawBanner();
  }

  // What the server says

  hear(frame) {
    switch (frame.type) {
      case "snapshot":
        this.takeSnapshot(frame);
        break;
      case "room":
        this.state.takeRoom(frame);
        this.drawAround();
        break;
      case "looking":
        this.takeLook(frame);
        break;
      case "message":
        this.takeMessage(frame.message);
        break;
      case "gone":
        this.dropMessage(frame.id);
        break;
      case "form":
        this.form.show(frame.form);
        break;
    }
  }

  takeSnapshot(frame) {
    const isSame = this.state.me === frame.me && this.state.channel === frame.channel;
    this.state.takeSnapshot(frame);
    this.drawAround();
    this.drawMessages(!isSame);
    this.composer.update();
    this.form.show(frame.form);
    const { wanted } = this;
    this.wanted = null;
    const isKnown = wanted === "direct" || this.state.channelName(wanted) || wanted === this.state.direct;
    // The first look also tells the server that what waited here has been seen.
    this.look(wanted && isKnown ? wanted : frame.channel);
  }

  takeLook(frame) {
    const isElsewhere = this.state.channel !== frame.channel;
    this.state.takeLook(frame);
    this.drawAround();
    if (isElsewhere) {
      this.drawMessages(true);
    }
    this.composer.update();
  }

  takeMessage(message) {
    const isNew = this.state.takeMessage(message);
    if (message.channel_id !== this.state.channel) {
      return;
    }
    this.keepPlace(() => this.putMessage(message));
    this.announce(message, isNew);
  }

  dropMessage(id) {
    const element = byId(`m${id}`);
    const next = element?.contains(document.activeElement) ? element.previousElementSibling ?? this.scroll : null;
    this.state.dropMessage(id);
    element?.remove();
    byId("heard").textContent = "";
    next?.focus({ preventScroll: true });
  }

  // Drawing

  drawAround() {
    this.keepFocus(byId("side"), () => drawSide(this));
    const me = this.state.person(this.state.me);
    byId("channel-name").textContent = this.placeName();
    byId("who").textContent = me ? `You are ${me.name}` : "";
    document.title = me ? `${me.name} · ${this.placeName()}` : "Practice room";
    this.drawBanner();
  }

  drawBanner() {
    const offline = "The bot is offline. Nothing you press will be answered.";
    const text = this.complaint || (this.state.me && !this.state.isBotOnline ? offline : "");
    byId("offline").textContent = text;
    byId("offline").hidden = !text;
  }

  drawMessages(toBottom) {
    const found = [...this.state.messagesOf(this.state.channel).values()];
    const draw = () => this.list.replaceChildren(...found.map((message) => renderMessage(message, this)));
    if (toBottom) {
      draw();
      this.goToBottom();
    } else {
      this.keepPlace(draw);
    }
  }

  putMessage(message) {
    const old = byId(`m${message.id}`);
    const element = renderMessage(message, this);
    if (!old) {
      this.list.append(element);
      return;
    }
    this.keepFocus(old, () => old.replaceWith(element), element);
  }

  // Stay at the bottom if one is there; pictures that load later push it down, too.
  keepPlace(draw) {
    const wasAtBottom = this.isNearBottom();
    draw();
    if (wasAtBottom) {
      this.goToBottom();
    }
  }

  isNearBottom() {
    const { scroll } = this;
    return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_PX;
  }

  goToBottom() {
    const { scroll } = this;
    scroll.scrollTop = scroll.scrollHeight;
    for (const picture of scroll.querySelectorAll("img")) {
      if (!picture.complete) {
        picture.addEventListener("load", () => { scroll.scrollTop = scroll.scrollHeight; }, { once: true });
      }
    }
  }

  // Redraw a part without taking the keyboard's place away from the person.
  keepFocus(part, draw, after = part) {
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.dataset.key;
    draw();
    if (focused && !focused.isConnected) {
      const same = [...after.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
      (same && !same.disabled ? same : after).focus();
    }
  }

  // Read new messages aloud; of a changed one, the live question.
  announce(message, isNew) {
    const words = wordsOf(message);
    const lines = words.split("\n");
    const question = byId(`m${message.id}`)?.querySelectorAll(".heading");
    const last = question?.length ? question[question.length - 1].textContent : lines[0];
    byId("heard").textContent = isNew ? `${nameOf(message.author, this)}: ${words.slice(0, SAID_MAX)}` : last;
  }

  showSide(isShown) {
    byId("side").classList.toggle("shown", isShown);
    byId("side-toggle").setAttribute("aria-expanded", String(isShown));
  }

  placeName() {
    const name = this.state.channelName(this.state.channel);
    if (name !== undefined) {
      return `#${name}`;
    }
    return this.state.channel ? `@${this.state.user(this.state.bot)}` : "No channel";
  }

  // What the person does

  async look(channel) {
    this.showSide(false);
    if (!channel) {
      return false;
    }
    try {
      const frame = await this.link.ask("look", { channel });
      history.replaceState(null, "", `${location.search}#${channel === "direct" ? channel : frame.channel}`);
      this.takeLook(frame);
      return true;
    } catch (error) {
      toast(error.message);
      return false;
    }
  }

  async jump({ channel, message }) {
    if (channel !== this.state.channel && !(await this.look(channel))) {
      return;
    }
    const element = message ? byId(`m${message}`) : null;
    if (message && !element) {
      toast("That message is no longer here.");
      return;
    }
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
    element?.classList.add("flash");
    setTimeout(() => element?.classList.remove("flash"), FLASH_MS);
  }

  async press(message, button, element) {
    element.setAttribute("aria-busy", "true");
    await this.attempt("press", { message: message.id, button });
    element.removeAttribute("aria-busy");
  }

  select(message, name, values) {
    return this.attempt("select", { message: message.id, menu: name, values });
  }

  dismiss(message) {
    return this.attempt("dismiss", { message: message.id });
  }

  setDms(isOpen) {
    return this.attempt("dms", { isOpen });
  }

  cancelForm() {
    this.form.show(null);
    return this.attempt("cancel");
  }

  async submitForm(form, answers) {
    await this.link.ask("submit", { form, answers });
    this.form.show(null);
  }

  say(text) {
    return this.link.ask("say", { channel: this.state.channel, text });
  }

  slash(command, options) {
    return this.link.ask("slash", { channel: this.state.channel, command, options });
  }

  autocomplete(command, option, typed, options) {
    return this.link.ask("autocomplete", { channel: this.state.channel, command, option, typed, options });
  }

  async attempt(verb, request) {
    try {
      await this.link.ask(verb, request);
    } catch (error) {
      toast(error.message);
    }
  }
}

const room = new Room();
byId("side-toggle").addEventListener("click", () => {
  room.showSide(!byId("side").classList.contains("shown"));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    room.showSide(false);
  }
});
addEventListener("popstate", () => {
  byId("heard").textContent = "";
  room.start();
});
keepTime();
room.start().catch(() => room.lineChanged(false, "The practice room does not answer. Load this page again."));
