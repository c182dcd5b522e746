// Where a game is played: the elements of its board, made by what draws it.

import { config, connect, host, unfinished } from './page.js';
import { watch } from './faults.js';

// A game takes a board by `become`, and gives its `answer`.
export class Stage {
  constructor(build) {
    this.build = build;
    this.frozen = false;
    this.become((config.solved ? null : unfinished()) ?? config.board);
  }

  // Makes the elements of the board anew; `signal` ends whatever the former ones listened to.
  show() {
    this.shown?.abort();
    this.shown = new AbortController();
    this.signal = this.shown.signal;
    host.replaceChildren();
    this.draw = this.build(this);
    this.draw();
  }

  // Draws what has changed.
  redraw() {
    if (config.rerender) this.show();
    else this.draw();
  }
}

// Shows a game (a class) after the time the page takes for it: `build(game)` makes the elements of its board and gives
// back the function that draws what stands on it.
export function start(Game, build) {
  setTimeout(() => {
    const game = new Game(build);
    connect(game);
    watch(game);
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
