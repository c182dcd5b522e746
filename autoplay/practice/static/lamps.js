// Lights Out without its appearance: the presses made, and the resulting states. The server sends the effect of each
// press, and replays the presses to check them.

import { byId, config, keep, label, submitByItself } from './page.js';
import { times } from './faults.js';
import { Stage } from './stage.js';

export class Lamps extends Stage {
  // Start playing a board with the presses made on it so far.
  become(board) {
    this.board = board;
    this.presses = [];
    this.lamps = [...board.start];
    board.presses.forEach((i) => this.turn(i));
    label(board);
    this.show();
    this.count();
  }

  turn(i) {
    this.presses.push(i);
    for (const j of this.board.effects[i]) this.lamps[j] = (this.lamps[j] + 1) % this.board.states;
  }

  press(i) {
    if (this.frozen || this.lamps[i] < 0) return;
    for (let count = times(); count > 0; count -= 1) this.turn(i);
    if (config.shuffle && this.presses.length >= config.shuffle) this.become(config.others[Math.floor(Math.random() * config.others.length)]);
    else this.changed();
  }

  clear() {
    if (this.frozen) return;
    this.presses = [];
    this.lamps = [...this.board.start];
    this.changed();
  }

  changed() {
    keep({ ...this.board, presses: this.presses });
    this.redraw();
    this.count();
    if (this.lamps.every((state, i) => state === this.board.target[i])) submitByItself();
  }

  count() { byId('moves').textContent = this.presses.length; }

  answer() { return this.presses.join(' '); }
}
