// Peg solitaire without its appearance: the positions of the pegs, the chosen or held one, and the jumps made. The
// server replays the jumps to check them.

import { byId, config, keep, label, submitByItself } from './page.js';
import { times } from './faults.js';
import { Stage } from './stage.js';

export class Pegs extends Stage {
  // Start playing a board with the steps made on it so far.
  become(board) {
    this.board = board;
    this.begin();
    board.steps.forEach((step) => this.make(step));
    label(board);
    this.show();
    this.count();
  }

  begin() {
    this.pegs = this.board.start.map(Boolean);
    this.steps = [];
    this.chosen = null;
    this.held = null;
  }

  make(step) {
    this.steps.push(step);
    for (const i of step) this.pegs[i] = !this.pegs[i];
  }

  // Handle a click on a hole, which counts as often as the options say.
  touch(i) {
    if (this.frozen) return;
    for (let count = times(); count > 0; count -= 1) this.touched(i);
  }

  touched(i) {
    const { chosen } = this;
    this.chosen = null;
    if (this.board.choose && this.steps.length === 0) this.step([i]);
    else if (chosen !== null && !this.pegs[i]) this.jump(chosen, i);
    else {
      if (this.pegs[i] && chosen !== i) this.chosen = i;
      this.redraw();
    }
  }

  // Move the held peg to the mouse at `at`; null releases it.
  hold(i, at) {
    if (this.frozen || !this.pegs[i]) return;
    this.chosen = null;
    this.held = at && { i, ...at };
    this.draw();
  }

  // Handle a drag from one hole to another, or to no hole.
  drag(from, to) {
    if (this.frozen || !this.pegs[from]) return;
    this.held = null;
    if (times() && to !== null) this.jump(from, to);
    else this.draw();
  }

  jump(from, to) {
    const step = this.jumps(from).find((jump) => jump[2] === to);
    if (step) return this.step(step);
    this.shaken = { i: from, since: performance.now() };
    return this.redraw();
  }

  // Return the jumps that a peg can make.
  jumps(from) {
    return this.board.jumps.filter(([peg, over, to]) => peg === from && this.pegs[peg] && this.pegs[over] && !this.pegs[to]);
  }

  step(step) {
    this.make(step);
    this.changed();
  }

  clear() {
    if (this.frozen) return;
    this.begin();
    this.changed();
  }

  changed() {
    keep({ ...this.board, steps: this.steps });
    this.redraw();
    this.count();
    if (this.finished()) submitByItself();
  }

  left() { return this.pegs.flatMap((peg, i) => (peg ? [i] : [])); }

  finished() {
    const left = this.left();
    return left.length === 1 && (this.board.end === null || this.board.end === left[0]);
  }

  count() {
    const left = this.left();
    const isStuck = this.steps.length > 0 && !left.some((i) => this.jumps(i).length) && left.length < this.pegs.length;
    byId('moves').textContent = this.steps.filter((step) => step.length === 3).length;
    byId('pegs').textContent = left.length;
    byId('stuck').textContent = isStuck && !this.finished() ? 'No jump is left.' : '';
  }

  answer() { return this.steps.map((step) => step.join('-')).join(' '); }
}

// Pass mouse events on the board to the game; `holeAt(event)` returns the number of a hole or null, `placeAt(event)` a
// position on the board.
export function listen(game, board, holeAt, placeAt) {
  const [clicks, drags] = ['click', 'drag'].map((gesture) => config.gesture === gesture || config.gesture === 'both');
  const on = (target, type, act) => target.addEventListener(type, act, { signal: game.signal });
  let from = null;
  on(board, 'mousedown', (event) => {
    event.preventDefault();
    from = event.button === 0 ? holeAt(event) : null;
  });
  on(window, 'mousemove', (event) => {
    if (from !== null && drags && (game.held || holeAt(event) !== from)) game.hold(from, placeAt(event));
  });
  on(window, 'mouseup', (event) => {
    const [began, to] = [from, holeAt(event)];
    from = null;
    if (began === null) return;
    if (to !== began) { if (drags) game.drag(began, to); }
    else if (game.held) game.hold(began, null);
    else if (clicks) game.touch(began);
  });
}
