// Colour skin: a pastel colour per region, and crowns for stars; a cell goes from empty to X to queen, click by click.

import { GUTTER, config, host, name, place } from './page.js';
import { Game } from './game.js';
import { element, start } from './stage.js';
import { CROSS, DOT, STAR, onPress } from './mouse.js';

const CELL = 44;
const FRAME = 3;
const gap = config.lines ? 1 : 4;
const pitch = CELL + gap;
const px = (value) => `${value}px`;
const COLOURS = [
  '#b9a4e6', '#ffcb94', '#98c1fd', '#b5e2a3', '#dedede', '#ff8168', '#e8f48c', '#bdb4a0', '#e3a5c4', '#9fd6dd',
  '#f7e3c4', '#8fa8c8', '#7fcfae', '#d98bd9', '#c9a06a', '#f4b8b0', '#a8b86a',
];

function build(game) {
  const side = game.n * pitch - gap + 2 * FRAME;
  place(side + 2 * GUTTER, side + 2 * GUTTER);
  host.style.setProperty('--animate', `${config.animate}ms`);
  const box = { left: px(GUTTER), top: px(GUTTER), width: px(side), height: px(side) };
  const grid = element('div', name('queens-grid-no-gap'), box, host);
  if (!config.lines) grid.className += ` ${name('colours-only')}`;
  const regions = [...new Set(game.grid)].sort();
  const cells = Array.from(game.grid, (region, i) => cell(game, i, COLOURS[regions.indexOf(region)], grid));
  if (config.lines) borders(game, grid);
  return () => paint(game, cells);
}

function cell(game, i, colour, grid) {
  const [r, c] = [Math.floor(i / game.n), i % game.n];
  const style = { left: px(c * pitch), top: px(r * pitch), width: px(CELL), height: px(CELL), background: colour };
  const made = element('div', name('queens-cell-with-border'), style, grid);
  made.setAttribute('role', 'button');
  if (game.locked.has(i)) made.setAttribute('aria-disabled', 'true');
  onPress(made, game.signal, () => game.press(i));
  return made;
}

// Thick bars between regions, over the thin gaps; a bar reaches around the corner at both ends.
function borders(game, grid) {
  const thick = 2;
  const at = (k) => k * pitch - gap - thick;
  const [long, wide] = [px(pitch + gap + 2 * thick), px(gap + 2 * thick)];
  for (let i = 0; i < game.grid.length; i += 1) {
    const [r, c] = [Math.floor(i / game.n), i % game.n];
    const bar = (style) => element('div', name('cell-border'), style, grid);
    if (game.parted(i, 0, 1)) bar({ left: px(at(c + 1)), top: px(at(r)), width: wide, height: long });
    if (game.parted(i, 1, 0)) bar({ left: px(at(c)), top: px(at(r + 1)), width: long, height: wide });
  }
}

const CROWN = 'M3 8l5.500 5L12 4l3.500 9L21 8l-2 11.500H5zM5 21h14v2H5z';

function paint(game, cells) {
  const faults = config.errors ? game.faults() : new Set();
  cells.forEach((made, i) => {
    const look = `${game.marks[i]}${faults.has(i)}`;
    if (made.dataset.look === look) return;
    made.dataset.look = look;
    made.replaceChildren();
    if (game.marks[i] === CROSS) element('span', name('cell-input--cross'), {}, made);
    if (game.marks[i] === DOT) element('span', name('cell-input--dot'), {}, made);
    if (game.marks[i] === STAR) made.append(crown(faults.has(i)));
  });
}

function crown(wrong) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 26');
  svg.setAttribute('class', wrong ? `${name('queens-icon-svg')} ${name('err')}` : name('queens-icon-svg'));
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', CROWN);
  svg.append(path);
  return svg;
}

start(Game, build);
