// The way to the solution: nothing of it is shown until it is asked for, first as a hint, then step by step.

import {t} from "./strings.js";

const $ = id => document.getElementById(id);

export class Steps {
  // shown(scene) is called with each scene that is to be drawn.
  constructor(shown) {
    Object.assign(this, {shown, scenes: [{text: ""}], position: 0, hinted: false, marks: new Set()});
    $("back").addEventListener("click", () => this.go(this.hinted ? this.position : this.position - 1));
    $("forth").addEventListener("click", () => this.forth());
    $("hint").addEventListener("click", () => this.hint());
    $("solution").addEventListener("click", () => this.go(this.atEnd ? 0 : this.last));
    $("position").addEventListener("input", event => this.go(Number(event.target.value)));
    document.addEventListener("keydown", event => this.key(event));
  }

  get last() { return this.scenes.length - 1; }
  get hasSteps() { return this.last > 1 && !this.isWaiting; }
  get atEnd() { return this.last > 0 && this.position === this.last; }

  // The next scene: steps whose marks the person has made already are left out.
  get next() {
    const isMade = scene => scene.added && Object.entries(scene.added).every(([cell, {sign}]) => this.marks.has(`${cell} ${sign}`));
    const left = this.scenes.findIndex((scene, number) => number > this.position && !isMade(scene));
    return left < 0 ? this.last : left;
  }

  // Show other scenes, from the start, or from the same place of the same board.
  stage(scenes, {marks = [], isSame = false, isWaiting = false} = {}) {
    const wasAtEnd = isSame && this.atEnd;
    Object.assign(this, {scenes, isWaiting, hinted: this.hinted && isSame,
      marks: new Set(marks.map(([row, col, kind]) => `${row},${col} ${kind === "star" ? "★" : "×"}`))});
    $("way").hidden = scenes.length < 2;
    $("position").max = this.last;
    const place = isSame ? Math.min(this.position, this.last) : 0;
    this.go(wasAtEnd ? this.last : place, this.hinted);
  }

  forth() {
    if (!this.atEnd && this.hasSteps) this.go(this.next);
  }

  hint() {
    if (this.scenes[this.next].hint && this.hasSteps) this.go(this.position, true);
  }

  go(position, hinted = false) {
    this.position = Math.min(Math.max(position, 0), this.last);
    const {hint} = this.scenes[this.next];
    this.hinted = hinted && Boolean(hint) && !this.atEnd;
    const here = this.scenes[this.position];
    const scene = this.hinted ? {...here, shaded: [], outlined: [], arrows: [], ...hint} : here;
    const inside = this.position > 0 && this.position < this.last && !this.hinted;
    const text = inside ? t("answer.position", {number: this.position, all: this.last - 1, text: scene.text}) : scene.text;
    $("position").value = this.position;
    $("position").setAttribute("aria-valuetext", t("answer.position", {number: this.position, all: this.last, text: scene.text}));
    $("step").textContent = text;
    $("back").setAttribute("aria-disabled", this.position === 0 && !this.hinted);
    $("forth").setAttribute("aria-disabled", this.atEnd || !this.hasSteps);
    $("hint").setAttribute("aria-disabled", this.atEnd || !hint || !this.hasSteps);
    $("solution").textContent = t(this.atEnd ? "answer.hide" : "answer.show");
    this.shown(scene);
  }

  // The arrow keys step, except where they have another meaning already.
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || $("way").hidden || $("result").hidden) return;
    if (event.target.closest?.("input, textarea, select, [role=grid], .view")) return;
    if (event.key === "ArrowLeft") $("back").click();
    else if (event.key === "ArrowRight") this.forth();
    else return;
    event.preventDefault();
  }
}
