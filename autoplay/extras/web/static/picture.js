// The picture with the board drawn on it, as SVG in pixels of the picture.

const NS = "http://www.w3.org/2000/svg";
const REACH = 0.5;  // radius of a place of a peg, in its distance from the next
const LEAST_PX = 20;  // smallest frame: less is a click with an unsteady hand
const MOST_PX = 2400;  // side of the largest square that is shown: phones can't draw larger ones
const LONGEST_PX = 16000;  // longest side: a document's pages are below each other

export const hue = sign => (sign.charCodeAt(0) * 137.5) % 360;  // the golden angle separates neighbouring hues

// The picture of a file, rotated as the camera recorded it and small enough to draw, as PNG: {blob, url}, and {width,
// height} of the original.
export async function shown(file) {
  const image = await opened(file), {naturalWidth: width, naturalHeight: height} = image;
  const factor = Math.min(1, MOST_PX / Math.sqrt(width * height), LONGEST_PX / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * factor));
  canvas.height = Math.max(1, Math.round(height * factor));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise(done => canvas.toBlob(done));
  return {blob, url: URL.createObjectURL(blob), width, height};
}

// The image of any kind of file that this browser shows.
export async function opened(file) {
  const url = URL.createObjectURL(file), image = new Image();
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  return image;
}

export class Picture {
  // turn(row, col) is called for a click on a cell, cut([x, y, width, height]) for a frame that was drawn where the
  // whole picture is seen.
  constructor(svg, turn, cut) {
    this.svg = svg;
    svg.addEventListener("click", event => {
      const {row, col} = event.target.dataset;
      if (row && !this.drawn) turn(Number(row), Number(col));
    });
    svg.addEventListener("pointerdown", event => this.press(event));
    svg.addEventListener("pointermove", event => this.drag(event));
    svg.addEventListener("pointerup", () => this.release(cut));
    svg.addEventListener("pointercancel", () => this.forget());
  }

  press(event) {
    this.drawn = null;
    this.start = this.whole && event.isPrimary ? this.point(event) : null;
  }

  drag(event) {
    if (!this.start) return;
    const [x0, y0] = this.start, [x1, y1] = this.point(event);
    const box = [Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)].map(Math.round);
    if (!this.drawn && Math.min(box[2], box[3]) < LEAST_PX) return;
    this.forget();
    [this.start, this.drawn] = [[x0, y0], box];
    this.svg.setPointerCapture(event.pointerId);
    this.svg.append(node("rect", {x: box[0], y: box[1], width: box[2], height: box[3], class: "refused drawn"}));
  }

  release(cut) {
    const box = this.start && this.drawn;
    this.start = null;
    if (box) cut(box.map(number => Math.max(0, number)));
  }

  forget() {
    this.start = this.drawn = null;
    this.svg.querySelector(".drawn")?.remove();
  }

  // The position of an event, in pixels of the picture.
  point(event) {
    const {x, y} = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  // The visible part: the board with a margin, or the whole picture.
  frame(picture, box, whole) {
    this.whole = whole;
    this.svg.classList.toggle("whole", whole);
    const [x0, y0, x1, y1] = whole || !box ? [0, 0, picture.width, picture.height] : box;
    const margin = whole || !box ? 0 : Math.max(x1 - x0, y1 - y0) * 0.06;
    const left = Math.max(0, x0 - margin), top = Math.max(0, y0 - margin);
    const right = Math.min(picture.width, x1 + margin), bottom = Math.min(picture.height, y1 + margin);
    this.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    this.svg.style.setProperty("--ratio", (right - left) / (bottom - top));
  }

  // A picture on which no board was read; the box marks what looked like one.
  refused(picture, box) {
    const [x0, y0, x1, y1] = box ?? [];
    const frame = box ? [node("rect", {x: x0, y: y0, width: x1 - x0, height: y1 - y0, class: "refused"})] : [];
    this.svg.replaceChildren(backdrop(picture), ...frame);
    this.frame(picture, undefined, true);
  }

  draw(picture, board, scene, changed, wrong) {
    const lines = new Lines(board), pitch = lines.pitch;
    const grid = scene.grid ?? board.grid;
    const cells = grid.flatMap((line, row) => [...line].map((sign, col) => ({row, col, sign})))
      .filter(({sign}) => sign !== " ");
    // After jumps, a place looks like another one of the picture that is as full or as empty.
    const isPegs = board.puzzle === "pegs", looks = isPegs ? samples(lines, board.grid, picture, pitch) : {};
    const parts = [
      ...Object.values(looks).map(({clip}) => clip),
      ...(board.puzzle === "star-battle" ? [...cells.map(cell => tint(lines, cell)), borders(lines, grid, pitch)]
        : cells.flatMap(cell => disc(lines, cell, pitch, board.grid[cell.row][cell.col] !== cell.sign && looks[cell.sign]))),
      ...(isPegs ? [] : scene.shaded ?? []).map(([row, col]) => node("path", {d: lines.cell(row, col), class: "shaded"})),
      ...(scene.outlined ?? []).map(unit => isPegs ? ring(lines, ...unit[0], pitch, "outlined")
        : node("path", {d: lines.outline(unit), class: "outlined", "stroke-width": pitch / 9})),
      ...changed.map(([row, col]) => node("path", {d: lines.cell(row, col), class: "changed", "stroke-width": pitch / 12})),
      ...wrong.map(([row, col]) => ring(lines, row, col, pitch, "wrong")),
      ...(scene.arrows ?? []).flatMap(([from, to]) => arrow(lines, from, to, pitch)),
      ...Object.entries(scene.marks ?? {}).map(([cell, mark]) => glyph(lines, cell, mark, pitch)),
      ...cells.map(({row, col}) => node("path", {d: lines.cell(row, col), class: "hit", "data-row": row, "data-col": col})),
    ];
    this.svg.replaceChildren(backdrop(picture), ...parts);
  }
}

// The positions of the lines between cells in the picture, also in a tilted photo.
class Lines {
  constructor({xs, ys, warp, lattice}) {
    Object.assign(this, {xs, ys, warp});
    const across = lattice === "triangular" ? 0.5 : 1;  // each row is offset by half a place
    this.reach = 0.5 / across;  // half the width of a cell or of a peg's place, in columns
    const [x0, y0] = this.place(0, 0), [x1, y1] = this.place(ys.length - 1, xs.length - 1);
    this.pitch = Math.hypot(x1 - x0, y1 - y0) / Math.hypot((xs.length - 1) * across, ys.length - 1);
  }

  place(row, col) {
    const x = between(this.xs, col), y = between(this.ys, row), w = this.warp;
    if (!w) return [x, y];
    const depth = w[6] * x + w[7] * y + w[8];
    return [(w[0] * x + w[1] * y + w[2]) / depth, (w[3] * x + w[4] * y + w[5]) / depth];
  }

  cell(row, col) {
    const middle = col + 0.5, left = middle - this.reach, right = middle + this.reach;
    const corners = [[row, left], [row, right], [row + 1, right], [row + 1, left]];
    return `M${corners.map(corner => this.place(...corner)).join("L")}Z`;
  }

  edge(row, col, side) {
    const [from, to] = {right: [[0, 1], [1, 1]], below: [[1, 0], [1, 1]], left: [[0, 0], [1, 0]], above: [[0, 0], [0, 1]]}[side];
    return `M${this.place(row + from[0], col + from[1])}L${this.place(row + to[0], col + to[1])}`;
  }

  // The outline of some cells.
  outline(cells) {
    if (this.reach > 0.5) return cells.map(([row, col]) => this.cell(row, col)).join("");
    const inside = new Set(cells.map(([row, col]) => `${row},${col}`));
    const sides = {right: [0, 1], below: [1, 0], left: [0, -1], above: [-1, 0]};
    return cells.flatMap(([row, col]) => Object.entries(sides)
      .filter(([, [r, c]]) => !inside.has(`${row + r},${col + c}`))
      .map(([side]) => this.edge(row, col, side))).join("");
  }
}

function between(lines, at) {
  const i = Math.max(0, Math.min(Math.floor(at), lines.length - 2));
  return lines[i] + (at - i) * (lines[i + 1] - lines[i]);
}

function node(name, attributes, text) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

const backdrop = ({url, width, height}) => node("image", {href: url, width, height, preserveAspectRatio: "none"});

function tint(lines, {row, col, sign}) {
  return node("path", {d: lines.cell(row, col), class: "tint", fill: sign === "#" ? "#888" : `hsl(${hue(sign)} 80% 55%)`});
}

function borders(lines, grid, pitch) {
  const edges = grid.flatMap((line, row) => [...line].flatMap((sign, col) => [
    ...(col + 1 < line.length && line[col + 1] !== sign ? [lines.edge(row, col, "right")] : []),
    ...(row + 1 < grid.length && grid[row + 1][col] !== sign ? [lines.edge(row, col, "below")] : []),
  ]));
  return node("path", {d: edges.join(""), class: "border", "stroke-width": pitch / 14});
}

// A ring around a lit lamp or a peg, a small one elsewhere; what the picture doesn't show (any more) is covered by a look.
function disc(lines, {row, col, sign}, pitch, look) {
  const [cx, cy] = lines.place(row + 0.5, col + 0.5), full = sign !== ".";
  const ring = node("circle", {cx, cy, r: pitch * (full ? 0.38 : 0.16), "stroke-width": pitch / 16,
    class: `${full ? "full" : "empty"}${look ? " moved" : ""}`,
    ...(full && !"*o".includes(sign) && {stroke: `hsl(${hue(sign)} 90% 45%)`})});
  return look ? [look.at([cx, cy]), ring] : [ring];
}

// Each sign of the grid with how a place with it looks: a part of the picture, which can be shown at another place.
function samples(lines, grid, picture, pitch) {
  const found = {};
  grid.forEach((line, row) => [...line].forEach((sign, col) => {
    if (sign === " " || found[sign]) return;
    const [cx, cy] = lines.place(row + 0.5, col + 0.5), id = `look-${sign === "." ? "hole" : "peg"}`;
    const clip = node("clipPath", {id});
    clip.append(node("circle", {cx, cy, r: pitch * REACH}));
    found[sign] = {clip, at([x, y]) {
      const moved = node("g", {transform: `translate(${x - cx} ${y - cy})`}), image = backdrop(picture);
      image.setAttribute("clip-path", `url(#${id})`);
      moved.append(image);
      return moved;
    }};
  }));
  return found;
}

function glyph(lines, cell, {sign, kind}, pitch) {
  const [row, col] = cell.split(",").map(Number);
  const [x, y] = lines.place(row + 0.5, col + 0.5);
  if (sign === "●") return node("circle", {cx: x, cy: y, r: pitch * 0.2, class: `mark ${kind}`, "stroke-width": pitch / 16});
  return node("text", {x, y, class: `mark ${kind}${sign === "×" ? " cross" : ""}`, "font-size": pitch * (sign === "×" && kind === "known" ? 0.5 : 0.85),
    "stroke-width": pitch / 12}, sign);
}

function ring(lines, row, col, pitch, name) {
  const [cx, cy] = lines.place(row + 0.5, col + 0.5);
  return node("circle", {cx, cy, r: pitch * 0.45, class: name, "stroke-width": pitch / 10});
}

function arrow(lines, from, to, pitch) {
  const [[x0, y0], [x1, y1]] = [from, to].map(([row, col]) => lines.place(row + 0.5, col + 0.5));
  const way = Math.atan2(y1 - y0, x1 - x0), head = pitch * 0.32;
  const tips = [0.5, -0.5].map(turn => [x1 - head * Math.cos(way + turn), y1 - head * Math.sin(way + turn)]);
  const d = `M${x0},${y0}L${x1},${y1}M${tips[0]}L${x1},${y1}L${tips[1]}`;
  return ["arrow-edge", "arrow"].map((name, i) => node("path", {d, class: name, "stroke-width": pitch / (i ? 12 : 6)}));
}
