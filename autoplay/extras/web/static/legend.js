// What the colours and shapes on the picture mean: those that are seen at the moment.

import {t} from "./strings.js";

const NS = "http://www.w3.org/2000/svg";
const SQUARE = ["path", {d: "M2,2H18V18H2Z"}], RING = ["circle", {cx: 10, cy: 10, r: 7, "stroke-width": 2}];
const SMALL = ["circle", {cx: 10, cy: 10, r: 4, "stroke-width": 2}], DOT = ["circle", {cx: 10, cy: 10, r: 6}];
const LINE = ["path", {d: "M2,10H18", "stroke-width": 3}];

// [key, game or undefined, what to look for on the picture, classes of the sample, its shape]
const ENTRIES = [
  ["tint", "star-battle", ".tint", "border", LINE],
  ["lit", "lights-out", ".full", "full", RING],
  ["unlit", "lights-out", ".empty", "empty", SMALL],
  ["peg", "pegs", ".full:not(.moved)", "full", RING],
  ["hole", "pegs", ".empty:not(.moved)", "empty", SMALL],
  ["moved", "pegs", ".full.moved", "full moved", DOT],
  ["removed", "pegs", ".empty.moved", "empty moved", DOT],
  ["star", "star-battle", "text.mark.new, text.mark.solution", "mark", "★"],
  ["cross", "star-battle", "text.cross", "mark known", "×"],
  ["press", "lights-out", ".mark", "mark", DOT],
  ["arrow", "pegs", ".arrow", "arrow", LINE],
  ["shaded", undefined, ".shaded", "shaded", SQUARE],
  ["outlined", undefined, ".outlined", "outlined", [SQUARE[0], {...SQUARE[1], "stroke-width": 2.5}]],
  ["wrong", undefined, ".wrong", "wrong", [RING[0], {...RING[1], "stroke-width": 2.5}]],
  ["changed", undefined, ".changed", "changed", [SQUARE[0], {...SQUARE[1], "stroke-width": 2}]],
];

export function legend(list, picture, puzzle) {
  const seen = ENTRIES.filter(([, game, selector]) => (!game || game === puzzle) && picture.querySelector(selector));
  list.replaceChildren(...seen.map(([key, , , classes, shape]) => {
    const item = document.createElement("li"), svg = document.createElementNS(NS, "svg");
    svg.setAttribute("viewBox", "0 0 20 20");
    svg.setAttribute("class", "overlay");
    svg.setAttribute("aria-hidden", "true");
    svg.append(sample(shape, classes));
    item.append(svg, t(`legend.${key}`));
    return item;
  }));
}

function sample(shape, classes) {
  const [name, attributes] = typeof shape === "string" ? ["text", {x: 10, y: 11, "font-size": 18}] : shape;
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries({...attributes, class: classes})) made.setAttribute(key, value);
  if (typeof shape === "string") made.textContent = shape;
  return made;
}
