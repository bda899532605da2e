// A menu to choose one or several things from, with descriptions; for messages and for forms.

import { freshId, make } from "./dom.js";
import { emoji } from "./markdown.js";

// options: [{value, label, description, emoji, default}]. Calls chosen(values) when settled.
export function menu({ label, options, least = 1, most = 1, isDisabled = false, key, chosen }) {
  const ticked = new Set(options.filter((option) => option.default).map((option) => option.value));
  const id = freshId("menu");
  const face = make("span", { class: "menu-face" });
  const button = make("button", {
    type: "button", class: "menu-button", disabled: isDisabled, "aria-haspopup": "listbox",
    "aria-expanded": "false", "aria-controls": id, data: { key },
  }, face, make("span", { class: "menu-arrow", "aria-hidden": "true" }));
  const list = make("div", {
    class: "menu-list", id, role: "listbox", "aria-label": label, hidden: true,
    "aria-multiselectable": String(most > 1),
  });
  const box = make("div", { class: "menu" }, button, list);

  const settle = () => {
    close();
    if (ticked.size >= least && ticked.size <= most) {
      chosen([...ticked]);
    }
  };
  const close = (withFocus = true) => {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
    if (withFocus) {
      button.focus();
    }
  };
  const open = () => {
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    list.classList.toggle("above", button.getBoundingClientRect().bottom + 260 > innerHeight);
    (list.querySelector('[aria-selected="true"]') ?? list.firstElementChild)?.focus();
  };
  const tick = (value) => {
    if (most === 1) {
      ticked.clear();
      ticked.add(value);
    } else if (!ticked.delete(value) && ticked.size < most) {
      ticked.add(value);
    }
    draw();
    if (most === 1) {
      settle();
    }
  };
  const draw = () => {
    for (const row of list.querySelectorAll("[role=option]")) {
      row.setAttribute("aria-selected", String(ticked.has(row.dataset.value)));
    }
    const said = options.filter((option) => ticked.has(option.value)).map((option) => option.label);
    face.textContent = said.join(", ") || label;
    face.classList.toggle("empty", said.length === 0);
    button.setAttribute("aria-label", said.length ? `${label}: ${said.join(", ")}` : label);
  };

  list.append(...options.map((option) => optionRow(option, () => tick(option.value))));
  if (most > 1) {
    const range = least === most ? `${most}` : `${least} to ${most}`;
    list.append(make("button", { type: "button", class: "button primary", onclick: settle }, `Done (${range})`));
  }
  button.addEventListener("click", () => (list.hidden ? open() : close()));
  box.addEventListener("keydown", (event) => moveByKeys(event, list, close));
  box.addEventListener("focusout", (event) => {
    if (!box.contains(event.relatedTarget)) {
      close(false);
    }
  });
  draw();
  return box;
}

function optionRow(option, pick) {
  return make("button", {
    type: "button", class: "menu-option", role: "option", data: { value: option.value }, onclick: pick,
  },
  option.emoji ? emojiOf(option.emoji) : null,
  make("span", { class: "menu-words" },
    make("span", {}, option.label),
    option.description ? make("span", { class: "small" }, option.description) : null));
}

export function emojiOf(part) {
  return part.id ? emoji(part.id, part.name) : make("span", { "aria-hidden": "true" }, part.name);
}

function moveByKeys(event, list, close) {
  if (list.hidden) {
    return;
  }
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    close();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    const rows = [...list.children];
    const at = rows.indexOf(document.activeElement);
    rows[Math.max(0, Math.min(rows.length - 1, at + step))].focus();
  }
}
