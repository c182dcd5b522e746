// What can be taken away: text, links, files, and a print.

import {Refused, sheet, solve} from "./api.js";
import {games, row} from "./games.js";
import {fragment} from "./inputs.js";
import {noted, scaled} from "./note.js";
import {opened} from "./picture.js";
import {explained} from "./problem.js";
import {t} from "./strings.js";

const SHOWN_MS = 2000;  // how long a button says that it copied
const SCALE = 2;  // pixels of a PNG for each unit of its drawing
const $ = id => document.getElementById(id);

export class Out {
  constructor() {
    Object.assign(this, {board: null, answer: null});
    for (const button of document.querySelectorAll("[data-copies]")) button.addEventListener("click", () => copy(button));
    for (const button of document.querySelectorAll("[data-saves]")) button.addEventListener("click", () => this.save(button));
    $("print").addEventListener("click", () => print());
    $("out").addEventListener("toggle", () => this.link());
  }

  // The board that is seen, and the answer about it, null while there is none.
  offer(board, answer) {
    Object.assign(this, {board, answer});
    const text = games[board.puzzle].text(board, answer);
    $("text").value = text;
    $("text").rows = Math.min(board.rows + 1, 12);
    this.link();
    const address = new URL(location.href);
    address.hash = fragment(this.puzzle);
    $("share").value = address.href;
    $("out-status").textContent = "";
  }

  async save(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    const to = button.dataset.saves, {board} = this;
    $("out-status").textContent = t("out.drawing");
    button.setAttribute("aria-disabled", true);  // not disabled, which would lose the focus
    try {
      const name = `${board.puzzle}-${board.rows}x${board.cols}.${to}`;
      download(await this.file(to, $("with-solution").checked), name);
      $("out-status").textContent = t("out.saved", {name});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      $("out-status").textContent = explained(error.answer);
    } finally {
      button.setAttribute("aria-disabled", false);
    }
  }

  // The address on puzz.link, which not every board can have: the answer does not wait for it.
  async link() {
    const {board, answer} = this;
    $("link-row").hidden = true;
    if (!$("out").open || !answer || board.puzzle !== "star-battle") return;
    const {written} = await solve({...this.puzzle, to: "puzz.link"}).catch(() => ({}));
    if (this.answer !== answer || !written) return;
    $("link").value = written.trim();
    $("link-row").hidden = false;
  }

  // The puzzle as a row, with the number of stars if it was found.
  get puzzle() {
    const {board, answer} = this;
    return row({...board, stars: answer?.stars ?? board.stars});
  }

  async file(to, solved) {
    const {answer, puzzle} = this;
    if (to === "json") {
      const found = solved && answer ? answer : {};
      return new Blob([`${JSON.stringify({...puzzle, ...found}, null, 2)}\n`], {type: "application/json"});
    }
    const {drawing, note} = await sheet(puzzle, to === "png" ? "svg" : to, solved);
    if (to !== "png") return drawing;
    const drawn = await png(drawing);  // the server would need a browser for it, and here is one
    return note ? noted(drawn, scaled(note, SCALE)) : drawn;
  }
}

async function png(svg) {
  const image = await opened(svg);
  const canvas = document.createElement("canvas"), context = canvas.getContext("2d");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, "image/png"));
}

function download(blob, name) {
  const link = document.createElement("a"), url = URL.createObjectURL(blob);
  Object.assign(link, {href: url, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SHOWN_MS);
}

async function copy(button) {
  const field = $(button.dataset.copies);
  field.select();
  const done = navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.reject();
  const isCopied = await done.then(() => true, () => document.execCommand("copy"));  // there is no clipboard over plain http
  $("out-status").textContent = t(isCopied ? "out.copied" : "out.selected");
  if (!isCopied) return;
  button.textContent = t("out.copied");
  button.classList.add("done");
  setTimeout(() => {
    button.textContent = t(button.dataset.t);
    button.classList.remove("done");
  }, SHOWN_MS);
}
