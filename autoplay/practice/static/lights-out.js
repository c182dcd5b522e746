// Appearance of the lamps: elements, one canvas, or one SVG.

import { GUTTER, byId, config, host, name, place } from './page.js';
import { element, start } from './stage.js';
import { onPress } from './mouse.js';
import { Lamps } from './lamps.js';

// Size of a lamp, gap and rim in px, and five colours, from an unlit lamp to the brightest.
const THEMES = {
  flat: { cell: 50, gap: 2, rim: 2, colours: ['#1f3044', '#51543f', '#8d7a34', '#c9a52c', '#ffd23f'] },
  glow: { cell: 46, gap: 12, rim: 18, colours: ['#26262c', '#12506b', '#1a83a8', '#2bb6dd', '#7df3ff'] },
  circles: { cell: 44, gap: 10, rim: 12, colours: ['#5a5f69', '#8a5a2b', '#b96a1e', '#e08a1e', '#ffb347'] },
  rounded: { cell: 48, gap: 8, rim: 8, colours: ['#34495e', '#2c6b5c', '#239a68', '#2ecc71', '#9af7be'] },
  icons: { cell: 52, gap: -1, rim: 1, colours: ['#ffffff', '#e6d9a8', '#f0d26a', '#f7c531', '#ffc400'] },
  gradient: { cell: 48, gap: 4, rim: 10, colours: ['#2d1b4e', '#5b2a86', '#9b3fb5', '#e05fb2', '#ffc1e3'] },
  light: { cell: 50, gap: 3, rim: 0, colours: ['#e2e6ea', '#f0e3b0', '#f7dc85', '#fcd34d', '#ffc107'] },
  dark: { cell: 50, gap: 1, rim: 1, colours: ['#1e1e1e', '#555555', '#888888', '#bbbbbb', '#f5f5f5'] },
  inverted: { cell: 50, gap: 2, rim: 2, colours: ['#f3efe0', '#bdb9ad', '#8b887f', '#5a5852', '#2b2a27'] },
  symbols: { cell: 40, gap: 1, rim: 1, colours: ['#ffffff', '#ffffff', '#ffffff', '#ffffff', '#ffffff'] },
  diagrams: { cell: 47, gap: 1, rim: 1, colours: ['#4d4d4d', '#7a7a7a', '#a6a6a6', '#d2d2d2', '#ffffff'] },
  canvas: { cell: 44, gap: 0, rim: 3, colours: ['#3b4252', '#6d6a4a', '#a08d45', '#d0a83a', '#ffcf33'] },
  svg: { cell: 42, gap: 4, rim: 6, colours: ['#14213d', '#6b2f2f', '#a53a33', '#d64541', '#ff6b5e'] },
};
const BUILDERS = { canvas: drawn, svg: lined };
const look = THEMES[config.theme];
const pitch = look.cell + look.gap;
const px = (value) => `${value}px`;
const colour = (game, state) => look.colours[Math.round((4 * state) / (game.board.states - 1))];
const along = (count) => count * pitch - look.gap + 2 * look.rim;
const corner = (game, i) => [i % game.board.cols, Math.floor(i / game.board.cols)].map((at) => look.rim + at * pitch);

function build(game) {
  const [width, height] = [along(game.board.cols), along(game.board.rows)];
  place(width + 2 * GUTTER, height + 2 * GUTTER);
  host.style.setProperty('--animate', `${config.animate}ms`);
  byId('btnReady').hidden = config.auto;
  const inset = px(GUTTER);
  const box = { left: inset, top: inset, width: px(width), height: px(height) };
  return (BUILDERS[config.theme] ?? tiles)(game, box);
}

// --- an element per lamp ----------------------------------------------------------------------------

function tiles(game, box) {
  const classes = ['lamps', config.theme, ...(config.hover ? ['hovering'] : [])];
  const board = element('div', classes.map(name).join(' '), box, host);
  const lamps = game.lamps.map((state, i) => (state < 0 ? null : tile(game, i, board)));
  return () => lamps.forEach((lamp, i) => {
    if (!lamp) return;
    const state = game.lamps[i];
    lamp.className = `${name('lamp')} ${state ? name('lit') : ''}`;
    lamp.style.setProperty('--colour', colour(game, state));
    if (config.theme === 'symbols') lamp.textContent = game.board.states === 2 ? '○●'[state] : String(state);
  });
}

function tile(game, i, board) {
  const [left, top] = corner(game, i).map(px);
  const lamp = element('div', name('lamp'), { left, top, width: px(look.cell), height: px(look.cell) }, board);
  lamp.setAttribute('role', 'button');
  if (config.theme === 'icons') lamp.append(picture([['path', { d: BULB }], ['path', { d: BASE }]], [0, 0, 24, 24]));
  if (config.theme === 'diagrams') lamp.append(diagram(game, i));
  onPress(lamp, game.signal, () => game.press(i));
  return lamp;
}

const BULB = 'M12 2a7 7 0 0 0-4 12.700c.6.5 1 1.300 1 2.100V18h6v-1.200c0-.8.4-1.600 1-2.100A7 7 0 0 0 12 2z';
const BASE = 'M9 19.500h6M10 21.500h4';

// The effect of a press as small squares, with its own lamp in the middle.
function diagram(game, i) {
  const { cols } = game.board;
  const squares = game.board.effects[i].map((j) => {
    const [dx, dy] = [(j % cols) - (i % cols), Math.floor(j / cols) - Math.floor(i / cols)];
    return ['rect', { x: 5 * dx - 2.5, y: 5 * dy - 2.5, width: 5, height: 5 }];
  });
  return picture(squares, [-15, -15, 30, 30]);
}

function picture(shapes, view) {
  const svg = shape('svg', { viewBox: view.join(' ') });
  svg.append(...shapes.map(([tag, attributes]) => shape(tag, attributes)));
  return svg;
}

function shape(tag, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// --- one SVG ----------------------------------------------------------------------------------------

function lined(game, box) {
  const svg = shape('svg', { viewBox: `0 0 ${parseInt(box.width, 10)} ${parseInt(box.height, 10)}`, class: name('picture') });
  Object.assign(svg.style, box);
  host.append(svg);
  const lamps = game.lamps.map((state, i) => {
    if (state < 0) return null;
    const [x, y] = corner(game, i);
    const lamp = shape('rect', { x, y, rx: 6, width: look.cell, height: look.cell });
    svg.append(lamp);
    onPress(lamp, game.signal, () => game.press(i));
    return lamp;
  });
  return () => lamps.forEach((lamp, i) => { if (lamp) lamp.style.fill = colour(game, game.lamps[i]); });
}

// --- one canvas -------------------------------------------------------------------------------------

function drawn(game, box) {
  const canvas = element('canvas', name('picture'), box, host);
  // As many pixels as the screen shows, to keep edges sharp at any pixel ratio.
  const density = window.devicePixelRatio * config.zoom * config.pagezoom;
  canvas.width = Math.round(parseInt(box.width, 10) * density);
  canvas.height = Math.round(parseInt(box.height, 10) * density);
  onPress(canvas, game.signal, (event) => {
    const i = cellAt(game, event);
    if (i !== null) game.press(i);
  });
  const ink = canvas.getContext('2d');
  ink.scale(density, density);
  const view = { game, ink, shown: [...game.lamps], since: -Infinity };
  return () => {
    view.since = performance.now();
    const frame = () => {
      const part = config.animate ? Math.min(1, (performance.now() - view.since) / config.animate) : 1;
      paint(view, part);
      if (part < 1) requestAnimationFrame(frame);
      else view.shown = [...game.lamps];
    };
    frame();
  };
}

// Return the index of the lamp at the event, null for the rim; offsets are in px of a zoomed page.
function cellAt(game, event) {
  const zoom = event.target.currentCSSZoom ?? 1;
  const [c, r] = [event.offsetX, event.offsetY].map((offset) => Math.floor((offset / zoom - look.rim) / pitch));
  return r < 0 || c < 0 || r >= game.board.rows || c >= game.board.cols ? null : r * game.board.cols + c;
}

// A lamp that changes turns over: it is narrowest halfway through.
function paint({ game, ink, shown }, part) {
  const { width, height } = ink.canvas;
  ink.clearRect(0, 0, width, height);
  game.lamps.forEach((state, i) => {
    if (state < 0) return;
    const [x, y] = corner(game, i);
    ink.fillStyle = '#20242e';
    ink.fillRect(x - look.rim, y - look.rim, pitch + 2 * look.rim, pitch + 2 * look.rim);
    const turning = state !== shown[i] && part < 1;
    const narrow = turning ? Math.abs(1 - 2 * part) : 1;
    bevelled(ink, x + (look.cell * (1 - narrow)) / 2, y, look.cell * narrow, colour(game, turning && part < 0.5 ? shown[i] : state));
  });
}

function bevelled(ink, x, y, width, fill) {
  const size = look.cell;
  ink.fillStyle = 'rgb(255 255 255 / 35%)';
  ink.fillRect(x + 1, y + 1, Math.max(0, width - 2), size - 2);
  ink.fillStyle = 'rgb(0 0 0 / 45%)';
  ink.fillRect(x + 3, y + 3, Math.max(0, width - 4), size - 4);
  ink.fillStyle = fill;
  ink.fillRect(x + 3, y + 3, Math.max(0, width - 6), size - 6);
}

start(Lamps, build);
