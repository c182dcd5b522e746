// Error messages and hints, with this page's names for options, and buttons for what would settle them.

import {games, sentence} from "./games.js";
import {t} from "./strings.js";

const FIX = /--fix (\d+),(\d+)=(\w)/g;

// The error as text, without the measurements, which are for the command line.
export function explained({message, try: hint = ""}) {
  const what = sentence(message.replace(/: lines: .*/, ""));
  return hint ? `${what} ${t("error.try", {hint: plain(hint).replace(/\.?$/, ".")})}` : what;
}

// A hint with the names that this page uses for the command line's options.
function plain(hint) {
  const labels = {puzzle: t("options.puzzle"), lit: t("options.lit"), peg: t("options.peg"), size: t("options.rows"),
    stars: t("options.stars")};
  const option = name => t("error.option", {name: labels[name]});
  const named = hint
    .replace(/; for covered cells --fix .*|, or say which regions they belong to: --fix .*/, "")
    .replace(/(use )?--crop X,Y,W,H( for one)?/g, t("error.frame"))
    .replace(/--(puzzle|lit|peg|size|stars)\b( [A-Z|a-z-]+\b)?/g, (_, name) => option(name));
  return Object.keys(labels).map(option).reduce((text, own) => text.replaceAll(` or ${own}`, "").replaceAll(`, ${own}`, ""), named);
}

// The cells that the reader is unsure about, with a button to accept them; undefined if there are none.
export function proposal({try: hint = ""}, take) {
  const cells = [...hint.matchAll(FIX)].map(([, row, col, letter]) => ({row: Number(row), col: Number(col), letter}));
  if (!cells.length) return undefined;
  const listed = cells.map(({row, col, letter}) => t("error.cell", {row: row + 1, col: col + 1, letter}));
  const accept = button(t("error.accept"), () => take(cells.map(({row, col, letter}) => ["fix", `${row},${col}=${letter}`])));
  return group(t("error.cells", {cells: listed.join("; ")}), [accept]);
}

// Buttons that say which puzzle a picture shows.
export function kinds(choose, left = Object.keys(games)) {
  return group(t("error.kinds"), left.map(name => button(t("error.kind", {game: t(`game.${name}`)}), () => choose(name))));
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function group(text, buttons) {
  const told = document.createElement("p"), row = document.createElement("p"), both = document.createElement("div");
  told.textContent = text;
  row.className = "row";
  row.append(...buttons);
  both.append(told, row);
  return both;
}
