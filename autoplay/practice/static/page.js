// The page around the board: the server's configuration, advertisements, consent, clock, buttons, submission.

export const config = JSON.parse(document.getElementById('pageConfig').textContent);
// Margin around the board in px, before zooming.
export const GUTTER = 5;
// Return the class or id for a part of the board; with rename=1 only styled parts have one.
export const name = (key) => (config.rename ? config.names[key] ?? '' : key);
export const byId = (id) => document.getElementById(id);
export const form = document.querySelector('form[name=answerForm]');
export const host = byId(name('game'));

// --- the unfinished game in the browser's storage --------------------------------------------------

const storageKey = `unfinished-${config.skin}-${config.size}`;

export function unfinished() {
  if (config.restore && !localStorage.getItem(storageKey)) {
    localStorage.setItem(storageKey, JSON.stringify(config.restore));
  }
  const saved = config.fresh ? null : localStorage.getItem(storageKey);
  return saved ? JSON.parse(saved) : null;
}

export const keep = (board) => localStorage.setItem(storageKey, JSON.stringify(board));
const forget = () => localStorage.removeItem(storageKey);
if (config.solved) forget();

// --- position of the board ---------------------------------------------------------------------------

export function place(width, height) {
  const zoom = (z) => {
    host.style.width = `${width}px`;
    host.style.height = `${height}px`;
    host.style.transform = `scale(${z})`;
    host.style.marginRight = `${width * (z - 1)}px`;
    host.style.marginBottom = `${height * (z - 1)}px`;
  };
  zoom(config.zoom);
  if (config.subpixel) moveBetweenPixels();
  const slider = byId('zoomslider');
  if (!slider) return;
  slider.value = config.zoom;
  slider.oninput = () => zoom(Number(slider.value));
  byId('btnResetZoom').onclick = () => { slider.value = 1; zoom(1); };
}

// Move the board to where the real page has it: at x = 502.5, y = 253.22.
function moveBetweenPixels() {
  const scene = byId('scene');
  scene.style.position = 'relative';
  const { x, y } = host.getBoundingClientRect();
  scene.style.left = `${0.5 - (x % 1)}px`;
  scene.style.top = `${0.22 - (y % 1)}px`;
}

// --- submission --------------------------------------------------------------------------------------

// Show which puzzle this is, and put its token into the form.
export function label(board) {
  form.elements.param.value = board.token;
  if (byId('puzzleID')) byId('puzzleID').textContent = board.puzzleId;
}

// Connect a game to the form; `show(reply)` shows the server's reply to a request.
export function connect(game, show = ({ message }) => { byId('ajaxResponse').innerHTML = message; }) {
  form.addEventListener('submit', (event) => {
    if (event.submitter?.name === 'new') return forget();
    form.elements.b.value = game.answer();
    if (config.submit !== 'ajax') return undefined;
    event.preventDefault();
    return request(game, show);
  });
  const button = (id, action) => { if (byId(id)) byId(id).onclick = action; };
  button('btnStartOver', () => window.confirm('Start over?') && game.clear());
  button('btnPrint', () => window.print());
  button('btnUndo', () => game.undo());
  button('btnRedo', () => game.redo());
  if (config.solved) finish(game);
}

async function request(game, show) {
  const reply = await fetch(form.action, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    body: new URLSearchParams(new FormData(form)),
  });
  if (!reply.ok) return;
  const result = await reply.json();
  show(result);
  if (result.solved) finish(game);
}

export const submitByItself = () => config.auto && form.requestSubmit(byId('btnReady'));

function finish(game) {
  game.frozen = true;
  forget();
  localStorage.setItem(`solved-${config.size}`, 'yes');
  clearInterval(ticking);
  byId('mainclock')?.classList.add('solved');
  form.elements.stopClock.value = 1;
  form.elements.fromSolved.value = 1;
  byId('btnReady')?.remove();
  for (const id of ['btnUndo', 'btnRedo']) if (byId(id)) byId(id).disabled = true;
  const hall = byId('hallForm');
  if (!hall) return;
  hall.elements.param.value = game.board.token;
  hall.hidden = false;
}

// --- clock, keyboard, advertisements, consent --------------------------------------------------------

const opened = Date.now() - config.elapsed;
function showTime() {
  const seconds = Math.floor((Date.now() - opened) / 1000);
  const two = (value) => String(value).padStart(2, '0');
  if (byId('mainclock')) byId('mainclock').value = `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
  form.elements.jstimer.value = seconds;
}
showTime();
const ticking = setInterval(showTime, 500);

document.addEventListener('keydown', (event) => {
  const key = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
  const id = { Enter: 'btnReady', '=': 'btnNew', 'Ctrl+z': 'btnUndo', 'Ctrl+y': 'btnRedo' }[key];
  if (!id || !byId(id)) return;
  event.preventDefault();
  byId(id).click();
});

export function arrive() {
  const top = byId('p927c49cf1b');
  if (top) {
    top.hidden = false;
    byId('bannerTopSpacer927c49cf1b').style.height = '125px';
    top.querySelector('.pin-ads').onclick = (event) => {
      event.preventDefault();
      document.body.classList.toggle('pinned');
    };
  }
  if (byId('adhesive')) byId('adhesive').hidden = false;
}
if (config.ad === 'late') setTimeout(arrive, config.delay);
else if (config.event !== 'ad') arrive();

const consent = byId('snigel-cmp-framework') ?? byId('sp_message_container_1061');
if (consent && !localStorage.getItem('consent')) {
  setTimeout(() => { consent.hidden = false; }, config.consentdelay);
  const answer = (given) => { localStorage.setItem('consent', given ? 'given' : 'refused'); consent.hidden = true; };
  const button = (id, action) => { if (byId(id)) byId(id).onclick = action; };
  button('accept-choices', () => answer(true));
  button('sn-b-reject', () => answer(false));
  button('sn-b-custom', () => { byId('sn-first').hidden = true; byId('sn-second').hidden = false; });
  button('sn-b-save', () => answer(consent.querySelector('input:checked') !== null));
  window.addEventListener('message', (event) => { if (event.data.consent) answer(event.data.consent === 'given'); });
}
const date = document.querySelector('select[name=date]');
if (date) date.onchange = () => { location.search = `size=${config.size}&date=${date.value}`; };
document.querySelectorAll('#menuSizes li').forEach((entry, size) => {
  entry.classList.toggle('icon-star', localStorage.getItem(`solved-${size}`) !== null);
});
if (byId('btnSettings')) {
  byId('btnSettings').onclick = () => document.querySelector('.footer-buttons').classList.toggle('hidden');
}
