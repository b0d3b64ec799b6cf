// Small helpers for elements. Text is always set as text, never as HTML.

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else if (key in made && typeof made[key] !== "object") made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function button(text, handler, properties = {}) {
  return element("button", { type: "button", ...properties, on: { click: handler } }, text);
}

export function field(label, control) {
  return element("label", { className: "field" }, element("span", {}, label), control);
}

export function select(entries, chosen) {
  const options = entries.map(([value, text]) => element("option", { value, selected: value === chosen }, text));
  return element("select", {}, ...options);
}

export function bdi(name) {
  return element("bdi", {}, name);
}

export function picture(markup) {
  const parsed = new DOMParser().parseFromString(markup, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

// What a browser remembers from visit to visit; a browser that refuses remembers nothing.
export const memory = {
  get(key) {
    try { return JSON.parse(localStorage.getItem(`hockey-cards-${key}`)); } catch { return null; }
  },
  set(key, value) {
    try { localStorage.setItem(`hockey-cards-${key}`, JSON.stringify(value)); } catch { /* refused */ }
  },
};
