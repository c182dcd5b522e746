// Faults on purpose: clicks that are lost or count twice, and events in mid-game.

import { arrive, byId, config, host } from './page.js';

// --- one click --------------------------------------------------------------------------------------

let clicks = 0;
const isDue = (every) => every > 0 && clicks % every === 0;

// Return how often a click on the board counts: once, unless the options say otherwise.
export function times() {
  clicks += 1;
  if (config.event === 'error' && clicks === config.at) throw new Error('the script of this page breaks on purpose');
  if (config.wander) byId('lateShift').style.height = `${clicks % 2 ? config.wander : 0}px`;
  if (config.ignore || isDue(config.swallow)) return 0;
  return isDue(config.doubled) ? 2 : 1;
}

// --- in mid-game ------------------------------------------------------------------------------------

const NEXT_DRAW = { black: 'rotate', rotate: 'cross', cross: 'black', dot: 'cross' };

function popUp() {
  const popup = byId('popup');
  popup.hidden = false;
  const close = () => { popup.hidden = true; };
  popup.querySelector('.close').onclick = close;
  setTimeout(close, config.stays);
}

const EVENTS = {
  ad: () => arrive(),
  popup: popUp,
  shift: () => { byId('lateShift').style.height = '60px'; },
  cycle: () => { config.draw = NEXT_DRAW[config.draw]; },
  replace: (game) => game.become(config.others[0]),
  // Only once: a page that keeps reloading could lose the answer.
  reload: () => {
    if (sessionStorage.getItem('reloaded')) return;
    sessionStorage.setItem('reloaded', 'yes');
    location.reload();
  },
};

// Make the page's event happen once during the game.
export function watch(game) {
  const happen = EVENTS[config.event];
  let presses = 0;
  if (!happen) return;
  host.addEventListener('mousedown', () => { presses += 1; }, true);
  const once = new AbortController();
  const due = (type, target, count, then) => target.addEventListener(type, () => {
    if (presses !== count) return;
    once.abort();
    then();
  }, { signal: once.signal });
  if (config.moment === 'move') due('mousemove', host, config.at - 1, () => happen(game));
  // After the page has handled the press itself.
  else due('mouseup', window, config.at, () => setTimeout(happen, 0, game));
}

document.querySelectorAll('.ad').forEach((ad) => {
  ad.addEventListener('mousedown', () => fetch('/ad', { method: 'POST', keepalive: true }));
});
