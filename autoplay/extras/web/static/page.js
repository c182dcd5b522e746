// Takes a picture or a text, has it read and solved, and shows the result.

import {Refused, converted, limits, read, solve} from "./api.js";
import {Edits} from "./edits.js";
import {games, put, row, sentence} from "./games.js";
import {Grid} from "./grid.js";
import {linked, listen} from "./inputs.js";
import {legend} from "./legend.js";
import {check} from "./marks.js";
import {Out} from "./out.js";
import {Picture, shown} from "./picture.js";
import {explained, kinds, proposal} from "./problem.js";
import {Steps} from "./steps.js";
import {LANGUAGES, load, preferred, remember, t} from "./strings.js";
import {Zoom} from "./zoom.js";

const MIB = 1 << 20;
const PAUSE_MS = 300;  // after a correction, before it is solved again: corrections often come together
const READABLE = /^image\/(png|jpeg|webp|bmp|gif|tiff)$/;  // kinds that the server reads; this browser may show others
const $ = id => document.getElementById(id);

await load(preferred());
const picture = new Picture($("picture"), turn, cut);
const grid = new Grid($("grid"), turn);
const steps = new Steps(draw), edits = new Edits(correct), out = new Out();
const zooms = [new Zoom($("view"), $("figure")), new Zoom($("board-view"), $("understood"))];
const state = {file: null, shown: null, boards: [], index: 0, whole: false, answer: null, wrong: [], work: null, job: null, timer: 0, kept: null};

const board = () => state.boards[state.index];

// Work on something, and abort what is running. The job gets a signal, and a Refused that it raises is shown.
async function run(job) {
  const focused = document.activeElement, work = abort();
  Object.assign(state, {work, job});
  busy(true);
  try {
    await job(work.signal);
  } catch (error) {
    if (error.name === "AbortError" || state.work !== work) return;
    if (!(error instanceof Refused)) {
      busy(false);
      throw error;
    }
    refuse(error.answer);
  }
  if (state.work === work) busy(false);
  keepFocus(focused);
}

function abort() {
  state.work?.abort();
  clearTimeout(state.timer);
  return new AbortController();
}

function busy(is) {
  document.querySelector("main").setAttribute("aria-busy", is);
  if (is) $("stop").textContent = t("status.stop");
  $("stop").hidden = !is;
}

// Stop what is running; the same button starts it again.
function stop() {
  if (document.querySelector("main").getAttribute("aria-busy") === "false") return run(state.job);
  state.work = abort();
  busy(false);
  $("stop").hidden = false;
  $("stop").textContent = t("status.again");
  if (isShown()) tell(state.answer, {isSame: true});
  $("status").textContent = t("status.stopped");
}

// The keyboard goes on at the result if what it was on is no longer there.
function keepFocus(focused) {
  if (focused === document.body || (focused.isConnected && focused.getClientRects().length)) return;
  const places = [$("problem"), $("picture-title"), $("answer-title")];
  places.find(place => place.textContent && place.getClientRects().length)?.focus({preventScroll: true});
}

const isShown = () => !$("result").hidden && !$("found").hidden;

// Nothing of what was there before is left beside what is new.
function clear(status) {
  $("problem").replaceChildren();
  $("status").textContent = status ? t(status) : "";
  $("result").hidden = $("way").hidden = true;
}

// A new picture: options belong to the one before it.
function takeNew(file) {
  $("wishes").reset();
  $("wishes").dataset.puzzle = "auto";
  $("options").open = state.whole = false;
  take(file);
}

function take(file, fixes = []) {
  return run(async signal => {
    keep(null);
    state.file = file;
    clear("status.reading");
    const {bytes} = await limits();
    if (file.size > bytes) {
      throw new Refused({message: t("source.too-large", {size: Math.ceil(file.size / MIB), most: bytes / MIB}),
        try: t("source.too-large-hint")});
    }
    const sent = await show(file, signal);
    const rows = await read(sent, [...wishes(), ...fixes], signal);
    const boards = rows.filter(({grid}) => grid), refused = rows.length > boards.length;
    present(boards, refused ? t("boards.other", {reason: explained(rows.at(-1))}) : "");
  });

  // Keep the picture to be seen, and return it as a file that the server reads: who can open it converts it for the other.
  async function show(file, signal) {
    let drawn = await shown(file).catch(() => null), sent = file;
    if (!drawn) {
      sent = await converted(file, signal);
      drawn = await shown(sent).catch(() => null);
    } else if (!READABLE.test(file.type)) {
      sent = drawn.blob;
      drawn = await shown(sent);
    }
    if (signal.aborted) throw new DOMException("", "AbortError");
    state.file = sent;
    keep(drawn);
    return sent;
  }
}

// A puzzle as text, or an address that holds one.
function takeText(text) {
  const isOwn = text.trim().startsWith(`${location.origin}/`);
  takePuzzle((isOwn && linked(new URL(text.trim()).hash)) || {text});
}

// A puzzle without a picture: its text, or the row of a link.
function takePuzzle(question) {
  return run(async signal => {
    keep(null);
    state.file = null;
    clear("status.text");
    try {
      present([{marks: [], ...await solve({...question, board: true}, signal)}], "");
    } catch (error) {
      if (error.answer?.error === "address") throw new Refused({message: t("source.address")});
      const isDamaged = !question.text && /^bad-/.test(error.answer?.error);
      if (isDamaged) Object.assign(error.answer, {message: t("source.bad-link", {reason: error.answer.message}), try: ""});
      throw error;
    }
  });
}

function keep(drawn) {
  if (state.shown) URL.revokeObjectURL(state.shown.url);
  state.shown = drawn;
  if (!drawn) $("picture").replaceChildren();
}

// The form as request parameters; a game's own fields count if that game is chosen.
function wishes() {
  const {elements} = $("wishes"), game = elements.puzzle.value;
  return [...elements].filter(field => field.name && field.value && field.value !== "auto")
    .filter(({parentElement: {classList}}) => !classList.contains("for") || classList.contains(game))
    .map(field => [field.name, field.value]);
}

function choose(kind) {
  $("wishes").elements.puzzle.value = $("wishes").dataset.puzzle = kind;
  take(state.file);
}

// Show why there is no board, and what would settle it.
function refuse(refusal) {
  clear();
  const told = document.createElement("p"), isReading = state.file && state.shown;
  told.textContent = explained(refusal);
  const cells = proposal(refusal, fixes => take(state.file, fixes));
  $("problem").replaceChildren(told, ...(cells ? [cells] : []), ...(isReading ? [kinds(choose)] : []));
  if (isReading) {
    $("result").hidden = false;
    $("options").open = true;
    $("figure").hidden = false;
    $("found").hidden = $("boards").hidden = $("whole").hidden = true;
    $("result").classList.remove("no-picture");
    $("legend").replaceChildren();
    picture.refused(state.shown, refusal.box);
    $("caption").textContent = t(refusal.box ? "picture.refused" : "picture.draw");
  }
  $("problem").scrollIntoView({block: "nearest"});
}

// Show new boards, the first of them at once, with the buttons beside it.
function present(boards, others) {
  state.boards = boards.map(found => ({...found, read: found.grid}));
  $("others").textContent = others;
  for (const zoom of zooms) zoom.set(0);
  open(0);
  $("result").scrollIntoView();
}

function open(index) {
  state.index = index;
  $("result").hidden = $("found").hidden = $("whole").hidden = false;
  document.body.classList.add("has-board");
  $("figure").hidden = !state.shown;
  $("result").classList.toggle("no-picture", !state.shown);
  describe();
  frame();
  edits.open(board());
  answer();
}

// The words around the board, in the language of the page.
function describe() {
  const {boards, index} = state, here = board(), game = games[here.puzzle];
  $("boards").hidden = boards.length < 2;
  $("which").textContent = t("boards.which", {number: index + 1, all: boards.length});
  $("how").textContent = game.how();
  $("caption").textContent = state.file ? t("picture.caption", {game: t(`game.${here.puzzle}`), size: game.size(here),
    confidence: Math.floor(here.confidence * 100)}) : "";
}

function frame() {
  $("whole").textContent = t(state.whole ? "picture.board" : "picture.whole");
  if (state.shown) picture.frame(state.shown, bounds(board()), state.whole);
}

const bounds = ({corners, box}) => corners ? [0, 1].map(i => Math.min(...corners.map(corner => corner[i])))
  .concat([0, 1].map(i => Math.max(...corners.map(corner => corner[i])))) : box;

// Solve the board as it is now.
function answer() {
  return run(async signal => {
    const here = board(), game = games[here.puzzle];
    const corrected = here.grid !== here.read;
    const known = corrected && ["inferred", "usual"].includes(here.stars_from) ? {...here, stars: null} : here;
    waitFor("answer.solving");
    const question = row(known);
    try {
      const found = await solve(question, signal);
      const isExplained = game.isExplained(found);
      tell(found, {isWaiting: isExplained && game.needsSteps});
      if (isExplained) tell(await solve({...question, explain: true}, signal), {isSame: true});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // The board stays, to be corrected; an answer that was found stays too.
      if (state.answer) tell(state.answer, {isSame: true});
      else $("verdict").textContent = "";
      $("status").textContent = explained(error.answer);
    }
  });
}

// Nothing is known about the board yet.
function waitFor(key) {
  Object.assign(state, {answer: null, wrong: []});
  $("verdict").textContent = "";
  $("status").textContent = t(key);
  $("marks").textContent = "";
  $("doubts").replaceChildren();
  out.offer(board(), null);
  steps.stage([{text: ""}]);
}

// Show the result in a sentence and step by step.
function tell(found, options = {}) {
  if (!found) return;
  const here = board(), game = games[here.puzzle], marks = check(here, found);
  Object.assign(state, {answer: found, wrong: marks.wrong, options});
  $("marks").textContent = marks.text;
  $("marks").classList.toggle("bad", marks.wrong.length > 0);
  $("status").textContent = options.isWaiting ? t("answer.looking") : "";
  $("verdict").textContent = `${game.verdict(found, here)} ${sentence(found.unexplained)}`.trim();
  const isUnsolved = here.puzzle === "star-battle" ? found.solutions !== 1 : !found.solvable;
  const isDoubtful = state.file && isUnsolved && here.grid === here.read;  // another reading would drop corrections
  $("doubts").replaceChildren(...(isDoubtful ? [kinds(choose, Object.keys(games).filter(name => name !== here.puzzle))] : []));
  out.offer(here, found);
  steps.stage(game.scenes(found, here.grid), {...options, marks: marks.right});
}

function draw(scene) {
  const here = board();
  if (!here) return;
  const changed = here.grid.flatMap((line, row) => [...line].flatMap((sign, col) => here.read[row][col] === sign ? [] : [[row, col]]));
  $("restore").setAttribute("aria-disabled", !changed.length);
  if (state.shown) {
    picture.draw(state.shown, here, scene, changed, state.wrong);
    legend($("legend"), $("picture"), here.puzzle);
  }
  grid.draw(here, games[here.puzzle], scene, changed, state.wrong);
  for (const zoom of zooms) zoom.follow(zoom.view.querySelector(".arrow, .mark.new, .outlined, .shaded"));
}

// A frame was drawn around the board, in pixels of the picture.
function cut(box) {
  $("wishes").elements.crop.value = box.join();
  $("options").open = true;
  state.whole = false;
  take(state.file);
}

// A click or a key on a cell, to correct it.
function turn(row, col, key) {
  const here = board(), sign = games[here.puzzle].turned(here.grid, row, col, key);
  if (!sign || sign === here.grid[row][col]) return;
  change(put(here.grid, [row, col], sign));
}

function change(changed) {
  edits.note(board().grid);
  correct(changed);
}

function correct(changed) {
  const here = board();
  here.grid = changed.join() === here.read.join() ? here.read : changed;
  state.work = abort();
  busy(true);
  waitFor("answer.solving");
  state.timer = setTimeout(answer, PAUSE_MS);
}

async function speak(language) {
  await load(language);
  remember(language);
  manners();
  if (!isShown()) return;
  describe();
  frame();
  if (state.answer) tell(state.answer, {...state.options, isSame: true});
}

function manners() {
  if (state.kept !== null) $("manners").textContent = t(state.kept ? "page.kept" : "page.not-kept");
}

function follow() {
  const found = linked(location.hash);
  if (found) takePuzzle(found);
}

// A message of the page itself.
function complain(key) {
  run(async () => {
    keep(null);
    state.file = null;
    throw new Refused({message: t(key)});
  });
}

for (const [name, title] of Object.entries(LANGUAGES)) $("language").append(new Option(title, name, false, name === document.documentElement.lang));
$("language").addEventListener("change", event => speak(event.target.value));
listen({picture: takeNew, text: takeText, refuse: complain});
$("wishes").addEventListener("change", () => { $("wishes").dataset.puzzle = $("wishes").elements.puzzle.value; });
$("wishes").addEventListener("submit", event => {
  event.preventDefault();
  if (state.file) take(state.file);
  else complain("source.no-picture");
});
$("stop").addEventListener("click", stop);
$("before").addEventListener("click", () => open((state.index + state.boards.length - 1) % state.boards.length));
$("after").addEventListener("click", () => open((state.index + 1) % state.boards.length));
$("whole").addEventListener("click", () => { state.whole = !state.whole; frame(); });
$("restore").addEventListener("click", () => { if (board().grid !== board().read) change(board().read); });
addEventListener("hashchange", follow);
limits().then(({kept}) => { state.kept = kept; manners(); }, () => {});  // an unreachable server is reported with the next request
document.documentElement.dataset.ready = "";
follow();
