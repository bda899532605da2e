// Elements are made as nodes, never out of text: names and messages are hostile.

// make("a", {class: "pill", href: "…", onclick: f, data: {id: 1}}, "text", node, null)
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    set(element, name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    return;
  }
  if (name.startsWith("on")) {
    element.addEventListener(name.slice(2), value);
  } else if (name === "data") {
    Object.assign(element.dataset, value);
  } else {
    element.setAttribute(name, value === true ? "" : value);
  }
}

export function byId(id) {
  return document.getElementById(id);
}

let lastId = 0;

export function freshId(stem) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

const TOAST_MS = 9000;
const TOASTS_MAX = 4;

// An error that nobody can miss and that goes by itself.
export function toast(text) {
  const close = make("button", { type: "button", class: "plain", "aria-label": "Close" }, "✕");
  const box = make("div", { class: "toast" }, make("span", {}, text), close);
  close.addEventListener("click", () => box.remove());
  const toasts = byId("toasts");
  toasts.append(box);
  while (toasts.children.length > TOASTS_MAX) {
    toasts.firstChild.remove();
  }
  setTimeout(() => box.remove(), TOAST_MS);
}
