// The texts of the page, in one language at a time; each language is a file in strings/.

export const LANGUAGES = {en: "English", de: "Deutsch", fr: "Français", es: "Español", ja: "日本語"};
const FIRST = "en";

let texts = {};

// The text of a key, with the values in the places of {names}.
export function t(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// A number of things: the keys end in .one and .many.
export const count = (key, number) => t(`${key}.${number === 1 ? "one" : "many"}`, {number});

// The language in the address (?lang=de), else the first of the browser's languages that the page has.
export function preferred() {
  const asked = [new URLSearchParams(location.search).get("lang"), ...navigator.languages];
  return asked.map(name => name?.split("-")[0]).find(name => Object.hasOwn(LANGUAGES, name)) ?? FIRST;
}

// Load a language and put its texts into the elements that name a key.
export async function load(language) {
  const reply = await fetch(`strings/${language}.json`);
  texts = await reply.json();
  document.documentElement.lang = language;
  document.title = t("page.title");
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const [data, attribute] of [["tLabel", "aria-label"], ["tPlaceholder", "placeholder"], ["tTitle", "title"], ["tAlt", "alt"]]) {
    const named = `data-${data.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    for (const element of document.querySelectorAll(`[${named}]`)) element.setAttribute(attribute, t(element.dataset[data]));
  }
}

// Remember the language in the address of the page, for a reload or a link.
export function remember(language) {
  const address = new URL(location.href);
  address.searchParams.set("lang", language);
  history.replaceState(null, "", address);
}
