// Takes a picture, has it read and solved, and shows the result.

import {Refused, limits, read, solve} from "./api.js";
import {games, put, sentence} from "./games.js";
import {Grid} from "./grid.js";
import {Picture, shown} from "./picture.js";
import {explained, proposal} from "./problem.js";

const MIB = 1 << 20;
const PAUSE_MS = 300;  // after a correction, before it is solved again: corrections often come together
const $ = id => document.getElementById(id);

const picture = new Picture($("picture"), turn, cut);
const grid = new Grid($("grid"), turn);
const state = {file: null, shown: null, boards: [], index: 0, whole: false, scenes: [], position: 0, work: null, timer: 0};

limits().then(({kept}) => {
  $("manners").textContent = kept ? "Pictures are stored by whoever runs this page." : "Nothing is stored.";
}, () => {});  // an unreachable server is reported with the next request

const board = () => state.boards[state.index];

// Begin something new and abort what is running.
function begin() {
  state.work?.abort();
  clearTimeout(state.timer);
  state.work = new AbortController();
  busy(true);
  return state.work.signal;
}

const busy = is => document.querySelector("main").setAttribute("aria-busy", is);

async function take(file, fixes = []) {
  const signal = begin();
  state.file = file;
  $("problem").replaceChildren();
  $("status").textContent = "Reading the picture …";
  $("result").hidden = true;
  try {
    const {bytes} = await limits();
    if (file.size > bytes) {
      throw new Refused({message: `The picture has ${Math.ceil(file.size / MIB)} MiB, over ${bytes / MIB}`,
        try: "a smaller one, or autoplay web --largest-mb"});
    }
    const [drawn, rows] = await Promise.all([shown(file).catch(() => null), read(file, [...wishes(), ...fixes], signal)]);
    if (signal.aborted) return;
    keep(drawn);
    state.boards = rows.filter(row => row.grid).map(row => ({...row, read: row.grid}));
    const refused = rows.length - state.boards.length;
    $("status").textContent = refused ? `Another possible board could not be read: ${explained(rows.at(-1))}` : "";
    show(0);
  } catch (error) {
    if (error.name === "AbortError") return;
    const drawn = await shown(file).catch(() => null);
    if (signal.aborted) return;
    keep(drawn);
    refuse(error);
  }
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

function refuse(error) {
  busy(false);
  if (!(error instanceof Refused)) throw error;
  const {answer: refusal} = error, told = document.createElement("p");
  told.textContent = explained(refusal);
  const cells = proposal(refusal, fixes => take(state.file, fixes));
  $("problem").replaceChildren(told, ...(cells ? [cells] : []));
  $("status").textContent = "";
  $("options").open = true;
  if (!state.shown) return;
  $("result").hidden = false;
  $("found").hidden = $("boards").hidden = $("whole").hidden = true;
  picture.refused(state.shown, refusal.box);
  $("caption").textContent = `${refusal.box ? "The frame shows what looked like a board. " : ""}Draw a frame to read only that part.`;
}

function show(index) {
  state.index = index;
  const {boards} = state, here = board(), game = games[here.puzzle];
  $("result").hidden = $("found").hidden = $("whole").hidden = false;
  $("boards").hidden = boards.length < 2;
  $("which").textContent = `Board ${index + 1} of ${boards.length}`;
  $("how").textContent = game.how;
  $("caption").textContent = `${game.name}, ${game.size(here)}, read with ${Math.floor(here.confidence * 100)} % confidence.`;
  frame();
  answer();
}

function frame() {
  $("whole").setAttribute("aria-pressed", state.whole);
  if (state.shown) picture.frame(state.shown, bounds(board()), state.whole);
}

const bounds = ({corners, box}) => corners ? [0, 1].map(i => Math.min(...corners.map(corner => corner[i])))
  .concat([0, 1].map(i => Math.max(...corners.map(corner => corner[i])))) : box;

// Solve the board as it is now.
async function answer() {
  const signal = begin(), here = board(), game = games[here.puzzle];
  const corrected = here.grid !== here.read;
  const known = corrected && ["inferred", "usual"].includes(here.stars_from) ? {...here, stars: null} : here;
  stage([{text: ""}], 0);
  $("verdict").textContent = "Solving …";
  $("way").hidden = true;
  copies(null);
  try {
    const question = {puzzle: here.puzzle, grid: here.grid, ...game.question(known)};
    const found = await solve(question, signal);
    tell(found);
    copies(found);
    if (game.isExplained(found)) {
      $("verdict").append(" Looking for the steps …");
      tell(await solve({...question, explain: true}, signal));
    }
    busy(false);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    busy(false);
    $("verdict").textContent = explained(error.answer);
  }
}

// Show the result in a sentence and step by step.
function tell(found) {
  const here = board(), game = games[here.puzzle], scenes = game.scenes(found, here.grid);
  $("verdict").textContent = `${game.verdict(found)} ${sentence(found.unexplained)}`;
  $("way").hidden = scenes.length < 2;
  stage(scenes, game.first(scenes));
}

function stage(scenes, position) {
  state.scenes = scenes;
  $("position").max = scenes.length - 1;
  go(position);
}

function go(position) {
  state.position = Math.min(Math.max(position, 0), state.scenes.length - 1);
  const {scenes} = state, here = board(), scene = scenes[state.position];
  const changed = here.grid.flatMap((line, row) => [...line].flatMap((sign, col) => here.read[row][col] === sign ? [] : [[row, col]]));
  $("position").value = state.position;
  $("position").setAttribute("aria-valuetext", `${state.position} of ${scenes.length - 1}: ${scene.text}`);
  $("back").setAttribute("aria-disabled", state.position === 0);
  $("forth").setAttribute("aria-disabled", state.position === scenes.length - 1);
  const inside = state.position > 0 && state.position < scenes.length - 1;
  $("step").textContent = inside ? `${state.position} of ${scenes.length - 2}: ${scene.text}` : scene.text;
  $("restore").disabled = !changed.length;
  if (state.shown) picture.draw(state.shown, here, scene, changed);
  grid.draw(here, games[here.puzzle], scene, changed);
}

// A frame was drawn around the board, in pixels of the picture.
function cut(box) {
  $("wishes").elements.crop.value = box.join();
  $("options").open = true;
  take(state.file);
}

// A click or a key on a cell, to correct it.
function turn(row, col, key) {
  const here = board(), sign = games[here.puzzle].turned(here.grid, row, col, key);
  if (!sign || sign === here.grid[row][col]) return;
  const grid = put(here.grid, [row, col], sign);
  correct(grid.join() === here.read.join() ? here.read : grid);
}

function correct(grid) {
  board().grid = grid;
  begin();
  stage([{text: ""}], 0);
  $("verdict").textContent = "Solving again …";
  $("way").hidden = true;
  state.timer = setTimeout(answer, PAUSE_MS);
}

function copies(found) {
  const here = board();
  $("text").value = games[here.puzzle].text(here, found);
  $("text").rows = Math.min(here.rows + 1, 12);
  $("link").value = found?.written?.trim() ?? "";
  $("link-row").hidden = !$("link").value;
}

async function copy(button) {
  const field = $(button.dataset.copies);
  field.select();
  const done = navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject();
  const told = await done.then(() => true, () => document.execCommand("copy"));  // there is no clipboard over plain http
  $("status").textContent = told ? "Copied." : "The text is selected; copy it with the keyboard.";
}

function takeFirst(files) {
  const found = [...files ?? []].find(file => file.type.startsWith("image/"));
  $("wishes").elements.crop.value = "";  // it belongs to the previous picture
  if (found) take(found);
  else $("problem").textContent = "This is not a picture. Try: a PNG, JPEG, WebP, BMP or GIF.";
}

for (const id of ["file", "photo"]) {
  $(id).addEventListener("change", event => {
    if (event.target.files.length) takeFirst(event.target.files);
    event.target.value = "";  // so that choosing the same file again is a change too
  });
}
document.addEventListener("paste", event => {
  if (event.clipboardData.files.length) takeFirst(event.clipboardData.files);
});
document.addEventListener("dragover", event => {
  event.preventDefault();
  $("drop").classList.add("over");
});
document.addEventListener("dragleave", event => {
  if (!event.relatedTarget) $("drop").classList.remove("over");
});
document.addEventListener("drop", event => {
  event.preventDefault();
  $("drop").classList.remove("over");
  takeFirst(event.dataTransfer.files);
});
$("wishes").addEventListener("change", () => { $("wishes").dataset.puzzle = $("wishes").elements.puzzle.value; });
$("wishes").addEventListener("submit", event => {
  event.preventDefault();
  if (state.file) take(state.file);
  else $("problem").textContent = "There is no picture yet.";
});
$("before").addEventListener("click", () => show((state.index + state.boards.length - 1) % state.boards.length));
$("after").addEventListener("click", () => show((state.index + 1) % state.boards.length));
$("whole").addEventListener("click", () => { state.whole = !state.whole; frame(); });
$("restore").addEventListener("click", () => correct(board().read));
$("back").addEventListener("click", () => go(state.position - 1));
$("forth").addEventListener("click", () => go(state.position + 1));
$("position").addEventListener("input", event => go(Number(event.target.value)));
for (const button of document.querySelectorAll("[data-copies]")) button.addEventListener("click", () => copy(button));
