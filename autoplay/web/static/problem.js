// Why there is no answer, in the words of this page, and what to try.

import {sentence} from "./games.js";

const FIX = /--fix (\d+),(\d+)=(\w)/g;
const LABELS = {puzzle: "Puzzle", lit: "Lit lamps are", peg: "Pegs are", size: "Rows", stars: "Stars in a row"};

// The refusal as text. What was measured is for those who ask the reader on the command line.
export function explained({message, try: hint = ""}) {
  const what = sentence(message.replace(/: lines: .*/, ""));
  return hint ? `${what} Try: ${plain(hint).replace(/\.?$/, ".")}` : what;
}

// A hint with the options of the command line as this page calls them.
function plain(hint) {
  return hint
    .replace(/; for covered cells --fix .*|, or say which regions they belong to: --fix .*/, "")
    .replace(/(use )?--crop X,Y,W,H( for one)?/g, "draw a frame round the board on the picture")
    .replace(/--(puzzle|lit|peg|size|stars)\b( [A-Z|a-z-]+\b)?/g, (_, name) => `the option “${LABELS[name]}”`);
}

// Where the reader says what single cells seem to be: that, and a button that has them taken for it; else undefined.
export function proposal({try: hint = ""}, take) {
  const cells = [...hint.matchAll(FIX)].map(([, row, col, letter]) => ({row: Number(row), col: Number(col), letter}));
  if (!cells.length) return undefined;
  const told = document.createElement("p"), button = document.createElement("button"), both = document.createElement("div");
  const listed = cells.map(({row, col, letter}) => `row ${row + 1}, column ${col + 1} in region ${letter}`);
  told.textContent = `It seems to be: ${listed.join("; ")}. What is wrong is then put right by a click.`;
  button.type = "button";
  button.textContent = "Take them as they seem";
  button.addEventListener("click", () => take(cells.map(({row, col, letter}) => ["fix", `${row},${col}=${letter}`])));
  both.append(told, button);
  return both;
}
