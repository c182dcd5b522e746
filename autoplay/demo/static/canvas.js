// The whole board on one canvas: thin grey lines, very thick black ones with round ends, a click toggles a star.

import { clickIsLost, config, host, name, place } from './page.js';
import { EMPTY, STAR, element, start } from './game.js';

const CELL = 40;
const THICK = CELL * 0.15;

function build(game) {
  const side = game.n * CELL + THICK;
  place(side + 2 * config.gutter, side + 2 * config.gutter);
  const inset = `${config.gutter}px`;
  const size = { left: inset, top: inset, width: `${side}px`, height: `${side}px` };
  const canvas = element('canvas', '', size, host);
  canvas.id = name('puzzlecontainer');
  // The picture has as many dots as the screen shows, so that lines stay sharp at any pixel ratio.
  const density = window.devicePixelRatio * config.zoom;
  canvas.width = Math.round(side * density);
  canvas.height = Math.round(side * density);
  canvas.addEventListener('click', (event) => {
    const at = (offset) => Math.floor((offset - THICK / 2) / CELL);
    const [r, c] = [at(event.offsetY), at(event.offsetX)];
    if (r < 0 || c < 0 || r >= game.n || c >= game.n || clickIsLost()) return;
    const i = r * game.n + c;
    game.move([i], game.marks[i] === STAR ? EMPTY : STAR);
  });
  const ink = canvas.getContext('2d');
  ink.scale(density, density);
  ink.translate(THICK / 2, THICK / 2);
  return () => paint(game, ink);
}

function paint(game, ink) {
  const whole = game.n * CELL;
  const faults = config.errors ? game.faults() : new Set();
  ink.fillStyle = '#eee';
  ink.fillRect(0, 0, whole, whole);
  const edges = Array.from({ length: game.n - 1 }, (_, k) => (k + 1) * CELL);
  const thin = edges.flatMap((at) => [[at, 0, at, whole], [0, at, whole, at]]);
  lines(ink, '#777', 1, thin);
  [...game.grid].forEach((region, i) => {
    if (region !== '#') return;
    ink.fillStyle = '#000';
    ink.fillRect((i % game.n) * CELL, Math.floor(i / game.n) * CELL, CELL, CELL);
  });
  lines(ink, '#000', THICK, [...regionLines(game), [0, 0, whole, 0], [0, whole, whole, whole], [0, 0, 0, whole], [whole, 0, whole, whole]]);
  for (const i of game.stars()) star(ink, (i % game.n) * CELL, Math.floor(i / game.n) * CELL, faults.has(i) ? '#c00' : '#000');
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

function star(ink, left, top, colour) {
  const radius = CELL * 0.32;
  ink.fillStyle = colour;
  ink.beginPath();
  for (let k = 0; k < 10; k += 1) {
    const reach = k % 2 ? radius * 0.43 : radius;
    const turn = (k * Math.PI) / 5;
    ink.lineTo(left + CELL / 2 + reach * Math.sin(turn), top + CELL * 0.52 - reach * Math.cos(turn));
  }
  ink.fill();
}

start(build);
