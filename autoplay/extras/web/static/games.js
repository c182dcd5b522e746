// Differences between the games. Each game has:
//   words(sign): the meaning of a character in its grid
//   size(board): its size
//   how(): how to correct a cell
//   turned(grid, row, col, key): the character that a cell becomes by a click or a key; undefined if none
//   isExplained(answer): true if steps can be requested, which may take long
//   needsSteps: true if there is nothing to show before the steps are known; else they only add the reasons
//   verdict(answer, board): the result in a sentence
//   scenes(answer, grid): what to show, from the empty board step by step to the solution; each scene has a text, and
//     optionally marks {"row,col": {sign, kind}}, shaded and outlined cells, arrows [from, to], a grid, and a hint: what
//     to show before the scene itself
//   text(board, answer): the puzzle as text

import {count, t} from "./strings.js";

const at = (row, col) => `${row},${col}`;
const marked = (cells, sign, kind) => cells.map(([row, col]) => [at(row, col), {sign, kind}]);
const place = ([row, col]) => ({row: row + 1, col: col + 1});

const starBattle = {
  needsSteps: true,
  size: board => `${board.rows}×${board.cols}`,
  how: () => t("star.how"),
  words: sign => sign === "#" ? t("cell.wall") : sign === "." ? t("cell.no-region") : t("cell.region", {name: sign}),
  turned(grid, row, col, key) {
    const letters = new Set(grid.join(""));
    if (key) return [key, key.toUpperCase(), key.toLowerCase()].find(letter => letters.has(letter));
    const beside = [[row - 1, col], [row, col + 1], [row + 1, col], [row, col - 1]];
    const near = [...new Set(beside.map(([r, c]) => grid[r]?.[c]).filter(Boolean).concat(grid[row][col]))].sort();
    return near[(near.indexOf(grid[row][col]) + 1) % near.length];
  },
  isExplained: answer => answer.solutions === 1,
  verdict(answer) {
    const size = `${answer.rows}×${answer.cols}, ${count("stars", answer.stars)}`;
    if (answer.solutions === 0) return t("star.none", {size, reason: sentence(answer.reason), doubt: t("doubt")});
    if (answer.solutions > 1) return t("star.several", {size, doubt: t("doubt")});
    return t("star.one", {size, difficulty: answer.difficulty ? `, ${t(`difficulty.${answer.difficulty}`)}` : ""});
  },
  scenes(answer, grid) {
    const scenes = [{text: t("star.empty")}];
    let known = [];
    for (const step of answer.steps ?? []) {
      const added = [...marked(step.stars, "★", "new"), ...marked(step.crossed, "×", "new")];
      const names = step.units.map(unit => unit.split(" ")).map(([kind, name]) => t(`unit.${kind}`, {name}));
      const outlined = step.units.map(unit => cellsOf(unit, grid));
      scenes.push({
        text: step.text,
        marks: Object.fromEntries([...known, ...added]),
        added: Object.fromEntries(added),
        shaded: step.cells,
        outlined,
        hint: names.length ? {text: t("star.hint", {units: names.join(", ")}), outlined}
          : {text: t("star.hint-cells"), shaded: step.cells},
      });
      known = [...known, ...marked(step.stars, "★", "known"), ...marked(step.crossed, "×", "known")];
    }
    if (answer.cells?.length) {
      const differ = (answer.differ ?? []).map(cell => [cell]);
      scenes.push({text: t(differ.length ? "star.one-of" : "star.solution"), outlined: differ,
        marks: Object.fromEntries(marked(answer.cells, "★", "solution"))});
    }
    return scenes;
  },
  text: (board, answer) => `stars ${answer?.stars ?? board.stars ?? "?"}\n${board.grid.join("\n")}\n`,
};

const lightsOut = {
  size: board => `${board.rows}×${board.cols}`,
  how: () => t("lamps.how"),
  isExplained: answer => answer.solvable && answer.presses.length > 0,
  words: sign => ({"*": t("cell.lit"), ".": t("cell.unlit"), " ": t("cell.no-lamp")})[sign] ?? t("cell.state", {name: sign}),
  turned(grid, row, col, key) {
    const states = [".", "*", ...new Set(grid.join("").replace(/[.* ]/g, ""))];
    if (key) return states.find(state => state === key);
    return grid[row][col] === " " ? undefined : states[(states.indexOf(grid[row][col]) + 1) % states.length];
  },
  verdict(answer, {target, rule, matrix}) {
    const size = `${answer.rows}×${answer.cols}`, isOff = (target ?? "off") === "off";
    const goal = isOff ? "presses" : target === "on" ? "all-on" : "target";
    if (!answer.solvable) return t(isOff ? "lamps.none" : "lamps.no-target", {size, doubt: t("doubt")});
    const effect = rule && t("lamps.rule", {rule});
    return t("lamps.one", {size, presses: count(goal, answer.presses.length),
      fewest: t(answer.fewest ? "lamps.fewest" : "lamps.not-fewest"), effect: effect ?? (matrix ? "" : t("lamps.plus"))});
  },
  scenes(answer, grid) {
    const presses = answer.presses ?? [];
    const why = Object.fromEntries((answer.steps ?? []).map(step => [at(...step.press), step]));
    const done = number => Object.fromEntries(marked(presses.slice(0, number), "●", "known"));
    const steps = presses.map((cell, number) => ({
      text: reasoned(t("lamps.press", place(cell)), why[at(...cell)]),
      shaded: why[at(...cell)]?.cells,
      marks: {...done(number), [at(...cell)]: {sign: "●", kind: "new"}},
      hint: {text: t("lamps.hint", place(cell)), marks: done(number), outlined: [[...grid[cell[0]]].map((_, col) => [cell[0], col])]},
    }));
    const times = {};
    for (const cell of presses) times[at(...cell)] = (times[at(...cell)] ?? 0) + 1;
    const all = Object.entries(times).map(([cell, number]) => [cell, {sign: number > 1 ? `${number}` : "●", kind: "solution"}]);
    const end = {text: t(presses.length ? "lamps.all" : "lamps.nothing"), marks: Object.fromEntries(all)};
    return answer.solvable ? [{text: t("lamps.start")}, ...steps, end] : [{text: ""}];
  },
  // Rows of a target and a matrix have no form as text.
  text({grid, rule, wrap, states, target}) {
    const head = [rule && `rule ${rule}`, wrap && "wrap", states > 2 && `states ${states}`, target === "on" && "target on"];
    return `${[...head.filter(Boolean), ...grid].join("\n")}\n`;
  },
};

const pegs = {
  size: board => t("size.holes", {number: board.grid.join("").replace(/ /g, "").length}),
  how: () => t("pegs.how"),
  isExplained: answer => answer.solvable && answer.jumps.length > 0,
  words: sign => ({o: t("cell.peg"), ".": t("cell.hole")})[sign] ?? t("cell.no-hole"),
  turned(grid, row, col, key) {
    if (grid[row][col] === " ") return undefined;
    if (key) return key === "o" || key === "." ? key : undefined;
    return grid[row][col] === "o" ? "." : "o";
  },
  verdict(answer) {
    if (!answer.solvable) return t("pegs.none", {reason: sentence(answer.reason), doubt: t("doubt")});
    const jumps = count("jumps", answer.jumps.length);
    return answer.moves === answer.jumps.length ? t("pegs.one", {jumps})
      : t("pegs.moves", {jumps, moves: count("moves", answer.moves)});
  },
  scenes(answer, grid) {
    const named = ([row, col]) => t("pegs.place", {row: row + 1, hole: grid[row].slice(0, col + 1).replace(/ /g, "").length});
    const sites = grid.flatMap((line, row) => [...line].flatMap((sign, col) => sign === " " ? [] : [[row, col]]));
    const scenes = [{text: t("pegs.start")}];
    let now = grid;
    for (const [number, jump] of (answer.jumps ?? []).entries()) {
      const [from, over, to] = jump.map(number => sites[number]);
      scenes.push({text: reasoned(t("pegs.jump", {from: named(from), to: named(to)}), answer.steps?.[number]), grid: now, shaded: [from, over, to],
        arrows: [[from, to]], hint: {text: t("pegs.hint", {from: named(from)}), grid: now, shaded: [from], outlined: [[from]]}});
      now = [[from, "."], [over, "."], [to, "o"]].reduce((rows, [cell, sign]) => put(rows, cell, sign), now);
    }
    if (answer.solvable) scenes.push({text: t("pegs.end"), grid: now});
    return answer.solvable ? scenes : [{text: ""}];
  },
  text: board => `${board.grid.join("\n")}\n`,
};

// What a step does, and why if that is known already; a move such as 12-5 stays on one line.
function reasoned(text, step) {
  return step ? `${text} ${sentence(step.reason).replace(/(\d)-(?=\d)/g, "$1‑")}` : text;
}

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

// The fields of a puzzle that are no part of its grid.
export const SETTINGS = ["stars", "states", "target", "rule", "wrap", "matrix", "lattice", "end"];

// The board as a row of JSON Lines.
export function row({puzzle, grid, ...board}) {
  const own = SETTINGS.filter(name => (board[name] ?? false) !== false).map(name => [name, board[name]]);
  return {puzzle, ...Object.fromEntries(own), grid};
}

export const games = {"star-battle": starBattle, "lights-out": lightsOut, pegs};
