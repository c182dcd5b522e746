// The game without its looks: marks, history, rules, storage. A skin draws it and tells it about the mouse.

import { config, connect, host, keep, submitByItself, unfinished } from './page.js';

export const EMPTY = 0;
export const STAR = 1;
export const CROSS = 2;

export class Game {
  constructor() {
    const saved = config.solved ? null : unfinished();
    this.board = saved ?? config.board;
    this.grid = this.board.grid.join('');
    this.n = this.board.grid.length;
    this.marks = saved?.marks ?? config.board.marks ?? Array(this.n * this.n).fill(EMPTY);
    this.locked = new Set(this.board.locked);
    for (const i of this.locked) this.marks[i] = STAR;
    this.done = [];
    this.undone = [];
    this.frozen = false;
  }

  // One move of the player: the cells, all to the same mark.
  move(cells, mark) {
    const free = cells.filter((i) => !this.locked.has(i) && this.marks[i] !== mark);
    if (this.frozen || free.length === 0) return;
    this.done.push(free.map((i) => [i, this.marks[i], mark]));
    this.undone = [];
    for (const i of free) this.marks[i] = mark;
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
    keep(this.board, this.marks);
    this.draw();
  }

  answer() { return this.marks.map((mark) => (mark === STAR ? 'y' : 'n')).join(''); }

  stars() { return this.marks.flatMap((mark, i) => (mark === STAR ? [i] : [])); }

  finished() { return this.stars().length === this.n * this.board.stars && this.faults().size === 0; }

  // The stars that break a rule: too close to another, or too many in a row, column or region.
  faults() {
    const stars = this.stars();
    const units = [(i) => Math.floor(i / this.n), (i) => i % this.n];
    if (!/^[#.]*$/.test(this.grid)) units.push((i) => this.grid[i]);
    const crowded = (i) => units.some((unit) => stars.filter((j) => unit(j) === unit(i)).length > this.board.stars);
    const close = (i) => stars.some((j) => j !== i
      && Math.abs(units[0](i) - units[0](j)) <= 1 && Math.abs(units[1](i) - units[1](j)) <= 1);
    return new Set(stars.filter((i) => this.grid[i] === '#' || crowded(i) || close(i)));
  }

  // Whether the cell and its neighbour (up, down, left, right) lie in different regions.
  parted(i, dr, dc) {
    const r = Math.floor(i / this.n) + dr;
    const c = (i % this.n) + dc;
    return r >= 0 && c >= 0 && r < this.n && c < this.n && /\w/.test(this.grid[i]) && this.grid[i] !== this.grid[r * this.n + c];
  }
}

// Shows the board after the time the page takes for it: `build(game)` makes its elements and gives back
// the function that draws the marks.
export function start(build) {
  setTimeout(() => {
    const game = new Game();
    host.replaceChildren();
    game.draw = build(game);
    game.draw();
    connect(game);
    document.body.classList.add('ingame');
  }, config.wait);
}

export function element(tag, className, style, parent) {
  const made = document.createElement(tag);
  made.className = className;
  Object.assign(made.style, style);
  parent.append(made);
  return made;
}
