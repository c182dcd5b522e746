// Star Battle without its appearance: marks, history, rules, storage. A skin draws it and passes mouse events to it.

import { config, keep, label, submitByItself } from './page.js';
import { CROSS, EMPTY, STAR, after } from './mouse.js';
import { Stage } from './stage.js';

export class Game extends Stage {
  // Start playing a board with its marks so far.
  become(board) {
    this.board = board;
    this.grid = board.grid.join('');
    this.n = board.grid.length;
    this.marks = [...board.marks];
    this.locked = new Set(board.locked);
    for (const i of this.locked) this.marks[i] = STAR;
    this.ruledOut = new Set();
    this.done = [];
    this.undone = [];
    label(board);
    this.show();
  }

  // Handle a press on a cell; with the option `spill`, a drag marks the neighbouring cell too.
  press(i) {
    if (this.frozen || this.grid[i] === '#') return;
    const beside = (i + 1) % this.n ? i + 1 : i - 1;
    this.move(config.spill && config.gesture === 'drag' ? [i, beside] : [i], after(this.marks[i]));
  }

  // Make one move of the player: give the cells the same mark.
  move(cells, mark) {
    const free = cells.filter((i) => !this.locked.has(i) && this.marks[i] !== mark);
    if (this.frozen || free.length === 0) return;
    this.done.push(free.map((i) => [i, this.marks[i], mark]));
    this.undone = [];
    for (const i of free) this.marks[i] = mark;
    if (config.crosses) this.ruleOut();
    this.changed();
    if (this.finished()) submitByItself();
  }

  undo() { this.replay(this.done, this.undone, 1); }
  redo() { this.replay(this.undone, this.done, 2); }

  replay(from, to, which) {
    const step = this.frozen ? null : from.pop();
    if (!step) return;
    to.push(step);
    for (const change of step) this.marks[change[0]] = change[which];
    this.changed();
  }

  clear() {
    if (this.frozen) return;
    this.marks = this.marks.map((mark, i) => (this.locked.has(i) ? STAR : EMPTY));
    this.done = [];
    this.undone = [];
    this.changed();
  }

  changed() {
    keep({ ...this.board, marks: this.marks });
    this.redraw();
  }

  // Put crosses on cells that the stars rule out, and remove crosses that are no longer needed.
  ruleOut() {
    for (const i of this.ruledOut) if (this.marks[i] === CROSS) this.marks[i] = EMPTY;
    const marks = [...this.marks];
    this.ruledOut = new Set([...marks.keys()].filter((i) => marks[i] === EMPTY && this.grid[i] !== '#' && this.hasNoRoom(i)));
    for (const i of this.ruledOut) this.marks[i] = CROSS;
  }

  hasNoRoom(i) {
    const stars = this.stars();
    return stars.some((j) => this.touch(i, j))
      || this.units().some((unit) => stars.filter((j) => unit(j) === unit(i)).length >= this.board.stars);
  }

  answer() { return this.marks.map((mark) => (mark === STAR ? 'y' : 'n')).join(''); }

  stars() { return this.marks.flatMap((mark, i) => (mark === STAR ? [i] : [])); }

  finished() { return this.stars().length === this.n * this.board.stars && this.faults().size === 0; }

  // Return the stars that break a rule: too close to another, or too many in a row, column or region.
  faults() {
    const stars = this.stars();
    const units = this.units();
    const crowded = (i) => units.some((unit) => stars.filter((j) => unit(j) === unit(i)).length > this.board.stars);
    const close = (i) => stars.some((j) => j !== i && this.touch(i, j));
    return new Set(stars.filter((i) => this.grid[i] === '#' || crowded(i) || close(i)));
  }

  // Return functions from a cell to its row, its column and, if the board has regions, its region.
  units() {
    const lines = [(i) => Math.floor(i / this.n), (i) => i % this.n];
    return /^[#.]*$/.test(this.grid) ? lines : [...lines, (i) => this.grid[i]];
  }

  touch(i, j) {
    return this.units().slice(0, 2).every((line) => Math.abs(line(i) - line(j)) <= 1);
  }

  // Return true if the cell and its neighbour (up, down, left, right) are in different regions.
  parted(i, dr, dc) {
    const r = Math.floor(i / this.n) + dr;
    const c = (i % this.n) + dc;
    return r >= 0 && c >= 0 && r < this.n && c < this.n && /\w/.test(this.grid[i]) && this.grid[i] !== this.grid[r * this.n + c];
  }
}
