// The bar at the bottom: a text, or a command with its options.

import { byId, freshId, make, toast } from "./dom.js";

const TEXT_MAX = 2000;
const TYPING_MS = 250;
const WAIT_MS = 3000;
const KIND = { string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10, file: 11 };

export class Composer {
  constructor(room) {
    this.room = room;
    this.box = byId("composer");
    this.rows = [];
    this.at = 0;
    this.showText();
  }

  // The channel or its commands changed.
  update() {
    if (this.input) {
      const place = this.room.placeName();
      this.input.placeholder = `Message ${place}, or / for commands`;
      this.input.setAttribute("aria-label", `Message ${place}. Type a slash for commands.`);
      this.suggest();
    }
  }

  // Writing

  showText(text = "") {
    this.list = make("div", { class: "commands", id: "commands", role: "listbox", "aria-label": "Commands", hidden: true });
    this.input = make("input", {
      class: "input", type: "text", maxlength: TEXT_MAX, autocomplete: "off", role: "combobox",
      "aria-expanded": "false", "aria-controls": "commands", "aria-autocomplete": "list",
    });
    const slash = () => {
      this.input.value = "/";
      this.input.focus();
      this.suggest();
    };
    this.box.replaceChildren(this.list, make("form", { class: "bar" },
      make("button", { type: "button", class: "button secondary slash", "aria-label": "Commands", onclick: slash }, "/"),
      this.input,
      make("button", { class: "button primary" }, "Send")));
    this.input.value = text;
    this.input.addEventListener("input", () => this.suggest());
    this.input.addEventListener("keydown", (event) => this.keyInText(event));
    this.box.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.sendText();
    });
    this.update();
  }

  suggest() {
    const typed = this.input.value;
    const isCommand = typed.startsWith("/");
    const words = typed.slice(1).trim().toLowerCase();
    const found = isCommand ? this.room.state.commands.filter(({ path }) => path.includes(words)) : [];
    found.sort((one, other) => other.path.startsWith(words) - one.path.startsWith(words));
    this.rows = found.map((command) => this.commandRow(command));
    const none = make("p", { class: "small" }, this.room.state.isBotOnline
      ? "No such command here." : "The bot is offline; its commands come when it does.");
    this.list.replaceChildren(...(this.rows.length ? this.rows : [none]));
    this.list.hidden = !isCommand;
    this.input.setAttribute("aria-expanded", String(isCommand));
    this.mark(0);
  }

  commandRow(command) {
    const pick = () => this.showCommand(command);
    const needed = command.options.filter((option) => option.required).map((option) => option.name);
    return make("div", { class: "command", role: "option", id: freshId("command"), onclick: pick },
      make("strong", {}, `/${command.path}`),
      needed.length ? make("span", { class: "options" }, needed.join(" ")) : null,
      make("span", { class: "small" }, command.description));
  }

  mark(at) {
    this.at = Math.max(0, Math.min(this.rows.length - 1, at));
    this.rows.forEach((row, place) => row.setAttribute("aria-selected", String(place === this.at)));
    const row = this.rows[this.at];
    row?.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", row?.id ?? "");
  }

  keyInText(event) {
    if (this.list.hidden) {
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.mark(this.at + step);
    } else if (["Enter", "Tab"].includes(event.key) && this.rows.length && !event.shiftKey) {
      event.preventDefault();
      this.rows[this.at].click();
    } else if (event.key === "Escape") {
      this.showText();
      this.input.focus();
    }
  }

  async sendText() {
    const text = this.input.value;
    if (!text.trim()) {
      return;
    }
    if (text.startsWith("/")) {
      toast("There is no such command here.");
      return;
    }
    this.input.value = "";
    try {
      await this.room.say(text);
    } catch (error) {
      toast(error.message);
      this.input.value ||= text;
    }
  }

  // A command

  showCommand(command) {
    this.input = null;
    this.rows = [];
    const inOrder = [...command.options].sort((one, other) => Boolean(other.required) - Boolean(one.required));
    const fields = inOrder.map((option) => new OptionField(option, command, this));
    this.fields = fields;
    const leave = () => this.leave();
    const send = make("button", { class: "button primary" }, "Send");
    const form = make("form", { class: "command-form", "aria-label": `Command ${command.path}` },
      make("div", { class: "command-head" },
        make("strong", {}, `/${command.path}`),
        make("span", { class: "small" }, command.description),
        make("button", { type: "button", class: "plain", "aria-label": "Leave the command", onclick: leave }, "✕")),
      make("div", { class: "fields" }, fields.map((field) => field.element)),
      send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.sendCommand(command, send);
    });
    form.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
    this.box.replaceChildren(form);
    (form.querySelector("input, select") ?? send).focus();
  }

  leave() {
    this.showText();
    this.input.focus();
  }

  values() {
    const given = this.fields.map((field) => [field.option.name, field.value()]);
    return Object.fromEntries(given.filter(([, value]) => value !== null));
  }

  async sendCommand(command, send) {
    send.disabled = true;
    try {
      await this.room.slash(command.path, this.values());
    } catch (error) {
      toast(error.message);
      send.disabled = false;
      return;
    }
    if (send.isConnected) {
      this.leave();
    }
  }
}

// One option of a command: its label and what it is typed or chosen in.

class OptionField {
  constructor(option, command, composer) {
    this.option = option;
    this.command = command;
    this.composer = composer;
    this.room = composer.room;
    this.picked = null; // what autocomplete gave: {name, value}
    this.id = freshId("option");
    this.input = this.makeInput();
    const needed = option.required ? "" : " (optional)";
    this.element = make("div", { class: "field" },
      make("label", { for: this.id }, make("strong", {}, option.name), make("span", { class: "small" }, needed)),
      this.input,
      option.autocomplete ? this.makeOffers() : null,
      make("p", { class: "small", id: `${this.id}-about` }, option.description));
  }

  makeInput() {
    const { option } = this;
    const shared = { id: this.id, class: "input", required: option.required, "aria-describedby": `${this.id}-about` };
    const choices = this.choices();
    if (choices) {
      const rows = choices.map(({ value, label }) => make("option", { value }, label));
      return make("select", shared, make("option", { value: "" }, ""), rows);
    }
    if (option.type === KIND.file) {
      return make("input", { ...shared, disabled: true, placeholder: "files cannot be given here" });
    }
    if (!option.autocomplete && [KIND.integer, KIND.number].includes(option.type)) {
      const step = option.type === KIND.integer ? "1" : "any";
      return make("input", { ...shared, type: "number", step, min: option.min_value, max: option.max_value });
    }
    return make("input", { ...shared, type: "text", autocomplete: "off", minlength: option.min_length, maxlength: option.max_length });
  }

  // What there is to choose from, or null where one types.
  choices() {
    const { option } = this;
    const { state } = this.room;
    if (option.choices?.length) {
      return option.choices.map(({ name, value }) => ({ value: JSON.stringify(value), label: name }));
    }
    switch (option.type) {
      case KIND.boolean:
        return [{ value: "true", label: "True" }, { value: "false", label: "False" }];
      case KIND.user:
        return state.choices("user");
      case KIND.channel:
        return state.choices("channel");
      case KIND.role:
        return state.choices("role");
      case KIND.mentionable:
        return [...state.choices("user"), ...state.choices("role")];
      default:
        return null;
    }
  }

  // The value for the wire, or null for none.
  value() {
    const text = this.input.value;
    if (text === "") {
      return null;
    }
    if (this.picked && this.picked.name === text) {
      return this.picked.value;
    }
    if (this.option.choices?.length || this.option.type === KIND.boolean) {
      return JSON.parse(text);
    }
    const isNumber = [KIND.integer, KIND.number].includes(this.option.type);
    return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
  }

  // Autocomplete: what the bot offers while one types

  makeOffers() {
    this.offers = make("div", { class: "offers", role: "listbox", "aria-label": `Choices for ${this.option.name}` });
    this.offers.hidden = true;
    const soon = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.query(), TYPING_MS);
    };
    this.input.addEventListener("input", soon);
    this.input.addEventListener("focus", soon);
    this.input.addEventListener("keydown", (event) => this.keys(event));
    this.input.addEventListener("blur", () => setTimeout(() => this.hide(), 200));
    return this.offers;
  }

  async query() {
    this.asked = (this.asked ?? 0) + 1;
    const { asked } = this;
    const slow = setTimeout(() => this.note("Loading options failed."), WAIT_MS + 500);
    try {
      const found = await this.room.autocomplete(this.command.path, this.option.name, this.input.value, this.composer.values());
      if (asked === this.asked && document.activeElement === this.input) {
        this.offer(found);
      }
    } catch {
      this.note("Loading options failed.");
    }
    clearTimeout(slow);
  }

  note(text) {
    this.offers.replaceChildren(make("p", { class: "small" }, text));
    this.offers.hidden = false;
  }

  offer(found) {
    const rows = found.map((choice) => {
      const pick = () => this.pick(choice);
      return make("div", { class: "command", role: "option", "aria-selected": "false", onmousedown: pick }, choice.name);
    });
    this.picks = found;
    this.at = -1;
    this.offers.replaceChildren(...rows);
    this.offers.hidden = rows.length === 0;
  }

  pick(choice) {
    this.picked = choice;
    this.input.value = choice.name;
    this.hide();
  }

  hide() {
    this.offers.hidden = true;
  }

  keys(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = [...this.offers.querySelectorAll(".command")];
    if (this.offers.hidden || !rows.length) {
      return;
    }
    if (step) {
      event.preventDefault();
      this.at = Math.max(0, Math.min(rows.length - 1, this.at + step));
      rows.forEach((row, place) => row.setAttribute("aria-selected", String(place === this.at)));
      rows[this.at].scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && this.at >= 0) {
      event.preventDefault();
      this.pick(this.picks[this.at]);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.hide();
    }
  }
}
