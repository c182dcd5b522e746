// What may be put in: pictures that are chosen, dropped, pasted or photographed, samples, texts, and the page's address.

const SAMPLES = {"star-battle": "samples/star-battle.png", "lights-out": "samples/lights-out.png", pegs: "samples/pegs.png"};
const PICTURE = /^image\//, TEXT = /^text\/plain|^application\/json/;
const FIELDS = "input, textarea, select";
const $ = id => document.getElementById(id);

// picture(file), text(text) and refuse(key of a message) are called for what is put in.
export function listen({picture, text, refuse}) {
  const files = async list => {
    const found = [...list ?? []], image = found.find(({type}) => PICTURE.test(type)), plain = found.find(({type}) => TEXT.test(type));
    if (image) picture(image);
    else if (plain) text(await plain.text());
    else refuse("source.not-usable");
  };
  // Files count before texts: a picture that is copied from a page comes with its address.
  const transfer = data => {
    const plain = data.getData("text/plain").trim();
    if (data.files.length) files(data.files);
    else if (plain) text(plain);
    else refuse(data.types.length ? "source.not-usable" : "source.nothing");
  };
  for (const id of ["file", "photo"]) {
    $(id).addEventListener("change", event => {
      if (event.target.files.length) files(event.target.files);
      event.target.value = "";  // so that choosing the same file again is a change too
    });
  }
  document.addEventListener("paste", event => {
    if (event.target.closest?.(FIELDS) && !event.clipboardData.files.length) return;
    event.preventDefault();
    transfer(event.clipboardData);
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
    transfer(event.dataTransfer);
  });
  $("typed").addEventListener("submit", event => {
    event.preventDefault();
    if ($("puzzle-text").value.trim()) text($("puzzle-text").value);
    else refuse("source.nothing");
  });
  for (const button of document.querySelectorAll("[data-sample]")) {
    button.addEventListener("click", async () => {
      const reply = await fetch(SAMPLES[button.dataset.sample]).catch(() => null);
      if (reply?.ok) picture(new File([await reply.blob()], `${button.dataset.sample}.png`, {type: "image/png"}));
      else refuse("error.unreachable");
    });
  }
}

// The fragment of a link to a board: #puzzle=star-battle&stars=1&grid=AAB/…
export function fragment({puzzle, grid, stars, states, lattice}) {
  const own = Object.entries({stars, states, lattice}).filter(([, value]) => value);
  return `#${new URLSearchParams([["puzzle", puzzle], ...own, ["grid", grid.join("/")]])}`;
}

// The board in the fragment of the page's address; undefined if there is none, null if it is damaged.
export function linked(hash) {
  const found = new URLSearchParams(hash.slice(1));
  if (!found.has("grid")) return undefined;
  const puzzle = found.get("puzzle"), grid = found.get("grid").split("/"), cols = grid[0].length;
  const isBoard = Object.hasOwn(SAMPLES, puzzle) && cols && grid.length <= 60 && grid.every(line => line.length === cols && cols <= 60);
  if (!isBoard) return null;
  const number = name => Number(found.get(name)) || null;
  const own = {"star-battle": {stars: number("stars")}, "lights-out": {states: number("states") ?? 2},
    pegs: {lattice: found.get("lattice") ?? "square"}}[puzzle];
  return {puzzle, grid, rows: grid.length, cols, marks: [], ...own};
}
