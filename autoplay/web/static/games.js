// Differences between the games. Each game has:
//   words(sign): the meaning of a character in its grid
//   size(board): its size
//   turned(grid, row, col, key): the character that a cell becomes by a click or a key; undefined if none
//   question(board): the request to the server about it, besides its grid
//   isExplained(answer): true if steps can be requested, which may take long
//   verdict(answer): the result in a sentence
//   scenes(answer, grid): what to show, from the empty board step by step to the solution; each scene has a text, and
//     optionally marks {"row,col": {sign, kind}}, shaded and outlined cells, arrows [from, to], and a grid
//   first(scenes): the number of the scene shown first
//   text(board, answer): the puzzle as text

const at = (row, col) => `${row},${col}`;
const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
const marked = (cells, sign, kind) => cells.map(([row, col]) => [at(row, col), {sign, kind}]);
const place = ([row, col]) => `row ${row + 1}, column ${col + 1}`;
const DOUBT = "A cell may be misread: correct it on the board. Or this is another puzzle: choose it in the options.";

const starBattle = {
  name: "Star Battle",
  size: board => `${board.rows}×${board.cols}`,
  how: "Is a cell in the wrong region? Click it to give it to the neighbouring region, click again for another; " +
    "or use the arrow keys and type the letter.",
  words: sign => sign === "#" ? "wall" : sign === "." ? "no region" : `region ${sign}`,
  turned(grid, row, col, key) {
    const letters = new Set(grid.join(""));
    if (key) return [key, key.toUpperCase(), key.toLowerCase()].find(letter => letters.has(letter));
    const beside = [[row - 1, col], [row, col + 1], [row + 1, col], [row, col - 1]];
    const near = [...new Set(beside.map(([r, c]) => grid[r]?.[c]).filter(Boolean).concat(grid[row][col]))].sort();
    return near[(near.indexOf(grid[row][col]) + 1) % near.length];
  },
  question: board => ({...(board.stars && {stars: board.stars}), ...(!/[#.]/.test(board.grid.join("")) && {to: "puzz.link"})}),
  isExplained: answer => answer.solutions === 1,
  verdict(answer) {
    const size = `${answer.rows}×${answer.cols}, ${count(answer.stars, "star")}`;
    if (answer.solutions === 0) return `${size}: no solution. ${sentence(answer.reason)} ${DOUBT}`;
    if (answer.solutions > 1) {
      return `${size}: several solutions; two of them differ in the outlined cells. ${DOUBT}`;
    }
    return `${size}: exactly one solution${answer.difficulty ? `, ${answer.difficulty}` : ""}.`;
  },
  scenes(answer, grid) {
    const scenes = [{text: "The board without marks."}];
    let known = [];
    for (const step of answer.steps ?? []) {
      const added = [...marked(step.stars, "★", "new"), ...marked(step.crossed, "×", "new")];
      scenes.push({
        text: step.text,
        marks: Object.fromEntries([...known, ...added]),
        shaded: step.cells,
        outlined: step.units.map(unit => cellsOf(unit, grid)),
      });
      known = [...known, ...marked(step.stars, "★", "known"), ...marked(step.crossed, "×", "known")];
    }
    if (answer.cells?.length) {
      const differ = (answer.differ ?? []).map(cell => [cell]);
      scenes.push({text: differ.length ? "One of the solutions." : "The solution.", outlined: differ,
        marks: Object.fromEntries(marked(answer.cells, "★", "solution"))});
    }
    return scenes;
  },
  first: scenes => scenes.length - 1,
  text: (board, answer) => `stars ${answer?.stars ?? board.stars ?? "?"}\n${board.grid.join("\n")}\n`,
};

const lightsOut = {
  name: "Lights Out",
  size: board => `${board.rows}×${board.cols}`,
  how: "Is a lamp in the wrong state? Click it to correct it; or use the arrow keys and Enter.",
  isExplained: () => false,
  words: sign => ({"*": "lit", ".": "unlit", " ": "no lamp"})[sign] ?? `state ${sign}`,
  turned(grid, row, col, key) {
    const states = [".", "*", ...new Set(grid.join("").replace(/[.* ]/g, ""))];
    if (key) return states.find(state => state === key);
    return grid[row][col] === " " ? undefined : states[(states.indexOf(grid[row][col]) + 1) % states.length];
  },
  question: board => (board.states > 2 ? {states: board.states} : {}),
  verdict(answer) {
    const size = `${answer.rows}×${answer.cols}`;
    if (!answer.solvable) return `${size}: the lamps can't all be turned off. ${DOUBT}`;
    const told = answer.fewest ? "the fewest possible" : "not proved to be the fewest";
    return `${size}: ${count(answer.presses.length, "press", "presses")} turn all lamps off, ${told}. ` +
      "A press changes a lamp and its neighbours.";
  },
  scenes(answer) {
    const presses = answer.presses ?? [];
    const done = number => Object.fromEntries(marked(presses.slice(0, number), "●", "known"));
    const steps = presses.map((cell, number) => ({text: `Press the lamp at ${place(cell)}.`,
      marks: {...done(number), [at(...cell)]: {sign: "●", kind: "new"}}}));
    const times = {};
    for (const cell of presses) times[at(...cell)] = (times[at(...cell)] ?? 0) + 1;
    const all = Object.entries(times).map(([cell, number]) => [cell, {sign: number > 1 ? `${number}` : "●", kind: "solution"}]);
    const end = {text: presses.length ? "All presses; their order does not matter." : "There is nothing to press.",
      marks: Object.fromEntries(all)};
    return answer.solvable ? [{text: "The board before the first press."}, ...steps, end] : [{text: ""}];
  },
  first: scenes => scenes.length - 1,
  text: board => `${board.grid.join("\n")}\n`,
};

const pegs = {
  name: "Peg solitaire",
  size: board => count(board.grid.join("").replace(/ /g, "").length, "hole"),
  how: "Is a peg shown as a hole, or a hole as a peg? Click it to correct it; or use the arrow keys and Enter.",
  isExplained: () => false,
  words: sign => ({o: "peg", ".": "hole"})[sign] ?? "no hole",
  turned(grid, row, col, key) {
    if (grid[row][col] === " ") return undefined;
    if (key) return key === "o" || key === "." ? key : undefined;
    return grid[row][col] === "o" ? "." : "o";
  },
  question: board => ({lattice: board.lattice}),
  verdict(answer) {
    if (!answer.solvable) return `No jumps leave a single peg. ${sentence(answer.reason)} ${DOUBT}`;
    const moves = answer.moves === answer.jumps.length ? "" : ` in ${count(answer.moves, "move")}`;
    return `${count(answer.jumps.length, "jump")}${moves} leave one peg.`;
  },
  scenes(answer, grid) {
    const place = ([row, col]) => `row ${row + 1}, hole ${grid[row].slice(0, col + 1).replace(/ /g, "").length}`;
    const sites = grid.flatMap((line, row) => [...line].flatMap((sign, col) => sign === " " ? [] : [[row, col]]));
    const scenes = [{text: "The board before the first jump."}];
    let now = grid;
    for (const jump of answer.jumps ?? []) {
      const [from, over, to] = jump.map(number => sites[number]);
      scenes.push({text: `The peg at ${place(from)} jumps to ${place(to)}.`, grid: now, shaded: [from, over, to],
        arrows: [[from, to]]});
      now = [[from, "."], [over, "."], [to, "o"]].reduce((rows, [cell, sign]) => put(rows, cell, sign), now);
    }
    if (answer.solvable) scenes.push({text: "The end.", grid: now});
    return answer.solvable ? scenes : [{text: ""}];
  },
  first: scenes => Math.min(1, scenes.length - 1),
  text: board => `${board.grid.join("\n")}\n`,
};

// The text with a capital letter and a full stop.
export function sentence(text) {
  return text ? `${text[0].toUpperCase()}${text.slice(1).replace(/\.?$/, ".")}` : "";
}

// The cells (row, col) of a unit by its name: "row 3", "column 4" or "region B".
function cellsOf(unit, grid) {
  const [kind, name] = unit.split(" ");
  const all = grid.flatMap((line, row) => [...line].map((sign, col) => [row, col, sign]));
  return all.filter(([row, col, sign]) => ({row: `${row + 1}`, column: `${col + 1}`, region: sign})[kind] === name);
}

// The grid with another character in a cell.
export function put(grid, [row, col], sign) {
  return grid.map((line, r) => r === row ? line.slice(0, col) + sign + line.slice(col + 1) : line);
}

export const games = {"star-battle": starBattle, "lights-out": lightsOut, pegs};
