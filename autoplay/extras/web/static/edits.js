// Corrections of cells, to be undone and redone.

const $ = id => document.getElementById(id);

export class Edits {
  // changed(grid) is called with the grid that undo and redo bring back.
  constructor(changed) {
    Object.assign(this, {changed, board: null});
    $("undo").addEventListener("click", () => this.move("undone", "done"));
    $("redo").addEventListener("click", () => this.move("done", "undone"));
    document.addEventListener("keydown", event => this.key(event));
  }

  // The board to be corrected; each keeps its own corrections.
  open(board) {
    board.edits ??= {done: [], undone: []};
    this.board = board;
    this.draw();
  }

  // The grid is about to be replaced.
  note(grid) {
    this.board.edits.done.push(grid);
    this.board.edits.undone = [];
    this.draw();
  }

  move(to, from) {
    const {board} = this, grid = board?.edits[from].pop();
    if (!grid) return;
    board.edits[to].push(board.grid);
    this.draw();
    this.changed(grid);
  }

  draw() {
    const {done, undone} = this.board.edits;
    const isFirst = !done.length && !undone.length;
    for (const id of ["undo", "redo", "restore"]) $(id).hidden = isFirst;
    // Not disabled, which would lose the focus.
    $("undo").setAttribute("aria-disabled", !done.length);
    $("redo").setAttribute("aria-disabled", !undone.length);
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || $("result").hidden || $("found").hidden) return;
    if (event.target.closest?.("input:not([type=range]):not([type=checkbox]), textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.move("done", "undone");
    else if (key === "z") this.move("undone", "done");
    else return;
    event.preventDefault();
  }
}
