// The page around the board: the server's configuration, advertisements, consent, clock, buttons, submission.

export const config = JSON.parse(document.getElementById('pageConfig').textContent);
// Return the class or id for a part of the board; with rename=1 only styled parts have one.
export const name = (key) => (config.rename ? config.names[key] ?? '' : key);
export const byId = (id) => document.getElementById(id);
const form = byId('puzzleForm');
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
  const slider = byId('zoomslider');
  if (!slider) return;
  slider.value = config.zoom;
  slider.oninput = () => zoom(Number(slider.value));
  byId('btnResetZoom').onclick = () => { slider.value = 1; zoom(1); };
}

// --- submission --------------------------------------------------------------------------------------

// Show which puzzle this is, and put its token into the form.
export function label(board) {
  form.elements.param.value = board.token;
  byId('puzzleID').textContent = board.puzzleId;
}

export function connect(game) {
  form.addEventListener('submit', (event) => {
    if (event.submitter?.id === 'btnNew') return forget();
    form.elements.b.value = game.answer();
    if (config.submit !== 'ajax') return undefined;
    event.preventDefault();
    return request(game);
  });
  const button = (id, action) => { if (byId(id)) byId(id).onclick = action; };
  button('btnStartOver', () => window.confirm('Start over?') && game.clear());
  button('btnPrint', () => window.print());
  button('btnUndo', () => game.undo());
  button('btnRedo', () => game.redo());
  if (config.solved) finish(game);
}

async function request(game) {
  const reply = await fetch(form.action, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    body: new URLSearchParams(new FormData(form)),
  });
  if (!reply.ok) return;
  const { message, solved } = await reply.json();
  byId('ajaxResponse').innerHTML = message;
  if (solved) finish(game);
}

export const submitByItself = () => config.auto && byId('btnReady')?.click();

function finish(game) {
  game.frozen = true;
  forget();
  localStorage.setItem(`solved-${config.size}`, 'yes');
  clearInterval(ticking);
  byId('mainclock').classList.add('solved');
  form.elements.stopClock.value = 1;
  form.elements.fromSolved.value = 1;
  byId('btnReady').remove();
  for (const id of ['btnUndo', 'btnRedo']) if (byId(id)) byId(id).disabled = true;
  byId('hallForm').elements.param.value = game.board.token;
  byId('hallForm').hidden = false;
}

// --- clock, keyboard, advertisements, consent --------------------------------------------------------

const opened = Date.now() - config.elapsed;
function showTime() {
  const seconds = Math.floor((Date.now() - opened) / 1000);
  const two = (value) => String(value).padStart(2, '0');
  byId('mainclock').value = `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
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
  const answer = () => { localStorage.setItem('consent', 'given'); consent.hidden = true; };
  for (const id of ['accept-choices', 'reject-choices']) if (byId(id)) byId(id).onclick = answer;
  window.addEventListener('message', (event) => { if (event.data === 'consent') answer(); });
}
const date = document.querySelector('select[name=date]');
if (date) date.onchange = () => { location.search = `size=${config.size}&date=${date.value}`; };
document.querySelectorAll('#menuSizes li').forEach((entry, size) => {
  entry.classList.toggle('icon-star', localStorage.getItem(`solved-${size}`) !== null);
});
if (byId('btnSettings')) {
  byId('btnSettings').onclick = () => document.querySelector('.footer-buttons').classList.toggle('hidden');
}
