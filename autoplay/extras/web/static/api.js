// Requests to the server.

import {t} from "./strings.js";

export class Refused extends Error {
  constructor(answer) {
    super(answer.message);
    this.answer = answer;
  }
}

// Turns a failed promise into an error message, unless the request was aborted.
const refused = key => error => {
  if (error.name === "AbortError") throw error;
  throw new Refused({error: "unreachable", message: t(key), try: t("error.again")});
};

async function reply(address, options) {
  const found = await fetch(address, options).catch(refused("error.unreachable"));
  if (!found.ok) throw new Refused(await found.json().catch(refused("error.invalid")));
  return found;
}

const ask = async (address, options) => (await reply(address, options)).json().catch(refused("error.invalid"));

// The boards on a picture, and the errors of other possible boards.
export function read(file, wishes, signal) {
  const asked = new URLSearchParams([["lines", "1"], ...wishes]);
  if (!asked.has("fix")) asked.set("all", "1");  // a fix is about one board
  return ask(`api/read?${asked}`, {method: "POST", body: file, signal}).then(answer => [answer].flat());
}

export function solve(question, signal) {
  return ask("api/solve", {method: "POST", body: JSON.stringify(question), signal});
}

// A drawing of a puzzle, as a file of this kind, and the note for a PNG of it, null without one.
export async function sheet(question, to, solution) {
  const address = `api/sheet?${new URLSearchParams({to, solution})}`;
  const found = await reply(address, {method: "POST", body: JSON.stringify(question)});
  return {drawing: await found.blob(), note: JSON.parse(found.headers.get("puzzle-note"))};
}

// A picture as PNG that this browser can't show.
export async function converted(file, signal) {
  const found = await reply("api/picture", {method: "POST", body: file, signal});
  return found.blob();
}

export const limits = () => ask("api/limits");
