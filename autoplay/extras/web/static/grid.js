// The board as a grid for keyboards and screen readers.

import {hue} from "./picture.js";
import {t} from "./strings.js";

const ARROWS = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};

export class Grid {
  constructor(element, turn) {
    this.element = element;
    this.at = [0, 0];
    element.addEventListener("click", event => {
      const cell = event.target.closest("[role=gridcell]");
      if (!cell) return;
      this.focus(Number(cell.dataset.row), Number(cell.dataset.col));
      turn(...this.at);
    });
    element.addEventListener("keydown", event => this.key(event, turn));
    element.addEventListener("focusin", event => {
      const {row, col} = event.target.dataset;
      if (row) this.focus(Number(row), Number(col));
    });
  }

  key(event, turn) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [row, col] = this.at;
    if (event.key in ARROWS) {
      const [down, right] = ARROWS[event.key];
      this.focus(row + down, col + right);
    } else if (event.key === "Home" || event.key === "End") {
      this.focus(row, event.key === "Home" ? 0 : this.cells[row].length - 1);
    } else if (event.key === "Enter" || event.key === " ") {
      turn(row, col);
    } else if (event.key.length === 1) {
      turn(row, col, event.key);
    } else {
      return;
    }
    event.preventDefault();
  }

  // Move the cell that Tab reaches, together with the focus if the grid has it.
  focus(row, col) {
    const cell = this.cells[row]?.[col];
    if (!cell) return;
    const [r, c] = this.at;
    if (this.cells[r]?.[c]) this.cells[r][c].tabIndex = -1;
    this.at = [row, col];
    cell.tabIndex = 0;
    if (this.element.contains(document.activeElement) && document.activeElement !== cell) cell.focus();
  }

  draw(board, game, scene, changed, wrong) {
    const grid = scene.grid ?? board.grid;
    if (this.element.dataset.shape !== `${board.puzzle} ${board.rows} ${board.cols}`) this.build(board);
    const outlined = new Set((scene.outlined ?? []).flat().map(String));
    const shaded = new Set((scene.shaded ?? []).map(String)), anew = new Set(changed.map(String));
    const own = new Map((board.marks ?? []).map(([row, col, kind]) => [`${row},${col}`, kind]));
    const bad = new Set(wrong.map(([row, col]) => `${row},${col}`));
    grid.forEach((line, row) => [...line].forEach((sign, col) => {
      const cell = this.cells[row][col], place = `${row},${col}`;
      const mark = scene.marks?.[place] ?? (OWN[own.get(place)] && {sign: OWN[own.get(place)], kind: "own", name: `cell.own-${own.get(place)}`});
      cell.className = [`sign-${SIGNS[sign] ?? "region"}`, mark && `mark ${mark.kind}`, shaded.has(place) && "shaded",
        anew.has(place) && "changed", bad.has(place) && "wrong", outlined.has(place) && "outlined", line[col + 1] !== sign && "edge-right", line[col - 1] !== sign && "edge-left",
        grid[row + 1]?.[col] !== sign && "edge-below", grid[row - 1]?.[col] !== sign && "edge-above"].filter(Boolean).join(" ");
      cell.style.setProperty("--hue", hue(sign));
      cell.textContent = mark?.sign ?? (SIGNS[sign] ? "" : sign);
      const said = [t("cell.at", {row: row + 1, col: col + 1}), game.words(sign), mark && t(mark.name ?? WORDS[mark.sign] ?? "cell.press"),
        bad.has(place) && t("cell.wrong"), anew.has(place) && t("cell.changed")].filter(Boolean);
      cell.setAttribute("aria-label", said.join(", "));
    }));
  }

  build(board) {
    this.element.dataset.shape = `${board.puzzle} ${board.rows} ${board.cols}`;
    this.element.dataset.puzzle = board.puzzle;
    this.element.style.setProperty("--cols", board.cols);
    this.cells = board.grid.map((line, row) => [...line].map((_, col) => {
      const cell = document.createElement("span");
      cell.setAttribute("role", "gridcell");
      Object.assign(cell.dataset, {row, col});
      cell.tabIndex = -1;
      return cell;
    }));
    this.element.replaceChildren(...this.cells.map(cells => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.append(...cells);
      return row;
    }));
    this.at = [0, 0];
    this.cells[0][0].tabIndex = 0;
  }
}

const SIGNS = {"#": "wall", ".": "empty", " ": "none", "*": "lit", o: "peg"};
const WORDS = {"★": "cell.star", "×": "cell.cross", "●": "cell.press"};
const OWN = {star: "★", cross: "×"};
