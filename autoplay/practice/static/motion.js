// Animation of the pegs: a jumping peg moves, a removed peg shrinks, and a peg that cannot jump shakes.

import { config } from './page.js';

const SHAKE_MS = 320;
const SHAKE_PX = 5;
const part = (since, whole) => (whole ? Math.min(1, (performance.now() - since) / whole) : 1);
const ease = (t) => t * t * (3 - 2 * t);

// `spots` are the positions of the holes; `painter` can `add(i)` a peg, `place(peg, state)`, `drop(peg)`, and `finish()`
// a picture. Returns the function that shows the current state of the game.
export function follow(game, spots, painter) {
  const piece = (i) => ({ i, peg: painter.add(i), at: spots[i], from: spots[i], since: -Infinity });
  const view = { game, spots, painter, pieces: game.left().map(piece), leaving: [], runs: false };
  return () => {
    settle(view);
    view.pieces.push(...game.left().filter((i) => !view.pieces.some((shown) => shown.i === i)).map(piece));
    run(view);
  };
}

// Match the pieces to the game's pegs: the last jump moves one.
function settle(view) {
  const { game, pieces } = view;
  const [from, , to] = game.steps.at(-1) ?? [];
  const jumper = pieces.find(({ i }) => i === from);
  if (jumper && game.pegs[to] && !game.pegs[from] && !pieces.some(({ i }) => i === to)) send(jumper, to);
  const gone = pieces.filter(({ i }) => !game.pegs[i]);
  for (const taken of gone) taken.since = performance.now();
  view.leaving.push(...gone);
  view.pieces = pieces.filter(({ i }) => game.pegs[i]);
}

function send(shown, i) { Object.assign(shown, { i, from: shown.at, since: performance.now() }); }

function run(view) {
  if (view.runs) return;
  const frame = () => {
    view.runs = paint(view);
    if (view.runs && !view.game.signal.aborted) requestAnimationFrame(frame);
  };
  frame();
}

// Draw all pegs; return true if any of them still moves.
function paint({ game, spots, painter, pieces, leaving }) {
  const { held, chosen, shaken } = game;
  let moves = false;
  for (const shown of pieces) {
    const isHeld = held?.i === shown.i;
    const [gone, shook] = [part(shown.since, config.animate), part(shaken?.since ?? -Infinity, SHAKE_MS)];
    const shakes = shaken?.i === shown.i && shook < 1;
    if (isHeld) {
      shown.at = held;
      send(shown, shown.i);
    } else shown.at = between(shown.from, spots[shown.i], ease(gone));
    const aside = shakes ? SHAKE_PX * Math.sin(shook * 6 * Math.PI) : 0;
    painter.place(shown.peg, { x: shown.at.x + aside, y: shown.at.y, size: 1, chosen: isHeld || chosen === shown.i });
    moves ||= shakes || (!isHeld && gone < 1);
  }
  for (const taken of [...leaving]) {
    const gone = part(taken.since, config.animate);
    painter.place(taken.peg, { ...taken.at, size: 1 - gone, chosen: false });
    if (gone === 1) {
      painter.drop(taken.peg);
      leaving.splice(leaving.indexOf(taken), 1);
    }
    moves ||= gone < 1;
  }
  painter.finish();
  return moves;
}

const between = (a, b, t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
