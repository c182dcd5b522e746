// What may be put in: pictures that are chosen, dropped, pasted or photographed, samples, texts, and the page's address.

import {SETTINGS} from "./games.js";

const SAMPLES = {"star-battle": "samples/star-battle.png", "lights-out": "samples/lights-out.png", pegs: "samples/pegs.png"};
const PICTURE = /^image\/|^application\/pdf/, TEXT = /^text\/plain|^application\/json/;
const NAMED = /\.(heic|heif|avif|tiff?|pdf)$/i;  // files whose kind some systems don't know
const FIELDS = "input, textarea, select";
const $ = id => document.getElementById(id);

// picture(file), text(text) and refuse(key of a message) are called for what is put in.
export function listen({picture, text, refuse}) {
  const files = async list => {
    const found = [...list ?? []], plain = found.find(({type}) => TEXT.test(type));
    const image = found.find(({type, name}) => PICTURE.test(type) || NAMED.test(name));
    if (image) picture(image);
    else if (plain) text(await plain.text());
    else refuse("source.not-usable");
  };
  // Files count before texts: a picture that is copied from a page comes with its address.
  const transfer = data => {
    const plain = data.getData("text/plain").trim();
    if (data.files.length) files(data.files);
    else if (plain) text(plain);
    else refuse(data.types.length ? "source.not-usable" : "source.nothing");
  };
  for (const id of ["file", "photo"]) {
    $(id).addEventListener("change", event => {
      if (event.target.files.length) files(event.target.files);
      event.target.value = "";  // so that choosing the same file again is a change too
    });
  }
  document.addEventListener("paste", event => {
    if (event.target.closest?.(FIELDS) && !event.clipboardData.files.length) return;
    event.preventDefault();
    transfer(event.clipboardData);
  });
  document.addEventListener("dragover", event => {
    event.preventDefault();
    $("drop").classList.add("over");
  });
  document.addEventListener("dragleave", event => {
    if (!event.relatedTarget) $("drop").classList.remove("over");
  });
  document.addEventListener("drop", event => {
    event.preventDefault();
    $("drop").classList.remove("over");
    transfer(event.dataTransfer);
  });
  $("typed").addEventListener("submit", event => {
    event.preventDefault();
    if ($("puzzle-text").value.trim()) text($("puzzle-text").value);
    else refuse("source.nothing");
  });
  $("puzzle-text").addEventListener("keydown", event => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) $("typed").requestSubmit();
  });
  for (const button of document.querySelectorAll("[data-sample]")) {
    button.addEventListener("click", async () => {
      const reply = await fetch(SAMPLES[button.dataset.sample]).catch(() => null);
      if (reply?.ok) picture(new File([await reply.blob()], `${button.dataset.sample}.png`, {type: "image/png"}));
      else refuse("error.unreachable");
    });
  }
}

// The fragment of a link to a puzzle: #puzzle=star-battle&stars=1&grid=AAB/…
export function fragment(puzzle) {
  const fields = Object.entries(puzzle).map(([name, value]) => [name, Array.isArray(value) ? value.join("/") : value]);
  return `#${new URLSearchParams(fields)}`;
}

const number = text => /^\d+$/.test(text) ? Number(text) : text;  // the server says what is wrong with another text
const READ = {
  grid: text => text.split("/"),
  stars: number,
  states: number,
  target: text => text.includes("/") ? text.split("/") : text,
  wrap: text => text === "true",
  matrix: text => text.split("/"),
  end: text => text.includes("/") ? text.split("/").map(number) : number(text),
};

// The puzzle in the fragment of the page's address; undefined if there is none.
export function linked(hash) {
  const found = new URLSearchParams(hash.slice(1));
  if (!found.has("puzzle") && !found.has("grid")) return undefined;
  const fields = ["puzzle", "grid", ...SETTINGS].filter(name => found.has(name));
  return Object.fromEntries(fields.map(name => [name, (READ[name] ?? String)(found.get(name))]));
}
