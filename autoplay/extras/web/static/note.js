// The note in a PNG: the puzzle that it shows, so that this page and autoplay read open it again. The format is that of
// vision/files/picture_note.py.

const HEAD = 8, FRAME = 12;  // bytes before the first chunk, and of a chunk besides its content
const PIXELS = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];  // a note counts as long as these are as they were
const POLYNOMIAL = 0xedb88320;

// The PNG with a note whose boards are in its pixels.
export async function noted(png, note) {
  const bytes = new Uint8Array(await png.arrayBuffer()), parts = chunks(bytes);
  const drawn = joined([bytes.subarray(0, HEAD), ...parts.filter(({kind}) => PIXELS.includes(kind)).map(({whole}) => whole)]);
  const text = `tEXtautoplay\0${JSON.stringify({...note, pixels: checksum(drawn)})}`, content = new TextEncoder().encode(text);
  const [header, ...others] = parts.map(({whole}) => whole);
  const added = [number(content.length - 4), content, number(checksum(content))];
  return new Blob([bytes.subarray(0, HEAD), header, ...added, ...others], {type: "image/png"});
}

// The note of the same boards in a drawing that is larger by this factor.
export function scaled(note, factor) {
  const readings = note.readings.map(reading => ({...reading, xs: reading.xs.map(x => x * factor), ys: reading.ys.map(y => y * factor),
    box: reading.box.map(edge => Math.round(edge * factor))}));
  return {...note, readings};
}

function chunks(bytes) {
  const view = new DataView(bytes.buffer), found = [];
  for (let at = HEAD; at < bytes.length;) {
    const whole = bytes.subarray(at, at + FRAME + view.getUint32(at));
    found.push({kind: String.fromCharCode(...whole.subarray(4, 8)), whole});
    at += whole.length;
  }
  return found;
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function number(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

// CRC-32, as in PNG and zip.
function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  }
  return ~sum >>> 0;
}
