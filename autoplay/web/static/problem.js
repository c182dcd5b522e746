// Error messages and hints, with this page's names for options.

import {sentence} from "./games.js";

const FIX = /--fix (\d+),(\d+)=(\w)/g;
const LABELS = {puzzle: "Puzzle", lit: "Lit lamps are", peg: "Pegs are", size: "Rows", stars: "Stars per row"};

// The error as text, without the measurements, which are for the command line.
export function explained({message, try: hint = ""}) {
  const what = sentence(message.replace(/: lines: .*/, ""));
  return hint ? `${what} Try: ${plain(hint).replace(/\.?$/, ".")}` : what;
}

// A hint with the names that this page uses for the command line's options.
function plain(hint) {
  return hint
    .replace(/; for covered cells --fix .*|, or say which regions they belong to: --fix .*/, "")
    .replace(/(use )?--crop X,Y,W,H( for one)?/g, "draw a frame around the board in the picture")
    .replace(/--(puzzle|lit|peg|size|stars)\b( [A-Z|a-z-]+\b)?/g, (_, name) => `the option “${LABELS[name]}”`);
}

// The cells that the reader is unsure about, with a button to accept them; undefined if there are none.
export function proposal({try: hint = ""}, take) {
  const cells = [...hint.matchAll(FIX)].map(([, row, col, letter]) => ({row: Number(row), col: Number(col), letter}));
  if (!cells.length) return undefined;
  const told = document.createElement("p"), button = document.createElement("button"), both = document.createElement("div");
  const listed = cells.map(({row, col, letter}) => `row ${row + 1}, column ${col + 1} in region ${letter}`);
  told.textContent = `It seems to be: ${listed.join("; ")}. You can then correct mistakes with a click.`;
  button.type = "button";
  button.textContent = "Accept these cells";
  button.addEventListener("click", () => take(cells.map(({row, col, letter}) => ["fix", `${row},${col}=${letter}`])));
  both.append(told, button);
  return both;
}
