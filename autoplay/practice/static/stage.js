// Base of the games: shows the elements of a board, made by a function that draws it.

import { config, connect, host, unfinished } from './page.js';
import { watch } from './faults.js';

// Subclasses define `become`, which starts a board, and `answer`.
export class Stage {
  constructor(build) {
    this.build = build;
    this.frozen = false;
    this.become((config.solved ? null : unfinished()) ?? config.board);
  }

  // Rebuild the elements of the board; `signal` removes the listeners of the former ones.
  show() {
    this.shown?.abort();
    this.shown = new AbortController();
    this.signal = this.shown.signal;
    host.replaceChildren();
    this.draw = this.build(this);
    this.draw();
  }

  // Draw the changes.
  redraw() {
    if (config.rerender) this.show();
    else this.draw();
  }
}

// Show a game (a class) after the delay that the options set; `build(game)` makes the elements of its board and returns
// the function that draws its state. `prepare(game)` may return how the server's replies are shown.
export function start(Game, build, prepare = () => undefined) {
  setTimeout(() => {
    const game = new Game(build);
    connect(game, prepare(game));
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
