// The markdown that messages use, turned into nodes: blocks by line, then what is in a line.

import { make } from "./dom.js";
import { timeStamp } from "./time.js";

const DEPTH_MAX = 8;
const LEVELS = { "#": ["h3", "one"], "##": ["h4", "two"], "###": ["h5", "three"] };
const INSIDE = String.raw`((?:\\[\s\S]|[^\\])+?)`;

// `names` gives user(id), role(id), channel(id), each a name or undefined, and jump(link).
export function markdown(text, names) {
  return blocks(text.split("\n"), names, 0);
}

function blocks(lines, names, depth) {
  const found = [];
  let plain = [];
  const flush = () => {
    if (plain.length) {
      found.push(make("div", { class: "text" }, inline(plain.join("\n"), names)));
    }
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const [block, used] = blockAt(lines, at, names, depth);
    if (block) {
      flush();
      found.push(block);
      at += used - 1;
    } else {
      plain.push(lines[at]);
    }
  }
  flush();
  return found;
}

// The block that begins at a line, and how many lines it takes; null if it is plain text.
function blockAt(lines, at, names, depth) {
  const line = lines[at];
  if (line.startsWith("```")) {
    return fence(lines, at);
  }
  const heading = /^(#{1,3})\s+(\S.*)$/.exec(line);
  if (heading) {
    const [tag, size] = LEVELS[heading[1]];
    return [make(tag, { class: `heading ${size}` }, inline(heading[2], names)), 1];
  }
  const small = /^-#\s+(\S.*)$/.exec(line);
  if (small) {
    return [make("div", { class: "subtext" }, inline(small[1], names)), 1];
  }
  if (line.startsWith("> ") && depth < DEPTH_MAX) {
    return quote(lines, at, names, depth);
  }
  return list(lines, at, names);
}

function fence(lines, at) {
  const rest = [lines[at].slice(3), ...lines.slice(at + 1)];
  const end = rest.findIndex((line) => line.includes("```"));
  if (end < 0) {
    return [null, 0];
  }
  const inside = rest.slice(0, end);
  inside.push(rest[end].slice(0, rest[end].indexOf("```")));
  const hasLanguage = inside.length > 1 && /^[\w+-]*$/.test(inside[0]);
  const code = inside.slice(hasLanguage ? 1 : 0).join("\n").replace(/\n$/, "");
  return [make("pre", {}, make("code", {}, code)), end + 1];
}

function quote(lines, at, names, depth) {
  const taken = run(lines, at, (line) => line.startsWith("> "));
  const inside = taken.map((line) => line.slice(2));
  return [make("blockquote", {}, blocks(inside, names, depth + 1)), taken.length];
}

function list(lines, at, names) {
  const isBullet = (line) => /^\s*[-*]\s+\S/.test(line);
  const isNumber = (line) => /^\s*\d{1,9}\.\s+\S/.test(line);
  const belongs = [isBullet, isNumber].find((test) => test(lines[at]));
  if (!belongs) {
    return [null, 0];
  }
  const taken = run(lines, at, belongs);
  const items = taken.map((line) => {
    const text = line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "");
    return make("li", {}, inline(text, names));
  });
  const start = belongs === isNumber ? parseInt(taken[0], 10) : null;
  return [make(start === null ? "ul" : "ol", { start }, items), taken.length];
}

function run(lines, at, belongs) {
  const end = lines.findIndex((line, place) => place > at && !belongs(line));
  return lines.slice(at, end < 0 ? lines.length : end);
}

// What may stand in a line: a pattern tried where the text is at, and what it becomes.

const RULES = [
  [/\\([^\p{L}\p{N}\s])/uy, ([, sign]) => sign],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => make("code", {}, code.trim() || code)],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, ([, name, id]) => emoji(id, name)],
  [/<@!?(\d{1,20})>/y, ([, id], names) => pill(`@${names.user(id) ?? "unknown-user"}`)],
  [/<@&(\d{1,20})>/y, ([, id], names) => pill(`@${names.role(id) ?? "unknown-role"}`)],
  [/<#(\d{1,20})>/y, ([, id], names) => channelPill(id, names)],
  [/<\/([^<>:]{1,100}):\d{1,20}>/y, ([, path]) => pill(`/${path}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, at, style]) => timeStamp(Number(at), style)],
  [
    /\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s<>)]+)>?\)/y,
    ([, text, url], names, depth) => link(url, inline(text, names, depth + 1), names),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url], names) => link(url, [url], names)],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"')\]]/y, ([url], names) => link(url, [url], names)],
  mark(String.raw`\*\*${INSIDE}\*\*(?!\*)`, "strong"),
  mark(String.raw`__${INSIDE}__(?!_)`, "u"),
  mark(String.raw`~~${INSIDE}~~(?!~)`, "s"),
  mark(String.raw`\*(?!\s)((?:\\[\s\S]|\*\*|[^\\*])+?)\*(?!\*)`, "em"),
  mark(String.raw`_((?:\\[\s\S]|__|[^\\_])+?)_(?![\p{L}\p{N}_])`, "em"),
  [
    new RegExp(String.raw`\|\|${INSIDE}\|\|`, "y"),
    ([, text], names, depth) => spoiler(inline(text, names, depth + 1)),
  ],
  [/\n/y, () => make("br")],
];

function mark(pattern, tag) {
  return [
    new RegExp(pattern, "uy"),
    ([, text], names, depth) => make(tag, {}, inline(text, names, depth + 1)),
  ];
}

export function inline(text, names, depth = 0) {
  const found = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const [node, length] = depth > DEPTH_MAX ? [null, 0] : ruleAt(text, at, names, depth);
    if (node === null) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (typeof node === "string") {
      plain += node;
    } else {
      found.push(plain, node);
      plain = "";
    }
    at += length;
  }
  return [...found, plain].filter((part) => part !== "");
}

const STARTS = new Set("\\`<[h*_~|\n");

function ruleAt(text, at, names, depth) {
  // A bar or an underscore inside a word begins nothing.
  const isInWord = text[at] === "_" && at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1]);
  if (!STARTS.has(text[at]) || isInWord) {
    return [null, 0];
  }
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) {
      return [build(match, names, depth), match[0].length];
    }
  }
  return [null, 0];
}

// The picture of a custom emoji; its name where the picture does not come.
export function emoji(id, name) {
  const picture = make("img", { class: "emoji", src: `/emojis/${id}`, alt: name, title: `:${name}:` });
  picture.addEventListener("error", () => picture.replaceWith(make("span", {}, `:${name}:`)));
  return picture;
}

function pill(text) {
  return make("span", { class: "pill" }, text);
}

function channelPill(id, names) {
  const name = names.channel(id);
  if (name === undefined) {
    return pill("#unknown");
  }
  const jump = () => names.jump({ channel: id });
  return make("button", { type: "button", class: "pill", onclick: jump }, `#${name}`);
}

const PLACE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

// Where a link leads inside the page, or null if it leads out of it.
export function placeOf(url) {
  const match = PLACE.exec(url);
  return match && { channel: match[1], message: match[2] };
}

function link(url, children, names) {
  const place = placeOf(url);
  if (!place) {
    return make("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
  }
  const go = (event) => {
    event.preventDefault();
    names.jump(place);
  };
  return make("a", { href: `#${place.channel}`, onclick: go }, children);
}

function spoiler(children) {
  const cover = make("button", {
    type: "button", class: "spoiler", "aria-expanded": "false", "aria-label": "Spoiler, press to show",
  }, make("span", {}, children));
  cover.addEventListener("click", () => {
    const open = make("span", { class: "spoiler-open" }, ...cover.firstChild.childNodes);
    cover.replaceWith(open);
  });
  return cover;
}
