// A message as the app shows it: its head, its text, its components, who may see it.

import { emojiOf, menu } from "./choose.js";
import { make } from "./dom.js";
import { inline, markdown, placeOf } from "./markdown.js";
import { shortTime } from "./time.js";

const EPHEMERAL = 64;
const LOADING = 128;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary", 6: "secondary" };
const MENUS = { 5: ["user"], 6: ["role"], 7: ["user", "role"], 8: ["channel"] };
const QUOTED_MAX = 80;

// `room` gives names, state, and what a person can do: press, select, dismiss, jump.
export function renderMessage(message, room) {
  const isEphemeral = Boolean(message.flags & EPHEMERAL);
  const isForMe = message.mentions.some((user) => user.id === room.state.me);
  const classes = ["message", isEphemeral && "ephemeral", isForMe && "for-me"];
  return make("li", { class: classes.filter(Boolean).join(" "), id: `m${message.id}`, tabindex: "-1" },
    avatar(message.author, room),
    make("article", { class: "body" },
      origin(message, room),
      head(message, room),
      message.flags & LOADING ? thinking(message.author, room) : content(message, room),
      isEphemeral ? onlyYou(message, room) : null));
}

function avatar(author, room) {
  const letter = [...nameOf(author, room)][0] ?? "?";
  const kind = author.bot ? "bot" : `tint${Number(BigInt(author.id) % 6n)}`;
  return make("span", { class: `avatar ${kind}`, "aria-hidden": "true" }, letter);
}

export function nameOf(author, room) {
  return room.state.user(author.id) ?? author.global_name ?? author.username;
}

function head(message, room) {
  const { author } = message;
  return make("div", { class: "head" },
    make("strong", { class: "author" }, nameOf(author, room)),
    author.bot ? make("span", { class: "app" }, "APP") : null,
    shortTime(message.timestamp),
    message.edited_timestamp ? make("span", { class: "when" }, "(edited)") : null);
}

// The line above a message that answers a command or another message.
function origin(message, room) {
  const about = message.interaction_metadata;
  if (message.type === 20 && about?.name) {
    return make("div", { class: "origin" }, `${room.state.user(about.user.id)} used /${about.name}`);
  }
  const id = message.message_reference?.message_id;
  const first = id && room.state.messagesOf(message.channel_id).get(id);
  if (!first) {
    return null;
  }
  const jump = () => room.jump({ channel: message.channel_id, message: id });
  const start = wordsOf(first).slice(0, QUOTED_MAX);
  return make("button", { type: "button", class: "origin", onclick: jump }, `To: ${start || "a message"}`);
}

function thinking(author, room) {
  return make("p", { class: "thinking" }, `${nameOf(author, room)} is thinking`, make("span", { class: "dots", "aria-hidden": "true" }));
}

function onlyYou(message, room) {
  const dismiss = () => room.dismiss(message);
  return make("p", { class: "only-you" }, "Only you can see this · ",
    make("button", { type: "button", class: "as-link", data: { key: "dismiss" }, onclick: dismiss }, "Dismiss message"));
}

function content(message, room) {
  const shown = new Set();
  const parts = message.components.map((part) => component(part, message, room, shown));
  const files = message.attachments.filter((file) => !shown.has(file.id));
  return [
    ...(message.content ? markdown(message.content, room.names) : []),
    ...message.embeds.map((embed) => renderEmbed(embed, room)),
    ...parts,
    ...files.map((file) => (isPicture(file) ? picture(file, file.description) : fileLink(file))),
  ];
}

// Components

const KINDS = {
  1: row,
  9: section,
  10: (part, message, room) => make("div", {}, markdown(part.content, room.names)),
  11: (part, message, room, shown) => picture(noted(part.media, shown), part.description, "thumbnail"),
  12: gallery,
  13: (part, message, room, shown) => fileLink(noted(part.file, shown)),
  14: (part) => make("hr", { class: `${part.divider === false ? "bare" : ""} ${part.spacing === 2 ? "wide" : ""}` }),
  17: container,
};

function component(part, message, room, shown) {
  const build = KINDS[part.type];
  return build ? build(part, message, room, shown) : make("p", { class: "small" }, `(component ${part.type})`);
}

function container(part, message, room, shown) {
  const box = make("div", { class: "container" },
    part.components.map((inner) => component(inner, message, room, shown)));
  if (typeof part.accent_color === "number") {
    box.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  }
  return part.spoiler ? covered(box) : box;
}

function covered(box) {
  const cover = make("button", { type: "button", class: "button secondary" }, "Spoiler: show");
  cover.addEventListener("click", () => cover.replaceWith(box));
  return cover;
}

function row(part, message, room) {
  return make("div", { class: "row" }, part.components.map((inner) =>
    inner.type === 2 ? button(inner, message, room) : select(inner, message, room)));
}

function section(part, message, room, shown) {
  const accessory = part.accessory;
  return make("div", { class: "section" },
    make("div", { class: "section-text" }, part.components.map((inner) => component(inner, message, room, shown))),
    accessory.type === 2 ? button(accessory, message, room) : component(accessory, message, room, shown));
}

function button(part, message, room) {
  const face = [part.emoji ? emojiOf(part.emoji) : null, part.label ? make("span", {}, part.label) : null];
  const name = part.label ? null : part.emoji?.name;
  const classes = `button ${STYLES[part.style] ?? "secondary"}`;
  if (part.style === 5) {
    return linkButton(part, classes, face, name, room);
  }
  const press = (event) => room.press(message, part.custom_id, event.currentTarget);
  return make("button", {
    type: "button", class: classes, disabled: part.disabled, "aria-label": name,
    data: { key: `${part.id}:${part.custom_id}` }, onclick: press,
  }, face);
}

function linkButton(part, classes, face, name, room) {
  const place = placeOf(part.url);
  const sign = make("span", { class: "out", "aria-hidden": "true" }, place ? "→" : "↗");
  if (part.disabled) {
    return make("button", { type: "button", class: classes, disabled: true, "aria-label": name }, face, sign);
  }
  if (place) {
    const go = () => room.jump(place);
    return make("button", { type: "button", class: classes, "aria-label": name, onclick: go }, face, sign);
  }
  const isWeb = /^https?:\/\//.test(part.url);
  return make("a", {
    class: classes, href: isWeb ? part.url : null, target: "_blank", rel: "noopener noreferrer", "aria-label": name,
  }, face, sign);
}

function select(part, message, room) {
  const options = part.type === 3 ? part.options : entityOptions(part, room);
  return menu({
    label: part.placeholder ?? "Make a selection",
    options,
    least: part.min_values ?? 1,
    most: part.max_values ?? 1,
    isDisabled: part.disabled,
    key: `${part.id}:${part.custom_id}`,
    chosen: (values) => room.select(message, part.custom_id, values),
  });
}

export function entityOptions(part, room) {
  const preset = new Set((part.default_values ?? []).map(({ id }) => String(id)));
  const found = MENUS[part.type].flatMap((kind) => room.state.choices(kind));
  return found.map((choice) => ({ ...choice, default: preset.has(choice.value) }));
}

// Pictures and files

function noted(file, shown) {
  shown.add(file.attachment_id);
  return file;
}

function gallery(part, message, room, shown) {
  const items = part.items.map((item) => {
    const file = noted(item.media, shown);
    const shape = part.items.length > 1 ? "tile" : "";
    return item.spoiler ? covered(picture(file, item.description, shape)) : picture(file, item.description, shape);
  });
  return make("div", { class: `gallery ${items.length > 1 ? "many" : ""}` }, items);
}

function isPicture(file) {
  return /^image\/(png|gif|jpeg|webp)$/.test(file.content_type ?? "");
}

// The server's own files by path, so that they load under whatever name it is open; no others.
function localPath(url) {
  const found = URL.canParse(url) ? new URL(url) : null;
  return found && found.pathname.startsWith("/attachments/") ? found.pathname : null;
}

function picture(file, description, shape = "") {
  const path = localPath(file.url);
  if (!path) {
    return make("p", { class: "small" }, description || "A picture from elsewhere, not loaded here.");
  }
  const image = make("img", { class: `picture ${shape}`, src: path, alt: description ?? "", title: description });
  return make("a", { class: "picture-link", href: path, target: "_blank", "aria-label": description ? null : "Picture" }, image);
}

function fileLink(file) {
  const path = localPath(file.url);
  const name = file.filename ?? decodeURIComponent(path?.split("/").pop() ?? "file");
  const size = file.size === undefined ? "" : ` (${file.size.toLocaleString("en")} bytes)`;
  return make("p", { class: "file" }, make("a", { href: path, download: name }, name), size);
}

// Old-style embeds, as much as there is to read.

function renderEmbed(embed, room) {
  const text = (value) => (value ? markdown(value, room.names) : null);
  const box = make("div", { class: "container" },
    embed.author?.name ? make("div", { class: "subtext" }, embed.author.name) : null,
    embed.title ? make("h4", { class: "heading three" }, inline(embed.title, room.names)) : null,
    text(embed.description),
    (embed.fields ?? []).map((field) => make("div", { class: "field" },
      make("strong", {}, inline(field.name, room.names)), text(field.value))),
    embed.image ? picture(embed.image, "") : null,
    embed.footer?.text ? make("div", { class: "subtext" }, embed.footer.text) : null);
  if (typeof embed.color === "number") {
    box.style.setProperty("--accent", `#${embed.color.toString(16).padStart(6, "0")}`);
  }
  return box;
}

// What it says, for announcing it and for quoting it: without marks.

export function wordsOf(message) {
  const texts = [message.content];
  const walk = (parts) => parts.forEach((part) => {
    if (part.type === 10) {
      texts.push(part.content);
    }
    walk(part.components ?? []);
  });
  walk(message.components);
  return plainWords(texts.filter(Boolean).join("\n"));
}

export function plainWords(text) {
  return text
    .replace(/<a?:(\w+):\d+>/g, (_, name) => ` ${name.replaceAll("_", " ")} `)
    .replace(/<[@#t/][^>]*>/g, "")
    .replace(/^(#{1,3}|-#|>)\s+/gm, "")
    .replace(/[*_~|`\\]/g, "")
    .trim();
}
