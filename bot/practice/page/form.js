// A form (a modal) that the bot opened.

import { emojiOf, menu } from "./choose.js";
import { byId, freshId, make } from "./dom.js";
import { entityOptions } from "./message.js";
import { markdown } from "./markdown.js";

const TEXT_MAX = 4000;

export class FormView {
  constructor(room) {
    this.room = room;
    this.dialog = byId("form");
    this.shownId = null;
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      room.cancelForm();
    });
  }

  // Show a form, keep the one that is there, or take it away.
  show(form) {
    if (form?.id === this.shownId) {
      return;
    }
    this.shownId = form?.id ?? null;
    if (!form) {
      this.dialog.close();
      return;
    }
    this.fields = [];
    this.dialog.replaceChildren(this.build(form));
    if (!this.dialog.open) {
      this.dialog.showModal();
    }
    this.dialog.querySelector("input, textarea, .menu-button")?.focus();
  }

  build(form) {
    const cancel = () => this.room.cancelForm();
    this.complaint = make("p", { class: "complaint", role: "alert" });
    this.sendButton = make("button", { class: "button primary" }, "Submit");
    const element = make("form", { class: "form", novalidate: true },
      make("div", { class: "form-head" },
        make("h2", { id: "form-title" }, form.title),
        make("button", { type: "button", class: "plain", "aria-label": "Close", onclick: cancel }, "✕")),
      make("div", { class: "form-parts" }, form.parts.map((part) => this.part(part))),
      this.complaint,
      make("div", { class: "form-foot" },
        make("button", { type: "button", class: "button secondary", onclick: cancel }, "Cancel"),
        this.sendButton));
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    return element;
  }

  part(part) {
    if (part.type === 10) {
      return make("div", {}, markdown(part.content, this.room.names));
    }
    if (part.type === 18) {
      return this.labelled(part.component, part.label, part.description);
    }
    return make("div", {}, (part.components ?? []).map((inner) => this.labelled(inner, inner.label ?? "")));
  }

  labelled(part, label, description) {
    const field = fieldOf(part, label, this.room);
    const mark = field.isRequired ? make("span", { class: "needed", title: "required" }, " *") : null;
    const about = description ? make("p", { class: "small", id: freshId("about") }, description) : null;
    const isGroup = field.element.matches("[role]");
    const id = freshId("label");
    const title = isGroup
      ? make("p", { class: "label", id }, label, mark)
      : make("label", { class: "label", id, for: field.element.id || null }, label, mark);
    field.element.setAttribute("aria-labelledby", id);
    if (about) {
      field.element.setAttribute("aria-describedby", about.id);
    }
    this.fields.push(field);
    return make("div", { class: "form-part" }, title, about, field.element);
  }

  async submit() {
    const wrong = this.fields.find((field) => field.complaint());
    this.complaint.textContent = wrong ? wrong.complaint() : "";
    if (wrong) {
      wrong.focus();
      return;
    }
    const answers = Object.fromEntries(this.fields.map((field) => [field.id, field.value()]));
    this.sendButton.disabled = true;
    try {
      await this.room.submitForm(this.shownId, answers);
    } catch (error) {
      this.complaint.textContent = error.message;
    }
    this.sendButton.disabled = false;
  }
}

// A field: its element, its value() for the wire, complaint() if the app would not send it.

function fieldOf(part, label, room) {
  const kinds = { 3: menuField, 4: textField, 21: radioField, 22: checkField, 23: tickField };
  const build = kinds[part.type] ?? (part.type >= 5 && part.type <= 8 ? menuField : unknownField);
  const field = build(part, label, room);
  return { id: part.custom_id, isRequired: part.type !== 23 && part.required !== false, ...field };
}

function textField(part, label) {
  const properties = {
    id: freshId("field"), class: "input", maxlength: part.max_length ?? TEXT_MAX,
    placeholder: part.placeholder, autocomplete: "off",
  };
  const element = part.style === 2
    ? make("textarea", { ...properties, rows: "4" })
    : make("input", { ...properties, type: "text" });
  element.value = part.value ?? "";
  const complaint = () => {
    const { length } = element.value;
    if (!length) {
      return part.required === false ? "" : `“${label}” must be filled in.`;
    }
    return length < (part.min_length ?? 0) ? `“${label}” takes at least ${part.min_length} characters.` : "";
  };
  return { element, value: () => element.value, complaint, focus: () => element.focus() };
}

function radioField(part, label) {
  const name = freshId("radio");
  const element = make("div", { role: "radiogroup", class: "choices" },
    part.options.map((option) => choiceRow("radio", name, option)));
  const value = () => element.querySelector("input:checked")?.value ?? null;
  const complaint = () => (value() === null && part.required !== false ? `Choose one for “${label}”.` : "");
  return { element, value, complaint, focus: () => element.querySelector("input")?.focus() };
}

function checkField(part, label) {
  const name = freshId("check");
  const least = part.min_values ?? 1;
  const most = part.max_values ?? part.options.length;
  const element = make("div", { role: "group", class: "choices" },
    part.options.map((option) => choiceRow("checkbox", name, option)));
  const boxes = [...element.querySelectorAll("input")];
  const value = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const limit = () => {
    const isFull = value().length >= most;
    boxes.forEach((box) => { box.disabled = isFull && !box.checked; });
  };
  element.addEventListener("change", limit);
  limit();
  const complaint = () => countComplaint(value().length, least, most, part.required !== false, label);
  return { element, value, complaint, focus: () => boxes[0]?.focus() };
}

function tickField(part) {
  const element = make("input", { type: "checkbox", class: "tick", id: freshId("tick") });
  element.checked = Boolean(part.default);
  return { element, value: () => element.checked, complaint: () => "", focus: () => element.focus() };
}

function menuField(part, label, room) {
  const options = part.type === 3 ? part.options : entityOptions(part, room);
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  let values = options.filter((option) => option.default).map((option) => option.value);
  const element = menu({
    label: part.placeholder ?? label,
    options,
    least: part.required === false ? 0 : least,
    most,
    chosen: (chosen) => { values = chosen; },
  });
  element.setAttribute("role", "group");
  const complaint = () => countComplaint(values.length, least, most, part.required !== false, label);
  return { element, value: () => values, complaint, focus: () => element.firstChild.focus() };
}

function unknownField(part) {
  const element = make("p", { class: "small", role: "note" }, "Files cannot be given in the practice room.");
  return { element, value: () => [], complaint: () => "", focus: () => {} };
}

function countComplaint(count, least, most, isRequired, label) {
  if (count === 0) {
    return isRequired ? `Choose something for “${label}”.` : "";
  }
  return count < least || count > most ? `Choose ${least} to ${most} for “${label}”.` : "";
}

function choiceRow(type, name, option) {
  const box = make("input", { type, name, value: option.value });
  box.checked = Boolean(option.default);
  return make("label", { class: "choice" }, box,
    option.emoji ? emojiOf(option.emoji) : null,
    make("span", { class: "menu-words" },
      make("span", {}, option.label),
      option.description ? make("span", { class: "small" }, option.description) : null));
}
