// Takes a picture or a text, has it read and solved, and shows the result.

import {Refused, limits, read, solve} from "./api.js";
import {Edits} from "./edits.js";
import {games, put, sentence} from "./games.js";
import {Grid} from "./grid.js";
import {linked, listen} from "./inputs.js";
import {legend} from "./legend.js";
import {check} from "./marks.js";
import {Out} from "./out.js";
import {Picture, shown} from "./picture.js";
import {explained, kinds, proposal} from "./problem.js";
import {Steps} from "./steps.js";
import {LANGUAGES, load, preferred, remember, t} from "./strings.js";

const MIB = 1 << 20;
const PAUSE_MS = 300;  // after a correction, before it is solved again: corrections often come together
const ADDRESS = /^https?:\/\/\S+$/;
const $ = id => document.getElementById(id);

await load(preferred());
const picture = new Picture($("picture"), turn, cut);
const grid = new Grid($("grid"), turn);
const steps = new Steps(draw), edits = new Edits(correct), out = new Out();
const state = {file: null, shown: null, boards: [], index: 0, whole: false, answer: null, wrong: [], work: null, timer: 0, kept: null};

const board = () => state.boards[state.index];
const busy = is => document.querySelector("main").setAttribute("aria-busy", is);

// Begin something new and abort what is running.
function begin() {
  state.work?.abort();
  clearTimeout(state.timer);
  state.work = new AbortController();
  busy(true);
  return state.work.signal;
}

function clear(status) {
  $("problem").replaceChildren();
  $("status").textContent = t(status);
  $("result").hidden = true;
}

// A new picture: options belong to the one before it.
function takeNew(file) {
  $("wishes").reset();
  $("wishes").dataset.puzzle = "auto";
  $("options").open = state.whole = false;
  take(file);
}

async function take(file, fixes = []) {
  const signal = begin();
  state.file = file;
  clear("status.reading");
  try {
    const {bytes} = await limits();
    if (file.size > bytes) {
      throw new Refused({message: t("source.too-large", {size: Math.ceil(file.size / MIB), most: bytes / MIB}),
        try: t("source.too-large-hint")});
    }
    const [drawn, rows] = await Promise.all([shown(file).catch(() => null), read(file, [...wishes(), ...fixes], signal)]);
    if (signal.aborted) return;
    keep(drawn);
    state.boards = rows.filter(row => row.grid).map(row => ({...row, read: row.grid}));
    const refused = rows.length - state.boards.length;
    $("status").textContent = refused ? t("status.other", {reason: explained(rows.at(-1))}) : "";
    show(0);
  } catch (error) {
    if (error.name === "AbortError") return;
    const drawn = await shown(file).catch(() => null);
    if (signal.aborted) return;
    keep(drawn);
    refuse(error);
  }
}

// A puzzle as text, or an address that holds one.
async function takeText(text) {
  const own = ADDRESS.test(text) && text.startsWith(location.origin) ? linked(new URL(text).hash) : undefined;
  if (own) return takeBoard(own);
  const signal = begin();
  clear("status.text");
  keep(null);
  state.file = null;
  try {
    const {puzzle, rows, cols, grid: found, stars, states, lattice} = await solve({text, board: true}, signal);
    takeBoard({puzzle, rows, cols, grid: found, stars, states, lattice, marks: []});
  } catch (error) {
    if (error.name === "AbortError") return;
    refuse(ADDRESS.test(text) && error instanceof Refused ? t("source.address") : error);
  }
}

// A board without a picture.
function takeBoard(found) {
  begin();
  clear("status.text");
  keep(null);
  state.file = null;
  state.boards = [{...found, read: found.grid}];
  $("status").textContent = "";
  show(0);
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

// Show an error of the server, or a message of this page.
function refuse(error) {
  busy(false);
  if (typeof error !== "string" && !(error instanceof Refused)) throw error;
  const refusal = error.answer, told = document.createElement("p");
  told.textContent = refusal ? explained(refusal) : error;
  const isReading = state.file && refusal && state.shown;
  const cells = refusal && proposal(refusal, fixes => take(state.file, fixes));
  $("problem").replaceChildren(told, ...(cells ? [cells] : []), ...(isReading ? [kinds(choose)] : []));
  $("status").textContent = "";
  if (!isReading) return;
  $("options").open = $("result").hidden = false;
  $("options").open = true;
  $("figure").hidden = false;
  $("found").hidden = $("boards").hidden = $("whole").hidden = true;
  $("result").classList.remove("no-picture");
  $("legend").replaceChildren();
  picture.refused(state.shown, refusal.box);
  $("caption").textContent = t(refusal.box ? "picture.refused" : "picture.draw");
}

function show(index) {
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
async function answer() {
  const signal = begin(), here = board(), game = games[here.puzzle];
  const corrected = here.grid !== here.read;
  const known = corrected && ["inferred", "usual"].includes(here.stars_from) ? {...here, stars: null} : here;
  waitFor("answer.solving");
  try {
    const question = {puzzle: here.puzzle, grid: here.grid, ...game.question(known)};
    const found = await solve(question, signal);
    const isExplained = game.isExplained(found);
    tell(found, {isWaiting: isExplained && game.needsSteps});
    if (isExplained) tell(await solve({...question, explain: true}, signal), {isSame: true});
    busy(false);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    busy(false);
    $("verdict").textContent = explained(error.answer);
  }
}

// Nothing is known about the board yet.
function waitFor(key) {
  Object.assign(state, {answer: null, wrong: []});
  $("verdict").textContent = t(key);
  $("marks").textContent = "";
  $("doubts").replaceChildren();
  out.offer(board(), null);
  steps.stage([{text: ""}]);
}

// Show the result in a sentence and step by step.
function tell(found, options = {}) {
  const here = board(), game = games[here.puzzle], marks = check(here, found);
  Object.assign(state, {answer: found, wrong: marks.wrong, options});
  $("marks").textContent = marks.text;
  $("marks").classList.toggle("bad", marks.wrong.length > 0);
  const waits = options.isWaiting ? t("answer.looking") : sentence(found.unexplained);
  $("verdict").textContent = `${game.verdict(found)} ${waits}`.trim();
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
  $("restore").disabled = !changed.length;
  if (state.shown) {
    picture.draw(state.shown, here, scene, changed, state.wrong);
    legend($("legend"), $("picture"), here.puzzle);
  }
  grid.draw(here, games[here.puzzle], scene, changed, state.wrong);
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
  begin();
  waitFor("answer.solving");
  state.timer = setTimeout(answer, PAUSE_MS);
}

async function speak(language) {
  await load(language);
  remember(language);
  manners();
  if ($("result").hidden || $("found").hidden) return;
  describe();
  frame();
  if (state.answer) tell(state.answer, {...state.options, isSame: true});
}

function manners() {
  if (state.kept !== null) $("manners").textContent = t(state.kept ? "page.kept" : "page.not-kept");
}

function open() {
  const found = linked(location.hash);
  if (found) takeBoard(found);
  else if (found === null) refuse(t("source.bad-link"));
}

for (const [name, title] of Object.entries(LANGUAGES)) $("language").append(new Option(title, name, false, name === document.documentElement.lang));
$("language").addEventListener("change", event => speak(event.target.value));
listen({picture: takeNew, text: takeText, refuse: key => { begin(); clear("status.text"); refuse(t(key)); }});
$("wishes").addEventListener("change", () => { $("wishes").dataset.puzzle = $("wishes").elements.puzzle.value; });
$("wishes").addEventListener("submit", event => {
  event.preventDefault();
  if (state.file) take(state.file);
  else refuse(t("source.no-picture"));
});
$("before").addEventListener("click", () => show((state.index + state.boards.length - 1) % state.boards.length));
$("after").addEventListener("click", () => show((state.index + 1) % state.boards.length));
$("whole").addEventListener("click", () => { state.whole = !state.whole; frame(); });
$("restore").addEventListener("click", () => change(board().read));
addEventListener("hashchange", open);
limits().then(({kept}) => { state.kept = kept; manners(); }, () => {});  // an unreachable server is reported with the next request
document.documentElement.dataset.ready = "";
open();
