// The person's own marks in the picture: which are right, and which are wrong.

import {count, t} from "./strings.js";

// {text, wrong, right}: marks are [row, col, kind]. They can only be checked against a single solution.
export function check({puzzle, marks = []}, {solutions, cells = []}) {
  const own = marks.filter(([, , kind]) => kind === "star" || kind === "cross");
  if (puzzle !== "star-battle" || solutions !== 1 || !own.length) return {text: "", wrong: [], right: []};
  const stars = new Set(cells.map(String));
  const isRight = ([row, col, kind]) => stars.has(`${row},${col}`) === (kind === "star");
  const wrong = own.filter(mark => !isRight(mark)), right = own.filter(isRight);
  const named = wrong.map(([row, col, kind]) => t(`marks.${kind}`, {row: row + 1, col: col + 1})).join("; ");
  const text = wrong.length ? count("marks.wrong", wrong.length).replace("{cells}", named) : count("marks.right", right.length);
  return {text, wrong, right};
}
