// Times of messages, and times that count down while one looks at them.

import { make } from "./dom.js";

const RELATIVE = new Intl.RelativeTimeFormat("en");
const UNITS = [
  ["second", 1, 60],
  ["minute", 60, 3600],
  ["hour", 3600, 86400],
  ["day", 86400, 2592000],
  ["month", 2592000, 31536000],
  ["year", 31536000, Infinity],
];
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const SECONDS_MAX = 8.64e12; // the last moment that a Date can tell

let ahead = 0; // how far the server's clock is before this one's, in seconds

export function setClock(now) {
  ahead = now - Date.now() / 1000;
}

export function relative(seconds) {
  const away = seconds - (Date.now() / 1000 + ahead);
  for (const [unit, size, end] of UNITS) {
    if (Math.abs(away) < end) {
      return RELATIVE.format(Math.round(away / size), unit);
    }
  }
  return "";
}

export function timeStamp(seconds, style) {
  if (Math.abs(seconds) > SECONDS_MAX) {
    return make("span", {}, "Invalid date");
  }
  const moment = new Date(seconds * 1000);
  const full = moment.toLocaleString("en", STYLES.F);
  const properties = { class: "stamp", datetime: moment.toISOString(), title: full };
  if (style === "R") {
    return make("time", { ...properties, data: { until: seconds } }, relative(seconds));
  }
  return make("time", properties, moment.toLocaleString("en", STYLES[style] ?? STYLES.f));
}

export function shortTime(iso) {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === new Date().toDateString();
  const style = isToday ? STYLES.t : { dateStyle: "short", timeStyle: "short" };
  return make("time", { class: "when", datetime: iso }, moment.toLocaleString("en", style));
}

export function keepTime() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-until]")) {
      const text = relative(Number(element.dataset.until));
      if (element.textContent !== text) {
        element.textContent = text;
      }
    }
  }, 1000);
}
