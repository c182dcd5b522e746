// Mouse gestures, and their effect on a mark.

import { byId, config } from './page.js';
import { times } from './faults.js';

export const EMPTY = 0;
export const STAR = 1;
export const CROSS = 2;
export const DOT = 3;

const LEAST_DRAG_PX = 3;
const ROUNDS = { rotate: [EMPTY, STAR, CROSS], cross: [EMPTY, CROSS, STAR], dot: [EMPTY, DOT, CROSS, STAR] };

// The mark of the chosen tool, with draw=tools.
let tool = CROSS;
const tools = [...(byId('tools')?.querySelectorAll('button') ?? [])];
for (const button of tools) {
  button.onclick = () => {
    tool = Number(button.value);
    for (const other of tools) other.classList.toggle('on', other === button);
  };
}

// Return the next mark in the chosen drawing style.
function next(mark, right) {
  const round = ROUNDS[config.draw];
  if (round) return round.at((round.indexOf(mark) + (right ? -1 : 1)) % round.length);
  const usual = config.draw === 'tools' ? tool : STAR;
  const drawn = right ? CROSS : usual;
  return mark === drawn ? EMPTY : drawn;
}

// Return the mark after one press, which may be lost or count twice.
export function after(mark, right = false) {
  let made = mark;
  for (let count = times(); count > 0; count -= 1) made = next(made, right);
  return made;
}

// Call `act(event)` for every gesture that the board reacts to, for a drag with the event that began it.
export function onPress(target, signal, act) {
  const on = (type, listener) => target.addEventListener(type, listener, { signal });
  const single = { left: 'click', double: 'dblclick', right: 'contextmenu' }[config.gesture];
  if (config.gesture === 'right') on('contextmenu', (event) => event.preventDefault());
  if (single) return on(single, act);
  let from = null;
  on('mousedown', (event) => { from = event.button === 0 ? event : null; });
  on('mouseup', (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= LEAST_DRAG_PX) act(from);
    from = null;
  });
  return undefined;
}
