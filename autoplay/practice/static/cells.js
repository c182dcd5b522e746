// Board of the Puzzle Team: white cells of 30 px, black lines of 1 and 3 px; a press starts on it and ends anywhere.

import { GUTTER, config, host, name } from './page.js';
import { element } from './stage.js';
import { CROSS, DOT, EMPTY, STAR, after, onPress } from './mouse.js';

const PITCH = 31;
const frame = config.thick ? 5 : 3;
const px = (value) => `${value}px`;

// Return the function that builds the board of a game; `place(width, height)` puts it on the page.
export const boardPlacedBy = (place) => (game) => build(game, place);

function build(game, place) {
  const { n } = game;
  const side = PITCH * n - 1 + 2 * frame;
  const edge = GUTTER + (config.coords ? PITCH : 0);
  place(side + 2 * edge, side + 2 * edge);
  const box = { left: px(edge), top: px(edge), width: px(side), height: px(side) };
  const back = element('div', name('board-back'), box, host);
  const cells = Array.from({ length: n * n }, (_, i) => cell(game, i, back));
  if (config.coords) coordinates(n, edge);
  host.classList.toggle(name('hovering'), config.hover);
  host.style.setProperty('--animate', `${config.animate}ms`);
  const at = (event) => cellAt(event.clientX, event.clientY, game.n, cells, back);
  if (config.gesture === 'left') listen(game, cells, at);
  else onPress(host, game.signal, (event) => { if (at(event) >= 0) game.press(at(event)); });
  return () => paint(game, cells, game.marks);
}

function cell(game, i, back) {
  const borders = [['br', 0, 1], ['bl', 0, -1], ['bt', -1, 0], ['bb', 1, 0]];
  const thick = borders.filter(([, dr, dc]) => game.parted(i, dr, dc)).map(([key]) => name(key));
  const place = { left: px(frame + PITCH * (i % game.n)), top: px(frame + PITCH * Math.floor(i / game.n)) };
  const made = element('div', '', place, back);
  made.tabIndex = -1;
  made.dataset.look = ['cell', 'selectable'].map(name).concat(thick).join(' ');
  if (game.grid[i] === '#') made.dataset.look += ` ${name('wall')}`;
  return made;
}

function coordinates(n, edge) {
  const middle = (i) => px(edge + frame + PITCH * i);
  const far = px(edge + PITCH * n - 1 + 2 * frame);
  for (let i = 0; i < n; i += 1) {
    for (const at of [px(edge - PITCH), far]) {
      element('div', name('coordinate'), { left: middle(i), top: at }, host).textContent = i + 1;
      element('div', name('coordinate'), { left: at, top: middle(i) }, host).textContent = String.fromCharCode(65 + i);
    }
  }
}

const LOOKS = {
  [EMPTY]: ['cell-off'],
  [STAR]: ['cell-on', 'icon-star'],
  [CROSS]: ['cell-x', 'icon-cancel'],
  [DOT]: ['cell-dot', 'icon-dot'],
};

function paint(game, cells, marks) {
  const faults = config.errors ? game.faults() : new Set();
  cells.forEach((made, i) => {
    const keys = faults.has(i) ? [...LOOKS[marks[i]], 'err'] : LOOKS[marks[i]];
    made.className = `${made.dataset.look} ${keys.map(name).join(' ')}`;
  });
}

// Return the index of the cell at a point of the window; the black lines belong to the nearest cell.
function cellAt(x, y, n, cells, back) {
  const top = document.elementFromPoint(x, y);
  if (top !== back) return cells.indexOf(top);
  const box = back.getBoundingClientRect();
  const line = (at, size) => Math.max(0, Math.min(n - 1, Math.floor((at / size) * n)));
  return line(y - box.top, box.height) * n + line(x - box.left, box.width);
}

// A drag gives every cell that it passes the same mark as the first one.
function listen(game, cells, at) {
  let press = null;
  const on = (target, type, listener, capture = false) => target.addEventListener(type, listener, { capture, signal: game.signal });
  const touch = (event) => {
    const i = at(event);
    if (i < 0 || game.frozen || game.grid[i] === '#' || press?.cells.includes(i)) return;
    press ??= { mark: after(game.marks[i], event.button === 2 || event.ctrlKey || event.metaKey), cells: [] };
    press.cells.push(i);
    paint(game, cells, game.marks.map((mark, j) => (press.cells.includes(j) ? press.mark : mark)));
  };
  on(host, 'mousedown', (event) => {
    event.preventDefault();
    press = null;
    touch(event);
  });
  on(document, 'mousemove', (event) => { if (press) touch(event); });
  on(document, 'mouseup', () => {
    const { cells: touched, mark } = press ?? {};
    press = null;
    if (touched) game.move(touched, mark);
  });
  const cancel = () => { if (press) { press = null; game.draw(); } };
  on(document, 'scroll', cancel, true);
  on(window, 'resize', cancel);
  on(host, 'contextmenu', (event) => event.preventDefault());
}
