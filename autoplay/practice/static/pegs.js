// Appearance of the pegs: elements, one SVG, or one canvas.

import { GUTTER, byId, config, host, name, place } from './page.js';
import { element, start } from './stage.js';
import { Pegs, listen } from './jumps.js';
import { follow } from './motion.js';

// In px: the distance of holes (pitch), the widths of a peg and of a hole, and the rim. `squeeze` is the distance of a
// triangle's rows in pitches, `plate` the board below the holes, `colours` the colours of the pegs.
const THEMES = {
  marbles: { pitch: 56, peg: 44, hole: 40, rim: 26, squeeze: 0.866, plate: true, colours: ['#2f6fd0'] },
  flat: { pitch: 54, peg: 40, hole: 40, rim: 8, squeeze: 0.866, colours: ['#e4572e'] },
  tees: { pitch: 58, peg: 30, hole: 14, rim: 30, squeeze: 0.95, plate: true, colours: ['#f2f2ee', '#d62f2f', '#1f5fbf', '#f4c20d'] },
  wood: { pitch: 50, peg: 34, hole: 22, rim: 24, squeeze: 0.866, plate: true, colours: ['#f0d9a8'] },
  dark: { pitch: 54, peg: 38, hole: 36, rim: 14, squeeze: 0.8, colours: ['#4ade80'] },
  ruled: { pitch: 48, peg: 36, hole: 48, rim: 2, squeeze: 1, colours: ['#3b6ea5'] },
  symbols: { pitch: 46, peg: 36, hole: 36, rim: 6, squeeze: 0.866, colours: ['#222222'] },
  dots: { pitch: 48, peg: 34, hole: 9, rim: 10, squeeze: 1, colours: ['#7b2d8b'] },
  pale: { pitch: 52, peg: 40, hole: 40, rim: 16, squeeze: 0.9, colours: ['#fffdf5'] },
  rings: { pitch: 60, peg: 42, hole: 42, rim: 10, squeeze: 0.75, colours: ['#0f766e'] },
  canvas: { pitch: 50, peg: 36, hole: 30, rim: 12, squeeze: 0.866, colours: ['#0000ff'] },
  svg: { pitch: 52, peg: 32, hole: 18, rim: 26, squeeze: 0.866, plate: true, colours: ['#c2410c'] },
};
const BUILDERS = { canvas: drawn, svg: lined };
const look = THEMES[config.theme];
const px = (value) => `${value}px`;
const radius = (what) => look[what] / 2;

function build(game) {
  const { spots, width, height } = layout(game.board);
  place(width + 2 * GUTTER, height + 2 * GUTTER);
  byId('btnReady').hidden = config.auto;
  const inset = px(GUTTER);
  const classes = ['board', config.theme, ...(config.hover ? ['hovering'] : [])];
  const board = element('div', classes.map(name).join(' '), { left: inset, top: inset, width: px(width), height: px(height) }, host);
  const placeAt = (event) => {
    const box = board.getBoundingClientRect();
    return { x: ((event.clientX - box.left) * width) / box.width, y: ((event.clientY - box.top) * height) / box.height };
  };
  listen(game, board, (event) => holeAt(spots, placeAt(event)), placeAt);
  return follow(game, spots, (BUILDERS[config.theme] ?? discs)(game, board, spots));
}

// --- positions of the holes -------------------------------------------------------------------------

// Return the positions of the holes in px, and the size of the board around them.
function layout({ sites, lattice }) {
  const turn = (config.turn * Math.PI) / 180;
  const flat = sites.map(([row, col], i) => {
    if (lattice === 'square') return [col, row];
    const first = sites.find((site) => site[0] === row)[1];
    return [(config.lean ? col - first : col) / 2, row * look.squeeze];
  });
  const turned = flat.map(([x, y]) => ({ x: x * Math.cos(turn) - y * Math.sin(turn), y: x * Math.sin(turn) + y * Math.cos(turn) }));
  const [left, top] = ['x', 'y'].map((axis) => Math.min(...turned.map((spot) => spot[axis])));
  const edge = look.pitch / 2 + look.rim;
  const spots = turned.map(({ x, y }) => ({ x: edge + (x - left) * look.pitch, y: edge + (y - top) * look.pitch }));
  const [width, height] = ['x', 'y'].map((axis) => edge + Math.max(...spots.map((spot) => spot[axis])));
  return { spots, width, height };
}

function holeAt(spots, { x, y }) {
  const reach = Math.max(radius('peg'), radius('hole'));
  const i = spots.findIndex((spot) => Math.hypot(spot.x - x, spot.y - y) <= reach);
  return i < 0 ? null : i;
}

// The holes that the chosen peg can jump to, if the page shows them.
const aims = (game) => new Set(config.hints && game.chosen !== null ? game.jumps(game.chosen).map((jump) => jump[2]) : []);

// Return the corners of the convex hull of all spots, in order.
function hull(spots) {
  const sorted = [...spots].sort((a, b) => a.x - b.x || a.y - b.y);
  const side = (points) => points.reduce((kept, point) => {
    while (kept.length > 1 && turnsBack(kept.at(-2), kept.at(-1), point)) kept.pop();
    return [...kept, point];
  }, []);
  return [...side(sorted).slice(0, -1), ...side(sorted.reverse()).slice(0, -1)];
}

const turnsBack = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 0;

// --- an element per peg -----------------------------------------------------------------------------

function discs(game, board, spots) {
  if (look.plate) picture(board).append(plate(spots));
  const put = (what, { x, y }) => element('div', name(what), {
    left: px(x - radius(what)), top: px(y - radius(what)), width: px(look[what]), height: px(look[what]),
  }, board);
  const holes = spots.map((spot) => put('hole', spot));
  if (config.theme === 'symbols') for (const hole of holes) hole.textContent = '○';
  return {
    add(i) {
      const peg = put('peg', { x: 0, y: 0 });
      peg.style.setProperty('--colour', look.colours[i % look.colours.length]);
      if (config.theme === 'symbols') peg.textContent = '●';
      return peg;
    },
    place(peg, { x, y, size, chosen }) {
      peg.style.transform = `translate(${x}px, ${y}px) scale(${size})`;
      peg.className = chosen ? `${name('peg')} ${name('chosen')}` : name('peg');
    },
    drop: (peg) => peg.remove(),
    finish() {
      const aimed = aims(game);
      holes.forEach((hole, i) => { hole.className = aimed.has(i) ? `${name('hole')} ${name('aim')}` : name('hole'); });
    },
  };
}

function picture(board) {
  const svg = shape('svg', { class: name('picture') });
  board.append(svg);
  return svg;
}

const plate = (spots) => shape('polygon', {
  points: hull(spots).map(({ x, y }) => `${x},${y}`).join(' '),
  class: name('plate'),
  'stroke-width': look.pitch + look.rim,
});

function shape(tag, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// --- one SVG ----------------------------------------------------------------------------------------

function lined(game, board, spots) {
  const svg = picture(board);
  const holes = spots.map(({ x, y }) => shape('circle', { cx: x, cy: y, r: radius('hole') }));
  svg.append(plate(spots), ...holes);
  return {
    add() {
      const peg = shape('circle', { fill: look.colours[0] });
      svg.append(peg);
      return peg;
    },
    place(peg, { x, y, size, chosen }) {
      const attributes = { cx: x, cy: y, r: radius('peg') * size, class: name(chosen ? 'chosen' : 'peg') };
      for (const [key, value] of Object.entries(attributes)) peg.setAttribute(key, value);
    },
    drop: (peg) => peg.remove(),
    finish() {
      const aimed = aims(game);
      holes.forEach((hole, i) => hole.setAttribute('class', name(aimed.has(i) ? 'aim' : 'hole')));
    },
  };
}

// --- one canvas -------------------------------------------------------------------------------------

function drawn(game, board, spots) {
  const [width, height] = ['width', 'height'].map((side) => parseFloat(board.style[side]));
  const canvas = element('canvas', name('picture'), { width: px(width), height: px(height) }, board);
  // As many pixels as the screen shows, to keep edges sharp at any pixel ratio.
  const density = window.devicePixelRatio * config.zoom * config.pagezoom;
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  const ink = canvas.getContext('2d');
  ink.scale(density, density);
  const pegs = new Set();
  return {
    add() {
      const peg = {};
      pegs.add(peg);
      return peg;
    },
    place: (peg, state) => Object.assign(peg, state),
    drop: (peg) => pegs.delete(peg),
    finish() {
      const aimed = aims(game);
      ink.fillStyle = '#d7d7d7';
      ink.fillRect(0, 0, width, height);
      spots.forEach(({ x, y }, i) => disc(ink, x, y, radius('hole'), aimed.has(i) ? '#9fdf9f' : '#a3a3a3', '#8a8a8a'));
      for (const peg of pegs) disc(ink, peg.x, peg.y, radius('peg') * peg.size, peg.chosen ? '#6f8cff' : look.colours[0], '#00006b');
    },
  };
}

function disc(ink, x, y, r, fill, stroke) {
  ink.beginPath();
  ink.arc(x, y, Math.max(0, r), 0, 2 * Math.PI);
  Object.assign(ink, { fillStyle: fill, strokeStyle: stroke, lineWidth: 1 });
  ink.fill();
  ink.stroke();
}

start(Pegs, build);
