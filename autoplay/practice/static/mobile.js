// Puzzle Team's page for phones: a board that is fitted to the window and zoomed by the wheel, a menu, a dialog, alerts.

import { byId, config, form } from './page.js';
import { Game } from './game.js';
import { boardPlacedBy } from './cells.js';
import { start } from './stage.js';

const ZOOM_STEP = 1.1;
const FILLED = 0.94; // share of the window that a fitted board takes
const stage = byId('stage');
const menu = document.querySelector('nav');
const find = (selector) => document.querySelector(selector);
let view = { zoom: 1, x: 0, y: 0 };

// --- position of the board ---------------------------------------------------------------------------

function look(next) {
  view = next;
  stage.style.transform = `matrix(${view.zoom}, 0, 0, ${view.zoom}, ${view.x}, ${view.y})`;
}

function fit(width, height) {
  const room = stage.parentElement.getBoundingClientRect();
  const fitted = FILLED * Math.min(room.width / width, room.height / height);
  const zoom = config.zoom === 'auto' ? fitted : config.zoom;
  look({ zoom, x: (room.width - zoom * width) / 2, y: (room.height - zoom * height) / 2 });
}

function place(width, height) {
  Object.assign(stage.firstElementChild.style, { width: `${width}px`, height: `${height}px` });
  fit(width, height);
  window.onresize = () => fit(width, height);
}

stage.parentElement.addEventListener('wheel', (event) => {
  if (document.body.classList.contains('has-dialog-active')) return;
  event.preventDefault();
  const by = ZOOM_STEP ** -Math.sign(event.deltaY);
  const room = stage.parentElement.getBoundingClientRect();
  const [x, y] = [event.clientX - room.x, event.clientY - room.y];
  look({ zoom: view.zoom * by, x: x + (view.x - x) * by, y: y + (view.y - y) * by });
}, { passive: false });

// --- result --------------------------------------------------------------------------------------------

function show({ message, solved }) {
  const [said] = new DOMParser().parseFromString(message, 'text/html').querySelectorAll('p');
  if (!solved) return warn('error', said.textContent);
  const [title, ...content] = said.textContent.split(/(?<=!)\s/);
  find('.dialog-title').textContent = title;
  find('.dialog-content').textContent = content.join(' ');
  const again = document.createElement('puzzle-button');
  again.className = 'new-puzzle';
  again.textContent = 'New Puzzle';
  again.onclick = () => form.requestSubmit(form.elements.new);
  find('.dialog-content').append(again);
  return setOpen(true);
}

function warn(kind, text) {
  find(`.global-alert-${kind} .message`).textContent = text;
  find(`.global-alert-${kind}`).hidden = false;
}

function setOpen(isOpen) {
  document.body.classList.toggle('has-dialog-active', isOpen);
  byId('dialogOverlay').hidden = !isOpen;
}

// --- menu ----------------------------------------------------------------------------------------------

byId('closeDialog').onclick = () => setOpen(false);
byId('additional-menu').onclick = () => { menu.hidden = !menu.hidden; };
menu.addEventListener('click', () => { menu.hidden = true; });

start(Game, boardPlacedBy(place), (game) => {
  find("[caption='Check']").onclick = () => form.requestSubmit();
  find("[caption='Start Over']").onclick = () => game.clear();
  return show;
});
