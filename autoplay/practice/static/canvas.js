// Canvas skin: the whole board on one canvas, with thin grey and very thick black lines; a click toggles a star.

import { GUTTER, config, host, name, place } from './page.js';
import { Game } from './game.js';
import { element, start } from './stage.js';
import { CROSS, DOT, EMPTY, STAR, onPress } from './mouse.js';

const CELL = 40;
const THICK = CELL * 0.15;

function build(game) {
  const side = game.n * CELL + THICK;
  place(side + 2 * GUTTER, side + 2 * GUTTER);
  const inset = `${GUTTER}px`;
  const size = { left: inset, top: inset, width: `${side}px`, height: `${side}px` };
  const canvas = element('canvas', '', size, host);
  canvas.id = name('puzzlecontainer');
  // As many pixels as the screen shows, to keep lines sharp at any pixel ratio.
  const density = window.devicePixelRatio * config.zoom * config.pagezoom;
  canvas.width = Math.round(side * density);
  canvas.height = Math.round(side * density);
  onPress(canvas, game.signal, (event) => {
    const i = cellAt(game, event);
    if (i !== null) game.press(i);
  });
  const ink = canvas.getContext('2d');
  ink.scale(density, density);
  ink.translate(THICK / 2, THICK / 2);
  const view = { game, ink, marks: [...game.marks], hovered: null, changed: new Map() };
  if (config.hover) listenToHover(canvas, view);
  return () => show(view);
}

// Return the index of the cell at the event, null for the rim; offsets are in px of a zoomed page.
function cellAt(game, event) {
  const zoom = event.target.currentCSSZoom ?? 1;
  const [r, c] = [event.offsetY, event.offsetX].map((offset) => Math.floor((offset / zoom - THICK / 2) / CELL));
  return r < 0 || c < 0 || r >= game.n || c >= game.n ? null : r * game.n + c;
}

function listenToHover(canvas, view) {
  const hover = (i) => { view.hovered = i; paint(view); };
  canvas.addEventListener('mousemove', (event) => hover(cellAt(view.game, event)), { signal: view.game.signal });
  canvas.addEventListener('mouseleave', () => hover(null), { signal: view.game.signal });
}

// Draw the board repeatedly until the changed marks have their full size.
function show(view) {
  const { marks } = view.game;
  marks.forEach((mark, i) => { if (mark !== view.marks[i]) view.changed.set(i, performance.now()); });
  view.marks = [...marks];
  const frame = () => {
    paint(view);
    if (config.animate && [...view.changed.keys()].some((i) => grown(view, i) < 1)) requestAnimationFrame(frame);
  };
  frame();
}

// Return the fraction of its full size that a mark has reached.
const grown = ({ changed }, i) => (config.animate ? Math.min(1, (performance.now() - (changed.get(i) ?? -Infinity)) / config.animate) : 1);

function paint(view) {
  const { game, ink } = view;
  const whole = game.n * CELL;
  const faults = config.errors ? game.faults() : new Set();
  ink.clearRect(-THICK, -THICK, whole + 2 * THICK, whole + 2 * THICK);
  ink.fillStyle = '#eee';
  ink.fillRect(0, 0, whole, whole);
  if (view.hovered !== null) fill(game, ink, view.hovered, '#d2d6d0');
  const edges = Array.from({ length: game.n - 1 }, (_, k) => (k + 1) * CELL);
  const thin = edges.flatMap((at) => [[at, 0, at, whole], [0, at, whole, at]]);
  lines(ink, '#777', 1, thin);
  [...game.grid].forEach((region, i) => { if (region === '#') fill(game, ink, i, '#000'); });
  lines(ink, '#000', THICK, [...regionLines(game), [0, 0, whole, 0], [0, whole, whole, whole], [0, 0, 0, whole], [whole, 0, whole, whole]]);
  game.marks.forEach((mark, i) => {
    if (mark === EMPTY) return;
    ink.save();
    ink.translate((i % game.n + 0.5) * CELL, (Math.floor(i / game.n) + 0.5) * CELL);
    ink.scale(grown(view, i), grown(view, i));
    MARKS[mark](ink, faults.has(i) ? '#c00' : '#000');
    ink.restore();
  });
}

function fill(game, ink, i, colour) {
  ink.fillStyle = colour;
  ink.fillRect((i % game.n) * CELL, Math.floor(i / game.n) * CELL, CELL, CELL);
}

function regionLines(game) {
  return Array.from(game.grid).flatMap((_, i) => {
    const [x, y] = [(i % game.n) * CELL, Math.floor(i / game.n) * CELL];
    const right = game.parted(i, 0, 1) ? [[x + CELL, y, x + CELL, y + CELL]] : [];
    const below = game.parted(i, 1, 0) ? [[x, y + CELL, x + CELL, y + CELL]] : [];
    return [...right, ...below];
  });
}

function lines(ink, colour, width, segments) {
  Object.assign(ink, { strokeStyle: colour, lineWidth: width, lineCap: 'round' });
  ink.beginPath();
  for (const [x0, y0, x1, y1] of segments) {
    ink.moveTo(x0, y0);
    ink.lineTo(x1, y1);
  }
  ink.stroke();
}

function star(ink, colour) {
  const radius = CELL * 0.32;
  ink.fillStyle = colour;
  ink.beginPath();
  for (let k = 0; k < 10; k += 1) {
    const reach = k % 2 ? radius * 0.43 : radius;
    const turn = (k * Math.PI) / 5;
    ink.lineTo(reach * Math.sin(turn), CELL * 0.02 - reach * Math.cos(turn));
  }
  ink.fill();
}

function cross(ink) {
  const reach = CELL * 0.14;
  lines(ink, '#b3402a', 3, [[-reach, -reach, reach, reach], [-reach, reach, reach, -reach]]);
}

function dot(ink) {
  ink.fillStyle = '#555';
  ink.beginPath();
  ink.arc(0, 0, CELL * 0.1, 0, 2 * Math.PI);
  ink.fill();
}

const MARKS = { [STAR]: star, [CROSS]: cross, [DOT]: dot };

start(Game, build);
